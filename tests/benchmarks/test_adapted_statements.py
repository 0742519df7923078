"""Questions and answers are made statements only where these read well."""

import pytest

from atomcite.benchmarks.adapters.statements import statement_of


@pytest.mark.parametrize(
    ("question", "answer", "statement", "form"),
    [
        (
            "Did it fall?",
            "No. Acme's debt decreased by $2 million.",
            "Acme's debt decreased by $2 million.",
            "sentence",
        ),
        ("Did it fall?", "Yes, it fell by two points.", None, "pair"),
        ("Which unit did worst?", "Corporate. Its revenue was negative.", None, "pair"),
        ("What is Acme's head count?", "310", "Acme's head count is 310.", "turned"),
        ("What is the FY2016 capital expenditure? Answer in USD millions.", "$32", None, "pair"),
        (
            "What is the FY2016 capital expenditure in USD millions? Answer in USD millions.",
            "$32",
            "The FY2016 capital expenditure in USD millions is $32.",
            "turned",
        ),
        ("What is the ratio? It is defined as a / b.", "2", None, "pair"),
        ("What are the key regions, and why?", "Asia", None, "pair"),
        ("Was the vote unanimous?", "Yes", None, "pair"),
        ("Were any opened?", "No stores were opened in 2021.", "No stores were opened in 2021.", "sentence"),
        ("Did it help?", "The motion had no effect on sales.", "The motion had no effect on sales.", "sentence"),
        ("Which was it?", "No. 5 pump was replaced in May.", None, "pair"),
        ("Did it fall?", "No - sales rose by 4% in 2021.", "Sales rose by 4% in 2021.", "sentence"),
        ("Did it fall?", "Yes, because sales fell in 2021.", None, "pair"),
        ("Открыли?", "Нет сведений, открылся ли он.", "Нет сведений, открылся ли он.", "sentence"),
        ("Where was the meeting?", "Leeds", None, "pair"),
        ("What is the company called?", "Acme", None, "pair"),
        ("What was the loan used for?", "A new mill", None, "pair"),
        ("What is the company doing?", "Baking", None, "pair"),
        ("Who is the chief executive of Acme?", "Ann Lee", "The chief executive of Acme is Ann Lee.", "turned"),
        ("Сколько?", "Выручка составила 4 млн руб.", "Выручка составила 4 млн руб.", "sentence"),
        ("Сколько?", "Она выросла на 4 млн рублей.", None, "pair"),
    ],
)
def test_statements_are_made_only_where_they_read_well(
    question: str, answer: str, statement: str | None, form: str
) -> None:
    made = statement_of(question, answer)
    assert (made.text, made.form) == (statement or f"Question: {question} Answer: {answer}", form)
