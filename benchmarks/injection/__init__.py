"""Errors put into correct claims, each verified to be one."""
