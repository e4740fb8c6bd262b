# Two commands do all on a fresh machine: make build, make test.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: build desk test slow hostile stranger lint bench golden pictures docs clean

build: .venv/ready
	$(BIN)/cardgen build --variant all

# A page to see, change, try and play games on: make desk GAME=king_lui
desk: .venv/ready
	$(BIN)/cardgen desk $(GAME)

# Machine code is made once, before both processes of the tests want it. SLOW=changed runs the slow tests, too, whose
# rooms have changed since they last passed.
test: .venv/ready
	$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest $(if $(SLOW),--slow $(SLOW))

# Every test, the slow ones too: before a release, and before you push what changes their rooms.
slow:
	$(MAKE) test SLOW=all

# What strangers may send, alone; `make test` tries it as well.
hostile: .venv/ready
	$(BIN)/python -m pytest tests/hostile tests/test_hostile.py tests/svg/test_hostile.py tests/desk/test_safe.py

# An installed wheel in the hands of somebody who has nothing else; ONLY=lines,kept runs legs alone, WHEEL=FILE takes one.
stranger: .venv/ready
	$(BIN)/python -m tests.stranger $(if $(WHEEL),--wheel $(WHEEL)) $(if $(ONLY),--only $(ONLY)) $(if $(DEEP),--deep)

lint: .venv/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	for each in win32 darwin; do $(BIN)/mypy --platform $$each --cache-dir .mypy_cache/$$each || exit 1; done

bench: .venv/ready
	$(BIN)/python tests/bench/bench.py $(if $(ONLY),--only $(ONLY)) $(if $(BEFORE),--before $(BEFORE)) $(if $(DEEP),--deep)

# Regenerates the files that tests compare with; review the difference before you commit it.
golden: .venv/ready
	$(BIN)/python -m tests.goldens.produce
	$(BIN)/python -m tests.rulebook.produce
	$(BIN)/python -m tests.rulebook.walk
	CARDGEN_COMPILE=0 $(BIN)/python -m tests.play.produce
	$(BIN)/cardgen schema --out templates/schemas
	$(BIN)/python -m tests.tools.reference

# The pictures of the README and the docs, made from real output.
pictures: .venv/ready
	$(BIN)/python tests/tools/readme_picture.py
	$(BIN)/python -m tests.tools.docs_pictures
	$(BIN)/python -m tests.tools.desk_picture
	$(BIN)/python -m tests.tools.away_pictures
	$(BIN)/python -m tests.tools.press_pictures

# The docs as a site in site/, which can be read without a network.
docs: .venv/ready
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	$(BIN)/mkdocs build --quiet --strict

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	$(BIN)/python -m compileall -q cardgen
	touch $@

clean:
	rm -rf .venv build dist site
	find out -mindepth 1 ! -name .gitignore -delete
