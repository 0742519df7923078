"""Policies: what two channel verdicts amount to, and what to do about it."""

from atomcite.policies.engine import Decision, Neighbour, Policy, Rule
from atomcite.policies.load import load, presets

__all__ = ["Decision", "Neighbour", "Policy", "Rule", "load", "presets"]
