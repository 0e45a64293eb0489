# Two commands on a fresh machine with Python 3.11 and make:
#   make demo   sets up and runs a recorded table, the dealer screen on http://127.0.0.1:8000/dealer
#   make test   sets up and runs every test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.setup-done
# Training has an environment of its own: torch and ultralytics are needed nowhere else.
TRAIN_VENV ?= build/train
# Recorded hands, where they lie beside the checkout: bench plays them beside PokerKit.
HANDS ?= ../shared/hands
.DEFAULT_GOAL := help

.PHONY: help setup demo test test-train bench lint format debian firmware bridge-acceptance recording clean

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 28

setup: $(STAMP) ## make .venv with everything that the targets below need

$(STAMP): pyproject.toml .ci/constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "betline needs Python 3.11 or newer; found $$($(PYTHON) --version). Say: make PYTHON=python3.12 ..."; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .ci/constraints.txt --editable '.[dev]'
	@touch $@

debian: ## install the Debian packages that some tests need (as root), or print the line to run
	@sh .ci/debian.sh

demo: setup ## run the recorded table at real pace, with the dealer screen
	$(BIN)/betline demo

test: setup debian ## run every test
	$(BIN)/python -m pytest

test-train: ## train the detector for a moment and hold its export against ultralytics (AGPL-3.0)
	test -x $(TRAIN_VENV)/bin/python || $(PYTHON) -m venv $(TRAIN_VENV)
	$(TRAIN_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[train]' pytest hypothesis
	$(TRAIN_VENV)/bin/python -m pytest tests/train

bench: setup ## print the latency and throughput figures beside their budgets
	$(BIN)/betline bench
	$(if $(wildcard $(HANDS)),$(BIN)/betline bench --hands $(HANDS))

lint: setup ## ruff, mypy and the import arrows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: setup ## put the code in the one style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

firmware: ## build the panel's firmware for this machine and its boards, and print the sizes
	$(MAKE) -C firmware_bridge/firmware OUT=$(CURDIR)/build/firmware sizes

bridge-acceptance: setup debian ## measure the bridge for an hour, and write docs/bridge.md
	PYTHONPATH=tests/firmware_bridge $(BIN)/python -m acceptance --write

recording: setup ## make the demo's recording again
	$(BIN)/python -m models recording
	$(BIN)/python -m firmware_bridge models/recording/presses.yaml

clean: ## remove what setup made
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
