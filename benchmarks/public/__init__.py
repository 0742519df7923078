"""The data set in the repository: its documents, their facts, and how it is made."""
