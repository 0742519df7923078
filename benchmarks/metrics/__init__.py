"""Figures over predictions and labels, and how sure they are."""
