# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.up-to-date
WESTFRONT := $(BIN)/westfront
LOCK := uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 --no-annotate \
	--custom-compile-command 'make lock' --no-emit-package westfront pyproject.toml

.PHONY: play test setup format bench cluster docs lock audit clean

play: setup
	@$(WESTFRONT)

test: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest
	$(WESTFRONT) --add tests/ford rules --all --quiet
	$(WESTFRONT) map check

setup: $(STAMP)

$(STAMP): pyproject.toml requirements/dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Westfront needs Python 3.11 or newer: make PYTHON=python3.12")'
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --allow-existing --python $(PYTHON) $(VENV) && \
		uv pip install --quiet --python $(BIN)/python --require-hashes --requirement requirements/dev.lock && \
		uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .; \
	else \
		$(PYTHON) -m venv $(VENV) && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/dev.lock && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .; \
	fi
	@touch $@

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup
	$(WESTFRONT) --add tests/ford bench

# Ray is large, so it has a place of its own; its processes hear this machine only and tell nobody of it.
cluster:
	$(PYTHON) -m venv .venv-cluster
	.venv-cluster/bin/python -m pip install --quiet --disable-pip-version-check '.[cluster]'
	RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER=0 RAY_USAGE_STATS_ENABLED=0 .venv-cluster/bin/python -m tests.lab.cluster_check

docs: setup
	$(BIN)/mkdocs build --quiet --strict
	@echo 'To read it: $(BIN)/mkdocs serve, or any web server on the folder site.'

# The newest versions that pyproject.toml allows, with the hash of every file; look at what changed before you commit it.
lock:
	@command -v uv >/dev/null 2>&1 || { echo 'The locks are made with uv: pip install uv'; exit 2; }
	$(LOCK) --extra dev --output-file requirements/dev.lock
	$(LOCK) --extra pictures --extra postgres --output-file requirements/server.lock

audit: setup
	@$(BIN)/python requirements/audit.py requirements/server.lock requirements/dev.lock

clean:
	rm -rf $(VENV) .venv-cluster .pytest_cache .mypy_cache .ruff_cache .hypothesis site
