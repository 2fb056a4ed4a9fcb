# Everything a newcomer needs; `make help` lists it. Needs only Python 3.11+, make and a C compiler.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV_VERSION := 0.13.8
INSTALLED := $(VENV)/.installed
export UV_PROJECT_ENVIRONMENT := $(VENV)
export UV_PYTHON_DOWNLOADS := never
export UV_LINK_MODE := copy
# Where this is set, every one of the many processes that tests start compiles all it imports anew.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup run test test-all compiled check format bench soak wheel

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

$(BIN)/uv:
	$(PYTHON) -c 'import sys; sys.exit("Tileledger needs Python 3.11 or newer: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

$(INSTALLED): pyproject.toml uv.lock | $(BIN)/uv
	$(BIN)/uv sync --frozen --quiet --python $(BIN)/python
	@touch $(INSTALLED)

setup: $(INSTALLED) ## the environment only: .venv with the tileledger command

run: setup ## migrate, play the demo up to now if the database is empty, then run everything
	$(BIN)/tileledger up

# A file at a time in each test process, so that what its tests share is made once; the long ones come first. Many
# only wait for other processes or a deadline, so that there is work for two test processes a processor.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')
PYTEST := $(BIN)/python -m pytest -p tests.workers --workers $(WORKERS) --durations 10

# Of a fresh clone nothing is compiled, and all test processes would compile everything, each for itself.
COMPILED := tests/__pycache__
ONLY_IMPORTED := $(BIN)/pytest --collect-only -q -p no:hypothesispytest -o python_functions=none

$(COMPILED): | setup
	@echo "Compiling the tests"
	@$(BIN)/python -m compileall -q -j 0 services bots shared infra
	@$(ONLY_IMPORTED) tests/unit > /dev/null & $(ONLY_IMPORTED) --ignore tests/unit > /dev/null; wait

compiled: $(COMPILED)

test: setup $(COMPILED) ## every test, of many alike some, PostgreSQL included, in a few minutes
	$(PYTEST) -m "not wide" $(ARGS)

# Two busy processors can be too slow for a test that waits for other processes. What failed beside others is named,
# then run once more alone; what fails there too fails. How much of the product was run is printed at the end.
ALL := --hypothesis-profile wide $(ARGS)
COVERING := -p tests.covering

test-all: setup $(COMPILED) ## every test: repeated crashes, long simulations and many examples, too
	$(PYTEST) $(COVERING) $(ALL) || { [ $$? = 1 ] && \
	echo "Once more, alone: what failed above" && $(BIN)/pytest --last-failed --last-failed-no-failures none $(ALL); }

check: setup ## format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup ## put the code into the house style
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

DIST ?= dist

wheel: setup ## what to install elsewhere, into dist/: the wheel, and the versions that it was tested with
	$(BIN)/uv build --quiet --wheel --no-build-isolation --python $(BIN)/python --out-dir $(DIST)
	$(BIN)/uv export --quiet --frozen --no-dev --no-emit-project --no-hashes --no-header --output-file $(DIST)/constraints.txt > /dev/null

bench: setup ## measure, side by side with raw drivers and a known library; make bench http for one section
	$(BIN)/python -m tests.bench $(SECTIONS)

# What follows `bench` or `soak` are its sections, not targets.
ifneq (,$(filter bench soak,$(firstword $(MAKECMDGOALS))))
SECTIONS := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
$(eval $(SECTIONS):;@:)
endif

soak: setup ## what takes too long for make test: ten minutes, or SOAK_MINUTES=60 make soak
	$(BIN)/uv sync --frozen --quiet --group mutation --python $(BIN)/python
	$(BIN)/python -m tests.soak $(SECTIONS)
