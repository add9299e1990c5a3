# `make demo` and `make test` each work first, on a fresh clone; both set up what they need.
# pip's own configuration (index, mirror, proxy, wheels on disk) is left in force.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# The first Python that docveil supports and that runs; PYTHON=... names another.
PYTHON ?= $(firstword $(foreach p,python3.11 python3.12 python3,$(shell $(p) -c 'print("$(p)")' 2>/dev/null)))

VENV := .venv
BIN := $(VENV)/bin
PINS := artifacts-manifest/requirements.lock
MODELS := .artifacts/embedded
# Errors only: a machine with several indexes makes pip warn about each.
PIP := $(BIN)/python -m pip --quiet --quiet --no-input

.PHONY: help setup models demo test lint types unit laws test-heron conformance conformance-formats bench bench-extract bench-formats bench-detect bench-clean bench-corpus bench-body lock clean

# Public documents and labelled texts to measure against; no test needs them.
PEERS := ../shared/peer-cases
TEXTS := ../shared/pii-data

help:
	@echo "make demo    set up, clean a fixture PDF and show the result"
	@echo "make test    set up, then lint, types and every test"
	@echo "make lint | types | unit | laws    one of these; laws: every law on 1,000 examples"
	@echo "make test-heron  the tests that need torch, in an environment of their own (some GB)"
	@echo "make conformance | conformance-formats | bench | bench-extract | bench-formats | bench-detect | bench-clean | bench-body"
	@echo "             measure, for the most part against public data in ../shared"
	@echo "make models  prepare the model files, or verify them"
	@echo "make lock    pin all packages again (UPGRADE=--upgrade for newer ones)"
	@echo "make clean   remove what the other targets made"

# Stamps are written last, so a step that failed is done again, from the start.
$(VENV)/.pins: $(PINS)
	"$(PYTHON)" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 13) and "docveil needs Python 3.11 or 3.12: make PYTHON=...")'
	"$(PYTHON)" -m venv --clear $(VENV)
	@echo "Installing the hashed pins into $(VENV); with an empty pip cache this takes some minutes."
	$(PIP) install --require-hashes --requirement $(PINS)
	@# OpenCV's usual wheel needs libraries of a desktop; a server may lack them.
	$(BIN)/python -c 'import cv2' 2>/dev/null || { \
	    $(PIP) uninstall --yes opencv-python; \
	    $(PIP) install --require-hashes --no-deps --requirement artifacts-manifest/headless.lock; \
	    $(BIN)/python -c 'import cv2'; }
	touch $@

$(VENV)/.installed: $(VENV)/.pins pyproject.toml
	$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	touch $@

setup: $(VENV)/.installed

# No stamp: verifying takes a second, and a stamp would vouch for files that have changed since.
models: setup
	@test -d $(MODELS) && $(BIN)/docveil artifacts verify $(MODELS) || { \
	    code=$$?; test ! -d $(MODELS) || test $$code -eq 4 || exit $$code; \
	    rm -rf $(MODELS); \
	    $(BIN)/docveil artifacts prepare $(MODELS) --profile embedded --allow-download; }

demo: models
	rm -rf .demo
	$(BIN)/docveil clean fixtures/case_file.pdf --out .demo/out --artifacts $(MODELS)
	@echo
	@cat .demo/out/*.txt
	@echo
	@echo
	@echo "The cleaned text, the elements and the report are in:"
	@ls -d "$(CURDIR)"/.demo/out/*

# Two processes, each with whole files: what a file sets up once is set up once.
PYTEST := $(BIN)/python -m pytest --numprocesses 2 --dist loadfile

test: export DOCVEIL_ARTIFACTS := $(CURDIR)/$(MODELS)
test: models
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(PYTEST)

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: setup
	$(BIN)/mypy --strict

unit: export DOCVEIL_ARTIFACTS := $(CURDIR)/$(MODELS)
unit: models
	$(PYTEST)

# Torch stays out of $(VENV): the default install has to work without it. HERON names another environment that has it.
HERON ?= .venv-heron
HERON_PINS := artifacts-manifest/heron.lock

.venv-heron/.pins: $(HERON_PINS)
	"$(PYTHON)" -m venv --clear .venv-heron
	@echo "Installing the hashed pins with torch into .venv-heron: some GB, and some minutes."
	.venv-heron/bin/python -m pip --quiet --quiet --no-input install --require-hashes --requirement $(HERON_PINS)
	touch $@

.venv-heron/.installed: .venv-heron/.pins pyproject.toml
	.venv-heron/bin/python -m pip --quiet --quiet --no-input install --no-deps --no-build-isolation --no-index --editable .
	touch $@

test-heron: export DOCVEIL_ARTIFACTS := $(CURDIR)/$(MODELS)
test-heron: models $(if $(filter .venv-heron,$(HERON)),.venv-heron/.installed)
	$(HERON)/bin/python -m pytest -m slow tests/extract/test_heron.py

laws: export HYPOTHESIS_PROFILE := full
laws: setup
	$(BIN)/python -m pytest tests/properties

conformance conformance-formats bench-extract bench-formats bench-detect bench-clean bench-corpus bench-body: export DOCVEIL_ARTIFACTS := $(CURDIR)/$(MODELS)

conformance: models
	$(BIN)/python -m benchmarks.conformance_pdf $(PEERS)
	$(BIN)/python -m benchmarks.conformance_pdf $(PEERS) --scans

conformance-formats: models
	$(BIN)/python -m benchmarks.conformance_formats $(PEERS)

bench-extract: models
	$(BIN)/python -m benchmarks.extract $(PEERS)

bench-formats: models
	$(BIN)/python -m benchmarks.formats_speed

bench-detect: models
	$(BIN)/python -m benchmarks.detect $(TEXTS)

bench-clean: models
	$(BIN)/python -m benchmarks.clean

bench-corpus: models
	$(BIN)/python -m benchmarks.corpus files --rows --documents 1000 --workers 1 2
	$(BIN)/python -m benchmarks.corpus texts $(TEXTS) --rows 150

bench-body: models
	$(BIN)/python -m benchmarks.body $(PEERS)

bench: bench-extract bench-formats bench-detect bench-clean bench-corpus bench-body

lock:
	PYTHON="$(PYTHON)" scripts/lock.sh

clean:
	rm -rf $(VENV) .venv-heron .artifacts .demo .hypothesis .mypy_cache .ruff_cache build dist
