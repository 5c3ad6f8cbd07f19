# One door for everything: `make help`. Every target sets up what it needs in .venv, once.
VENV := .venv
BIN := $(VENV)/bin
LOG := build/setup.log
SYSTEM_PYTHON := $(shell command -v python3.11 || command -v python3)
NATIVE := CMakeLists.txt $(shell find native standoff/games -name '*.[ch]pp')
DRIVERS := $(wildcard tests/native/*.cpp)
WASM := build/standoff.wasm
PTCG_ENGINE := kaggle-environments==1.33.2
# The core as CMakeLists.txt has it, with doors for a browser and without those for Python, threads and all of ptcg.
WASM_SOURCES := $(sort $(filter-out native/python.cpp native/crew.cpp native/kaggle.cpp standoff/games/ptcg/%,$(filter %.cpp,$(NATIVE))))
WASM_FLAGS := -target wasm32-wasi -mexec-model=reactor -msimd128 -std=c++20 -O2 -DNDEBUG -fno-exceptions \
  -ffp-contract=off -Inative -Wl,-z,stack-size=1048576 -s
# Every step of the set-up writes to one log, of which the end is shown if the step fails.
quietly = ( $(1) ) >>$(LOG) 2>&1 || { tail -n 25 $(LOG); echo "The set-up stopped; all of its output is in $(LOG)."; exit 1; }
as_root = $(shell test "$$(id -u)" = 0 || echo sudo -n)

.PHONY: help setup demo test test-slow lint format stubs wasm pages size signature bench sanitize lock clean
.DEFAULT_GOAL := help

help:  ## list the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/' | expand -t 20

setup: $(VENV)/core  ## create .venv and build the native core; a second call does nothing
	@echo "Ready: $(BIN)/standoff --help"

demo: $(VENV)/core  ## train a player of BANG! for three minutes, measure it, play against it
	@PYTHON=$(BIN)/python recipes/bang.sh demo

test: $(VENV)/core $(WASM)  ## run the tests
	@$(BIN)/python -m pytest -n 2

test-slow: $(VENV)/core $(WASM)  ## run the tests that take minutes, too
	@$(BIN)/python -m pytest -n 2 -m 'slow or not slow'

lint: $(VENV)/core  ## check format, style, types, layers and the generated stub
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/clang-format --dry-run --Werror $(filter-out CMakeLists.txt,$(NATIVE)) $(DRIVERS)
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports
	@$(BIN)/pyright
	@$(BIN)/python -m nanobind.stubgen -q -m standoff._native -o build/_native.pyi
	@cmp -s build/_native.pyi standoff/_native.pyi || { echo "standoff/_native.pyi is old; run make stubs"; exit 1; }

format: $(VENV)/core  ## format Python and C++
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format --quiet .
	@$(BIN)/clang-format -i $(filter-out CMakeLists.txt,$(NATIVE)) $(DRIVERS)

stubs: $(VENV)/core  ## write the types of the native core anew
	@$(BIN)/python -m nanobind.stubgen -q -m standoff._native -o standoff/_native.pyi

wasm: $(WASM)  ## build the core for browsers: build/standoff.wasm

size: $(VENV)/core  ## lines of each room, and against the last commit
	@$(BIN)/python benchmarks/size.py

pages: $(VENV)/core  ## write the pages that are read off the games' sheets anew
	@$(BIN)/python recipes/pages.py

signature: $(VENV)/core  ## one hash a game over fixed-seed games and their rows
	@$(BIN)/python benchmarks/signature.py

bench: $(VENV)/core  ## decisions a second, beside OpenSpiel
	@$(call quietly,$(BIN)/pip install --quiet --constraint requirements.lock --no-build-isolation --editable '.[bench]')
	@$(BIN)/python benchmarks/throughput.py

sanitize: $(VENV)/packages  ## play some 30,000 games under the address and undefined-behaviour sanitizers
	@$(call quietly,$(BIN)/cmake -S tests/native -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja)
	@$(call quietly,$(BIN)/ninja -C build/sanitize)
	@build/sanitize/sanitize

lock:  ## choose the newest versions of all dependencies and write requirements.lock
	@rm -rf build/lock && mkdir -p build && $(SYSTEM_PYTHON) -m venv build/lock
	@build/lock/bin/python recipes/lock.py
	@rm -rf build/lock

clean:  ## delete .venv and all that was built; runs/ stays
	@rm -rf $(VENV) build .pytest_cache .hypothesis .ruff_cache

$(WASM): $(VENV)/packages $(WASM_SOURCES) $(filter %.hpp,$(NATIVE)) Makefile
	@echo "Building $@ (a minute or two the first time)"
	@$(call quietly,ZIG_GLOBAL_CACHE_DIR=$(abspath build/zig) ZIG_LOCAL_CACHE_DIR=$(abspath build/zig) \
	  $(BIN)/python -m ziglang c++ $(WASM_FLAGS) -o build/new.wasm $(WASM_SOURCES) && mv build/new.wasm $@)

$(VENV)/packages: requirements.lock
	@mkdir -p build && : >$(LOG)
	@echo "Setting up in $(VENV) (a minute or two, once; details in $(LOG))"
	@$(SYSTEM_PYTHON) -c 'import ensurepip, sys, sysconfig, pathlib; sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())' 2>/dev/null \
	  || { $(call quietly,$(as_root) apt-get update && $(as_root) apt-get install -y python3-venv python3-dev); }
	@$(call quietly,test -x $(BIN)/python || $(SYSTEM_PYTHON) -m venv $(VENV))
	@$(call quietly,$(BIN)/python -m pip install --disable-pip-version-check --requirement requirements.lock)
	@# The engine of ptcg, alone: what its package depends on is gigabytes that it does not need. All else works without.
	@$(BIN)/python -m pip install --disable-pip-version-check --no-deps $(PTCG_ENGINE) >>$(LOG) 2>&1 \
	  || echo "ptcg has no engine: $(BIN)/pip install --no-deps $(PTCG_ENGINE)"
	@touch $@

$(VENV)/core: $(VENV)/packages pyproject.toml $(NATIVE)
	@echo "Building the native core"
	@$(call quietly,$(BIN)/python -m pip install --disable-pip-version-check --no-deps --no-build-isolation --editable .)
	@touch $@
