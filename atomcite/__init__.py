"""AtomCite checks whether the page citations in a model's answer are true."""
