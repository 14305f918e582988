# What can be done with a checkout? `make` alone says it.

PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3.14 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
READY := .venv/.ready
export PATH := $(CURDIR)/$(BIN):$(PATH)
unexport PYTHONDONTWRITEBYTECODE  # else each of the processes that tests start compiles everything anew

.DEFAULT_GOAL := help
.PHONY: help setup demo docs test proof bench ablate lint format clean

help:  ## say this
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY)  ## make .venv with everything in it, and find or install a browser

$(READY): pyproject.toml .ci/setup.py
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: apt-get install python3 python3-venv" >&2; exit 1; }
	$(PYTHON) .ci/setup.py

demo: $(READY)  ## run a chore on the bundled site
	webdart demo

docs: $(READY)  ## build the manual into site/; a dead link fails
	python .ci/docs.py

lint: $(READY)  ## format, style, types and the direction of imports
	ruff format --check .
	ruff check .
	pyright
	lint-imports

test: $(READY)  ## everything that has to hold, within 15 minutes
	@# four at a time also on two cores: much of their time is waiting, for pages, servers and deadlines. The style is
	@# looked at meanwhile, and what it said is shown at the end
	@mkdir -p build
	@$(MAKE) --no-print-directory lint > build/lint.txt 2>&1 & style=$$!; \
	pytest -n 4 --dist loadgroup -m "not proof"; tests=$$?; \
	wait $$style; style=$$?; cat build/lint.txt; exit $$((tests ? tests : style))

proof: $(READY)  ## the full figures, written to PROOF.md (PART=kills, say: one part of them)
	python .ci/proof.py $(PART)

bench: $(READY)  ## figures against a hand-written script, and what the sandbox costs
	for name in walk page store backtrack sandbox tokens cluster batch studio misspelt; do PYTHONPATH=.:sandbox python tests/bench/bench_$$name.py || exit 1; done

ablate: $(READY)  ## what each feature of the reading core brings (WEBDART_LABELS=FOLDER:...)
	python -m tools.fit --ablate

format: $(READY)  ## write the code as ruff does
	ruff format .
	ruff check --fix .

clean:  ## remove what was made here, runs excepted
	rm -rf .venv build dist site .pytest_cache .ruff_cache .import_linter_cache .hypothesis
