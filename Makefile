# Two commands: `make play` and `make test`. Each sets up what it needs by itself.

PYTHON ?= python3
GAME ?= bagh-chal
BIN := .venv/bin

.PHONY: play test wheel bench clean

play: .venv/play
	@$(BIN)/naadam play $(GAME)

test: .venv/test
	@$(BIN)/python scripts/test.py

wheel: .venv/test
	@$(BIN)/python -m build --wheel --outdir dist .

bench: .venv/test
	@$(BIN)/python bench/random_play.py

.venv/base:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Naadam needs Python 3.11 or newer; name it by make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || \
		{ echo "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@touch $@

.venv/play: .venv/base pyproject.toml requirements.lock
	@echo "Setting up Naadam (once)..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable .
	@touch $@

.venv/test: .venv/base pyproject.toml requirements.lock
	@echo "Setting up Naadam and its tests (once)..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable '.[dev]'
	@touch $@ .venv/play

clean:
	rm -rf .venv dist build
