"""Calder Sound Ferries plc, third quarter of 2025: a ferry and harbour operator that does not exist.

Amounts are in thousands of pounds. What is not given here is computed (totals, retained earnings, closing cash), so
that the statements tie together.
"""

from __future__ import annotations

from decimal import Decimal

from atomcite.benchmarks.corpus.figures import Notation, Values, growth, rows, total, values
from atomcite.benchmarks.corpus.ink import initials, signature

_POUNDS = Notation()

# Columns: three months 2025, three months 2024, nine months 2025, nine months 2024.
_SEGMENTS: dict[str, Values] = {
    "Passenger ferries": values(31486, 28917, 70254, 66803),
    "Freight": values(18742, 19306, 55118, 54470),
    "Port services": values(6305, 5874, 17960, 16911),
}
_COSTS: dict[str, Values] = {
    "Vessel operation": values(-14208, -13561, -39744, -38190),
    "Fuel": values(-9127, -10384, -27316, -29842),
    "Staff": values(-11590, -10977, -34105, -32460),
    "Port dues and charter hire": values(-4316, -4102, -12087, -11840),
    "Depreciation and amortisation": values(-4872, -4655, -14390, -13871),
    "Administration": values(-2047, -1988, -6214, -6035),
}
_FINANCE = values(-1248, -1391, -3806, -4127)
_TAX = values(-2281, -1733, -2418, -746)
_SHARES = 48_000  # thousand
_DIVIDEND_PENCE = Decimal("3.4")
_EBITDA_LAST_QUARTER_2024 = Decimal(6120)


def _income() -> tuple[dict[str, Values], dict[str, Values]]:
    revenue = total(list(_SEGMENTS.values()))
    operating = total([revenue, *_COSTS.values()])
    before_tax = total([operating, _FINANCE])
    lines = {
        "Revenue": revenue,
        **_COSTS,
        "Operating profit": operating,
        "Finance costs": _FINANCE,
        "Profit before tax": before_tax,
        "Income tax": _TAX,
        "Profit for the period": total([before_tax, _TAX]),
    }
    return lines, {"revenue": revenue, "operating": operating}


def _position(profit: Decimal, depreciation: Decimal, paid: Decimal) -> tuple[dict[str, Values], dict[str, Values]]:
    """Balance sheet (30 September 2025, 31 December 2024) and cash flow (nine months 2025)."""
    noncurrent = {
        "Vessels and equipment": values(138420, 139615),
        "Harbour property": values(41306, 42088),
        "Intangible assets": values(5214, 5630),
    }
    working = {"Inventories": values(3872, 3514), "Trade and other receivables": values(17429, 15906)}
    liabilities = {
        "Bank loans": values(62500, 66000),
        "Lease liabilities": values(18347, 19752),
        "Pension deficit": values(7104, 8236),
        "Trade and other payables": values(23618, 21977),
    }
    capital = {"Share capital": values(12000, 12000), "Share premium": values(21450, 21450)}
    opening_cash = Decimal(11874)
    opening_assets = sum((v[1] for v in (*noncurrent.values(), *working.values())), opening_cash)
    opening_retained = opening_assets - sum(v[1] for v in (*liabilities.values(), *capital.values()))
    retained = (opening_retained + profit - paid, opening_retained)
    funded = sum((v[0] for v in (*liabilities.values(), *capital.values())), retained[0])
    cash = funded - sum((v[0] for v in (*noncurrent.values(), *working.values())), Decimal(0))
    capital_spent = sum((v[0] - v[1] for v in noncurrent.values()), depreciation)
    debt = sum((liabilities[k][0] - liabilities[k][1] for k in ("Bank loans", "Lease liabilities")), Decimal(0))
    operating = cash - opening_cash + capital_spent - debt + paid
    equity = total([*capital.values(), retained])
    sheet = {
        **noncurrent,
        **working,
        "Cash and cash equivalents": (cash, opening_cash),
        "Total assets": total([*noncurrent.values(), *working.values(), (cash, opening_cash)]),
        **liabilities,
        "Total liabilities": total(list(liabilities.values())),
        **capital,
        "Retained earnings": retained,
        "Total equity": equity,
        "Total equity and liabilities": total([equity, *liabilities.values()]),
    }
    flow: dict[str, Values] = {
        "Cash from operating activities": (operating,),
        "Vessels, property and software bought": (-capital_spent,),
        "Loans and leases repaid": (debt,),
        "Dividends paid": (-paid,),
        "Change in cash": (cash - opening_cash,),
        "Cash at 1 January 2025": (opening_cash,),
        "Cash at 30 September 2025": (cash,),
    }
    return sheet, flow


def data() -> dict[str, object]:
    """Everything that `report_en.typ` prints."""
    income, key = _income()
    quarter, before = key["revenue"][:2]
    profit = income["Profit for the period"]
    paid = _SHARES * Decimal("5.1") / 100
    sheet, flow = _position(profit[2], -_COSTS["Depreciation and amortisation"][2], paid)
    cash = sheet["Cash and cash equivalents"]
    net_debt = sheet["Bank loans"][0] + sheet["Lease liabilities"][0] - cash[0]
    ebitda = income["Operating profit"][2] - _COSTS["Depreciation and amortisation"][2] + _EBITDA_LAST_QUARTER_2024
    quarter_ebitda = income["Operating profit"][0] - _COSTS["Depreciation and amortisation"][0]
    capex = {
        "MV Fulmar: engine overhaul": values(6850, 6412, 6412),
        "MV Guillemot: lifeboats": values(1200, 0, 284),
        "Sandwick linkspan": values(9400, 3117, 5926),
        "Ticketing system": values(2150, 418, 1873),
        "Shore power, Port Arden": values(4300, 0, 0),
    }
    million = Notation(places=1)
    return {
        "segments": rows({**_SEGMENTS, "Revenue": key["revenue"]}, _POUNDS, ["Revenue"]),
        "income": rows(
            income, _POUNDS, ["Revenue", "Operating profit", "Profit before tax", "Profit for the period"]
        ),
        "sheet": rows(
            sheet,
            _POUNDS,
            ["Total assets", "Total liabilities", "Total equity", "Total equity and liabilities"],
        ),
        "flow": rows(flow, _POUNDS, ["Change in cash", "Cash at 30 September 2025"]),
        "projects": rows({**capex, "Total": total(list(capex.values()))}, _POUNDS, ["Total"]),
        "key": {
            "revenue": million.show(quarter / 1000),
            "revenue_before": million.show(before / 1000),
            "revenue_growth": million.show(growth(quarter, before)),
            "passenger_growth": million.show(growth(*_SEGMENTS["Passenger ferries"][:2])),
            "freight_fall": million.show(-growth(*_SEGMENTS["Freight"][:2])),
            "port_growth": million.show(growth(*_SEGMENTS["Port services"][:2])),
            "fuel_fall": million.show(-growth(*_COSTS["Fuel"][:2])),
            "ebitda": million.show(quarter_ebitda / 1000),
            "net_debt": million.show(net_debt / 1000),
            "leverage": Notation(places=2).show(net_debt / ebitda),
            "cash": million.show(cash[0] / 1000),
            "operating_margin": million.show(income["Operating profit"][0] * 100 / quarter),
            "pension": million.show(sheet["Pension deficit"][0] / 1000),
            "dividend": str(_DIVIDEND_PENCE),
            "dividend_cost": _POUNDS.show(_SHARES * _DIVIDEND_PENCE / 100),
            "eps": million.show(profit[0] * 100 / _SHARES),
            "repaid": million.show((sheet["Bank loans"][1] - sheet["Bank loans"][0]) / 1000),
        },
        # The typist swapped two digits of the finance costs; with what the pen wrote the column adds up.
        "misprint": {"printed": "(1,284)", "written": "(1,248)"},
        "ink": {"chair": signature(11, 6), "finance": signature(23, 8), "initials": initials(23)},
    }
