"""The version of the installed package."""

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("atomcite")
except PackageNotFoundError:  # imported from a source tree that was never installed
    VERSION = "0+unknown"
