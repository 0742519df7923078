"""АО «Заречный лён», второй квартал 2025 года: a linen mill that does not exist.

Amounts are in millions of roubles with one decimal. Totals, retained earnings and closing cash are computed.
"""

from __future__ import annotations

from decimal import Decimal

from atomcite.benchmarks.corpus.figures import Notation, Values, growth, rows, total, values
from atomcite.benchmarks.corpus.ink import signature

_ROUBLES = Notation(group="\u00a0", point=",", places=1)

# Columns: second quarter 2025, second quarter 2024, first half 2025, first half 2024.
_SEGMENTS: dict[str, Values] = {
    "Ткани": values("412.6", "377.9", "801.4", "742.3"),
    "Пряжа": values("236.8", "251.3", "469.5", "488.0"),
    "Медицинские изделия": values("94.1", "71.5", "171.2", "133.8"),
}
_COST = values("-498.2", "-483.6", "-972.4", "-948.9")
_SELLING = values("-61.7", "-58.4", "-118.3", "-113.6")
_ADMINISTRATION = values("-54.9", "-52.0", "-106.5", "-101.2")
_INTEREST = values("-31.4", "-24.8", "-60.2", "-47.9")
_OTHER = values("4.6", "-7.3", "2.1", "-9.5")
_TAX = values("-25.5", "-14.9", "-46.7", "-28.6")
_DIVIDENDS_PAID = Decimal("42.0")


def _income() -> dict[str, Values]:
    revenue = total(list(_SEGMENTS.values()))
    gross = total([revenue, _COST])
    sales = total([gross, _SELLING, _ADMINISTRATION])
    before_tax = total([sales, _INTEREST, _OTHER])
    return {
        "Выручка": revenue,
        "Себестоимость продаж": _COST,
        "Валовая прибыль": gross,
        "Коммерческие расходы": _SELLING,
        "Управленческие расходы": _ADMINISTRATION,
        "Прибыль от продаж": sales,
        "Проценты к уплате": _INTEREST,
        "Прочие доходы и расходы": _OTHER,
        "Прибыль до налогообложения": before_tax,
        "Налог на прибыль": _TAX,
        "Чистая прибыль": total([before_tax, _TAX]),
    }


def _balance(profit: Decimal) -> dict[str, Values]:
    """30 June 2025 and 31 December 2024."""
    assets = {
        "Основные средства": values("1284.3", "1251.7"),
        "Незавершённое строительство": values("96.4", "58.2"),
        "Запасы": values("517.8", "488.6"),
        "Дебиторская задолженность": values("341.2", "309.4"),
    }
    capital = {"Уставный капитал": values("250.0", "250.0")}
    debts = {
        "Долгосрочные кредиты": values("610.0", "640.0"),
        "Краткосрочные кредиты": values("184.0", "150.0"),
        "Кредиторская задолженность": values("296.5", "271.3"),
    }
    opening_cash = Decimal("83.6")
    owed = total([*capital.values(), *debts.values()])
    held = total(list(assets.values()))
    opening_retained = held[1] + opening_cash - owed[1]
    retained = (opening_retained + profit - _DIVIDENDS_PAID, opening_retained)
    cash = (owed[0] + retained[0] - held[0], opening_cash)
    return {
        **assets,
        "Денежные средства": cash,
        "Итого активы": total([held, cash]),
        **capital,
        "Нераспределённая прибыль": retained,
        "Итого капитал": total([*capital.values(), retained]),
        **debts,
        "Итого обязательства": total(list(debts.values())),
        "Итого капитал и обязательства": total([owed, retained]),
    }


def data() -> dict[str, object]:
    """Everything that `report_ru.typ` prints."""
    income = _income()
    balance = _balance(income["Чистая прибыль"][2])
    loans = balance["Долгосрочные кредиты"][0] + balance["Краткосрочные кредиты"][0]
    quarter, before = income["Выручка"][:2]
    segment = {name: growth(*cells[:2]) for name, cells in _SEGMENTS.items()}
    output = {
        "Ткани льняные": ("тыс. пог. м", "1\u00a0846,5", "1\u00a0702,8"),
        "Пряжа": ("т", "612,4", "655,9"),
        "Вата и бинты медицинские": ("т", "143,7", "108,2"),
        "Переработано льнотресты": ("т", "4\u00a0310", "4\u00a0127"),
        "Выход длинного волокна": ("%", "11,8", "10,9"),
        "Среднесписочная численность": ("чел.", "1\u00a0128", "1\u00a0164"),
        "Расход электроэнергии": ("тыс. кВт·ч", "5\u00a0274", "5\u00a0391"),
    }
    totals = ["Выручка", "Валовая прибыль", "Прибыль от продаж", "Прибыль до налогообложения", "Чистая прибыль"]
    return {
        "segments": rows({**_SEGMENTS, "Итого": income["Выручка"]}, _ROUBLES, ["Итого"]),
        "income": rows(income, _ROUBLES, totals),
        "balance": rows(
            balance,
            _ROUBLES,
            ["Итого активы", "Итого капитал", "Итого обязательства", "Итого капитал и обязательства"],
        ),
        "output": [{"label": k, "cells": list(v), "bold": False} for k, v in output.items()],
        "key": {
            "revenue": _ROUBLES.show(quarter),
            "revenue_before": _ROUBLES.show(before),
            "revenue_growth": _ROUBLES.show(growth(quarter, before)),
            "fabric_growth": _ROUBLES.show(segment["Ткани"]),
            "yarn_fall": _ROUBLES.show(-segment["Пряжа"]),
            "medical_growth": _ROUBLES.show(segment["Медицинские изделия"]),
            "medical_share": _ROUBLES.show(_SEGMENTS["Медицинские изделия"][0] * 100 / quarter),
            "profit": _ROUBLES.show(income["Чистая прибыль"][0]),
            "profit_before": _ROUBLES.show(income["Чистая прибыль"][1]),
            "sales_profit": _ROUBLES.show(income["Прибыль от продаж"][0]),
            "margin": _ROUBLES.show(income["Прибыль от продаж"][0] * 100 / quarter),
            "margin_before": _ROUBLES.show(income["Прибыль от продаж"][1] * 100 / before),
            "loans": _ROUBLES.show(loans),
            "cash": _ROUBLES.show(balance["Денежные средства"][0]),
        },
        "ink": {"director": signature(5, 7), "accountant": signature(37, 9)},
    }
