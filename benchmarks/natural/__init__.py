"""Natural errors: answers of models collected and labelled, people's annotation, agreement and adjudication."""
