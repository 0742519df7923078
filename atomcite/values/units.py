"""Scale words, currencies and units, as patterns that may follow or precede a numeral."""

from __future__ import annotations

import re
from decimal import Decimal

_SCALES: tuple[tuple[str, int], ...] = (
    (r"thousands?\b|тыс(?:\.|яч\w*|\b)|k\b(?!\w)|тр\b", 3),
    (r"millions?\b|mln\b\.?|mio\b\.?|mn\b\.?|млн\b\.?|миллион\w*|mm\b", 6),
    (r"billions?\b|bln\b\.?|bn\b\.?|млрд\b\.?|миллиард\w*", 9),
    (r"trillions?\b|trn\b\.?|tn\b\.?|трлн\b\.?|триллион\w*", 12),
)
SCALE_WORDS = tuple((re.compile(p, re.I), Decimal(10) ** e) for p, e in _SCALES)
SHORT_SCALES = {"K": 3, "k": 3, "M": 6, "m": 6, "B": 9, "b": 9, "T": 12}

_CURRENCIES: tuple[tuple[str, str], ...] = (
    (r"US\$|USD\b|\$|(?:U\.?S\.? )?dollars?\b|доллар\w*(?: США)?|долл\.?(?: США)?", "USD"),
    (r"EUR\b|€|euros?\b|евро\b", "EUR"),
    (r"RUB\b|RUR\b|₽|roubles?\b|rubles?\b|руб\b\.?|рубл\w+|р\.(?!\s*[А-ЯA-Z])", "RUB"),
    (r"GBP\b|£|pounds? sterling\b|pounds?\b|фунт\w* стерлингов", "GBP"),
    (r"MYR\b|RM(?=\s?\d|\b)|ringgit\b", "MYR"),
    (r"JPY\b|¥|yen\b|иен\w*", "JPY"),
    (r"CNY\b|RMB\b|yuan\b|юан\w*", "CNY"),
    (r"CHF\b|(?:Swiss )?francs?\b|швейцарск\w+ франк\w*", "CHF"),
    (r"INR\b|₹|Rs\b\.?|rupees?\b", "INR"),
    (r"KZT\b|₸|тенге\b", "KZT"),
    (r"UAH\b|₴|гривен\w*|гривн\w*", "UAH"),
    (r"BYN\b", "BYN"),
    (r"TRY\b|₺", "TRY"),
    (r"CAD\b|C\$|Canadian dollars?", "CAD"),
    (r"AUD\b|A\$|Australian dollars?", "AUD"),
    (r"SGD\b|S\$", "SGD"),
    (r"HKD\b|HK\$", "HKD"),
    (r"AED\b|dirhams?\b", "AED"),
    (r"SEK\b", "SEK"),
    (r"NOK\b", "NOK"),
    (r"PLN\b|zł\b", "PLN"),
    (r"KRW\b|₩", "KRW"),
    (r"BRL\b|R\$", "BRL"),
    (r"коп\b\.?|копе\w+", "RUB/100"),
    (r"cents?\b|¢", "cent"),
    (r"pence\b|(?<=\d)p\b", "penny"),
)
_SIGNS = frozenset("$€£₽¥₹₸₴₺₩")
# Longer codes first, so that "C$" is not read as a bare dollar.
CURRENCY_PATTERNS = tuple((re.compile(p, re.I), code) for p, code in _CURRENCIES)
_PREFIXES = (
    ("CAD", r"C\$|CAD"), ("AUD", r"A\$|AUD"), ("HKD", r"HK\$|HKD"), ("SGD", r"S\$|SGD"), ("BRL", r"R\$|BRL"),
    ("USD", r"US\$|USD|\$"), ("EUR", r"EUR|€"), ("RUB", r"RUB|RUR|₽"), ("GBP", r"GBP|£"), ("MYR", r"MYR|RM"),
    ("JPY", r"JPY|¥"), ("CNY", r"CNY|RMB"), ("CHF", r"CHF"), ("INR", r"INR|₹|Rs\.?"), ("KZT", r"KZT|₸"),
    ("UAH", r"UAH|₴"), ("TRY", r"TRY|₺"), ("AED", r"AED"), ("SEK", r"SEK"), ("NOK", r"NOK"), ("PLN", r"PLN"),
    ("KRW", r"KRW|₩"), ("BYN", r"BYN"),
)  # fmt: skip
PREFIX_CURRENCY = re.compile("|".join(f"(?P<{code}>{p})" for code, p in _PREFIXES))
PREFIX_ANY = "(?:" + "|".join(p for _, p in _PREFIXES) + ")"
CURRENCIES = frozenset(code for code, _ in _PREFIXES)

_UNITS: tuple[tuple[str, str], ...] = (
    (r"percentage[\s-]points?\b|per cent points?\b|p\.p\.|ppts?\b|pp\b|п\.\s?п\.|п\.п\b|процентн\w+ пункт\w*", "pp"),
    (r"basis points?\b|bps?\b|базисн\w+ пункт\w*|б\.\s?п\.", "bp"),
    (r"%|％|percent\b|per\s?cent\b|pct\b\.?|процент\w*", "%"),
    (r"(?:business|working|banking)[\s-]days?\b|рабоч\w+ (?:дн\w+|день)|банковск\w+ (?:дн\w+|день)", "business day"),
    (r"(?:calendar|consecutive)[\s-]days?\b|календарн\w+ (?:дн\w+|день)", "calendar day"),
    (r"days?\b|дн(?:я|ей|ям|ями|ях|и)\b|день\b|сут(?:ки|ок)\b", "day"),
    (r"weeks?\b|недел\w+", "week"),
    (r"months?\b|месяц\w*|мес\.", "month"),
    (r"quarters?\b|квартал\w*", "quarter"),
    (r"years?\b|yrs?\b|лет\b|год(?:а|ов|ам|ами)\b", "year"),
    (r"hours?\b|hrs?\b|час(?:а|ов|ам)?\b|ч\.", "hour"),
    (r"minutes?\b|mins?\b|минут\w*|мин\.", "minute"),
    (r"seconds\b|secs?\b|секунд\w*|сек\.", "second"),
    (r"sq(?:uare|\.)? ?(?:met(?:re|er)s?|m)\b|m²|м²|кв\.\s?м(?:етр\w*)?\b\.?|квадратн\w+ метр\w*", "m2"),
    (r"cubic met(?:re|er)s?\b|m³|м³|куб\.\s?м\b\.?|кубическ\w+ метр\w*", "m3"),
    (r"kilomet(?:re|er)s?\b|km\b|километр\w*|км\b", "km"),
    (r"millimet(?:re|er)s?\b|mm\b|миллиметр\w*|мм\b", "mm"),
    (r"centimet(?:re|er)s?\b|cm\b|сантиметр\w*|см\b(?!\.)", "cm"),
    (r"met(?:re|er)s?\b|метр(?:а|ов|ам|ах)?\b|м\b(?!\.?\w)", "m"),
    (r"kilograms?\b|kgs?\b|килограмм\w*|кг\b", "kg"),
    (r"grams?\b|грамм\w*|г\b(?!\.)", "g"),
    (r"(?:metric )?tons?\b|tonnes?\b|тонн\w*|т\b(?!\.)", "t"),
    (r"lit(?:re|er)s?\b|литр\w*", "l"),
    (r"hectares?\b|ha\b|гектар\w*|га\b", "ha"),
    (r"acre[\s-]feet\b|acre[\s-]foot\b", "acre-foot"),
    (r"acres?\b|акр\w*", "acre"),
    (r"miles?\b|мил(?:я|и|ь)\b", "mile"),
    (r"feet\b|foot\b|фут\w*", "ft"),
    (r"barrels?\b|bbls?\b|баррел\w*", "barrel"),
    (r"kWh\b|кВт\W?ч\b", "kWh"),
    (r"MWh\b|МВт\W?ч\b", "MWh"),
    (r"MW\b|МВт\b", "MW"),
    (r"kW\b|кВт\b", "kW"),
    (r"°\s?[CС]\b|degrees? Celsius\b|градус\w* Цельсия", "°C"),
    (r"times\b|раз(?:а)?\b|x\b|×", "times"),
)
UNIT_PATTERNS = tuple((re.compile(p, re.I), unit) for p, unit in _UNITS)
DURATIONS = frozenset(
    {"day", "business day", "calendar day", "week", "month", "quarter", "year", "hour", "minute", "second"}
)


def read_tail(text: str, at: int, *, currency: str) -> tuple[Decimal, str, int]:
    """Scale word and unit that follow a numeral ending at `at`: (factor, unit, end). `currency` is a prefix that was
    read ("" for none): with it a lone m or b is a scale, without it a unit or nothing."""
    factor = Decimal(1)
    end = at
    gap = re.compile(r"[\s\u00a0\u2009\u202f-]{0,2}").match(text, at)
    start = gap.end() if gap else at
    for pattern, value in SCALE_WORDS:
        hit = pattern.match(text, start)
        if hit and hit.group().lower() not in {"k", "mm", "тр"}:
            factor, end = value, hit.end()
            break
    else:
        letter = text[start : start + 1]
        follows = text[start + 1 : start + 2]
        if text[start : start + 2].upper() == "MM" and currency:
            factor, end = Decimal(10) ** 6, start + 2
        elif letter in SHORT_SCALES and not (follows.isalnum() or follows in {"²", "³", "/"}):
            attached = start == at
            if currency or (letter in "KMB" and (attached or letter == "M")) or (letter == "k" and attached):
                factor, end = Decimal(10) ** SHORT_SCALES[letter], start + 1
    gap = re.compile(r"[\s\u00a0\u2009\u202f-]{0,2}(?:of\s)?").match(text, end)
    start = gap.end() if gap else end
    if currency:
        return factor, currency, end
    for pattern, unit in UNIT_PATTERNS:
        hit = pattern.match(text, start)
        if hit:
            return factor, unit, hit.end()
    for pattern, code in CURRENCY_PATTERNS:
        hit = pattern.match(text, start)
        if hit and not (hit.group()[-1] in _SIGNS and text[hit.end() : hit.end() + 1].isdigit()):
            # "For 2023 of £204": a sign right before a number is that one's.
            if code == "RUB/100":
                return factor / 100, "RUB", hit.end()
            return factor, code, hit.end()
    return factor, "", end


def currency_in(text: str) -> str:
    """Code of the first currency that a text names anywhere, "" without one. Letters of a longer word name none
    ("memberships" holds "Rs", "chaud" holds "AUD")."""
    found = [
        (hit.start(), code)
        for pattern, code in _CURRENCY_ANYWHERE
        if code in CURRENCIES and (hit := pattern.search(text))
    ]
    return min(found)[1] if found else ""


def currencies_in(text: str) -> frozenset[str]:
    """Codes of all currencies that a text names."""
    return frozenset(code for pattern, code in _CURRENCY_ANYWHERE if code in CURRENCIES and pattern.search(text))


_CURRENCY_ANYWHERE = tuple((re.compile(rf"(?:(?<!\w)|(?=\W))(?:{p})", re.I), code) for p, code in _CURRENCIES)
