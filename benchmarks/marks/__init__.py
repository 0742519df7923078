"""Marks on paper - signatures, seals, ticks, handwriting - drawn on typeset pages, to train and to measure with.

Two sets of generators that share no method of drawing, no layout and no face: set "a" is what the reader was made
with (its network is trained on it, its thresholds were set on it), set "b" is for the report alone.
"""
