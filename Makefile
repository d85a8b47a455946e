# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Two commands for a newcomer; both set up everything first:
#   make bench    measure Ibex with each extension set and the engine at its port
#   make test     run the tests that every change has to pass
#   make test-all run every test, also those that take long
# Everything else is a verb of the command line: .venv/bin/vambrace --help

PYTHON ?= python3
READY := .venv/.ready
READY_TO_TEST := .venv/.ready-to-test
VAMBRACE := .venv/bin/vambrace
VAMBRACE_DEV := .venv/bin/vambrace-dev

.PHONY: bench test test-all setup doctor clean
.NOTPARALLEL:

bench: $(READY)
	@$(VAMBRACE) bench

test: $(READY_TO_TEST)
	@$(VAMBRACE_DEV) test

# Every test, hours; after an interruption it goes on.
test-all: $(READY_TO_TEST)
	@$(VAMBRACE_DEV) test all

setup: $(READY)

doctor: $(READY)
	@$(VAMBRACE) doctor

# A failed set-up leaves no mark, so that the next run goes on with it.
$(READY): requirements.txt requirements/installer.txt pyproject.toml dev/pyproject.toml scripts/setup.sh
	@PYTHON="$(PYTHON)" sh scripts/setup.sh
	@$(VAMBRACE) doctor --install --quiet
	@touch $@

$(READY_TO_TEST): $(READY) requirements/test.txt
	@$(VAMBRACE) doctor --install --for test --quiet
	@touch $@

clean:
	rm -rf build .venv
