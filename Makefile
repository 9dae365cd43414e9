# `make help` lists the targets. Each one installs what it needs; nothing else has to be set up.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV ?= .venv
DEMO := .venv-demo
DOCS := .venv-docs
BIN := $(VENV)/bin
# A worker holds all four frameworks and what they compiled, 4 GB at the end.
PYTEST_ARGS ?= --numprocesses logical --maxprocesses 4 --dist worksteal
MINUTES ?= 5
STATUS_ARGS ?= --seed --output docs/status

.DEFAULT_GOAL := help
.PHONY: help demo test pytest lint types browser generate bench conformance fuzz releases lock status models docs clean

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

demo: $(DEMO)/.installed ## Install ivy with NumPy only and run `ivy demo`
	$(DEMO)/bin/ivy demo

# mypy takes one core, so the tests begin beside it.
test: lint ## Check everything: style, generated code, types, tests on four frameworks
	@$(MAKE) --no-print-directory --jobs 2 types pytest

pytest: $(VENV)/.installed ## Run the tests only (PYTEST_ARGS="--backend torch -k add")
	$(BIN)/python -m pytest $(PYTEST_ARGS)

# Without it the tests of the status page in a browser are skipped, and pytest says so.
browser: ## Install Chromium and its driver for the tests of the status page (as root, by apt-get)
	command -v chromedriver || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium chromium-driver; }

lint: $(VENV)/.installed ## Check style, formatting, generated code and the line budget
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/generate.py --check
	$(BIN)/python tools/budget.py --check

types: $(VENV)/.installed ## Check types with mypy
	$(BIN)/mypy

generate: $(VENV)/.installed ## Rewrite what follows from the signatures in ivy/ops
	$(BIN)/python tools/generate.py

bench: $(VENV)/.installed ## Measure ivy against native calls (BENCH_ARGS="--backend numpy --quick")
	$(BIN)/python -m bench $(BENCH_ARGS)

conformance: $(VENV)/.installed ## Run the official Array API suite (SUITE=<array-api-tests checkout>)
	$(BIN)/python -m pip install --quiet --requirement "$(SUITE)/requirements.txt"
	$(BIN)/python -m tests.conformance --suite "$(SUITE)" $(CONFORMANCE_ARGS)

fuzz: $(VENV)/.installed ## Compare random calls on all frameworks (MINUTES=5 FUZZ_ARGS="--seed 7 --op take")
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES) $(FUZZ_ARGS)

releases: $(VENV)/.installed ## Tell what new releases of the frameworks break (RELEASES_ARGS="--only jax")
	$(BIN)/python tools/releases.py $(RELEASES_ARGS)

lock: $(VENV)/.installed ## Resolve the lock files in requirements/ anew
	$(BIN)/python tools/lock.py newest
	$(BIN)/python tools/lock.py oldest

status: $(VENV)/.installed ## Run the rows of the dashboard into docs/status (STATUS_ARGS=--all: into status/)
	$(BIN)/ivy status $(STATUS_ARGS)

# Tests that fail are shown on the page, whose writer then fails too.
models: $(VENV)/.installed ## Translate every model to every framework into docs/status/models.md (an hour)
	-$(BIN)/python -m pytest tests/transpile -q --every-model --dashboard status/models.jsonl $(MODELS_ARGS)
	$(BIN)/python -m tests.transpile.status docs/status status/models.jsonl

docs: $(DOCS)/.installed ## Build the documentation in site/
	$(DOCS)/bin/python -m sphinx -W -b html docs site

clean: ## Remove the virtual environments and everything built
	rm -rf $(VENV) $(DEMO) $(DOCS) site status dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One pip command per environment: the resolver sees every requirement at once.
# compileall: many containers forbid Python to write byte code, and every import would compile ivy.
$(DEMO)/.installed: pyproject.toml
	$(PYTHON) -m venv $(DEMO)
	$(DEMO)/bin/python -m pip install --quiet --editable .
	$(DEMO)/bin/python -m compileall -q ivy
	touch $@

$(DOCS)/.installed: pyproject.toml
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip install --quiet --editable '.[docs]'
	touch $@

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[all,test]'
	$(BIN)/python -m compileall -q ivy tests
	touch $@
