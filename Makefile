# Two commands do all on a fresh machine: make build, make test.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: build test lint bench golden pictures clean

build: .venv/ready
	$(BIN)/cardgen build --variant all

test: .venv/ready
	$(BIN)/python -m pytest

lint: .venv/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/python tests/bench/bench.py

# Regenerates the files that tests compare with; review the difference before you commit it.
golden: .venv/ready
	$(BIN)/python -m tests.goldens.produce
	$(BIN)/python -m tests.rulebook.produce
	$(BIN)/python -m tests.rulebook.walk
	CARDGEN_COMPILE=0 $(BIN)/python -m tests.play.produce
	$(BIN)/cardgen schema --out templates/schemas

# The picture of the README, made from real output.
pictures: .venv/ready
	$(BIN)/python tests/tools/readme_picture.py

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	$(BIN)/python -m compileall -q cardgen
	touch $@

clean:
	rm -rf .venv build dist
	find out -mindepth 1 ! -name .gitignore -delete
