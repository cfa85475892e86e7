# `make demo` and `make test` need Python 3.11 to 3.13, make and a package index: both
# create .venv when it is missing and install anew when pyproject.toml or the pins under
# requirements/ have changed. PYTHON=/path/to/python chooses the interpreter that .venv
# is made from, VENV=folder another place for it.

VENV := .venv
BIN := $(VENV)/bin
DIGITS := examples/digits

# Environments beside .venv: of other Pythons, of the newest packages, of `make lock`.
OTHERS := .venvs

# The arrays here are small: BLAS threads only get into each other's way. What make
# runs keeps its cache of generated modules inside the project.
export OPENBLAS_NUM_THREADS := 1
export SRCAD_CACHE_DIR := $(CURDIR)/.srcad/cache
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test test-long test-pythons test-short test-latest lint lock format
.PHONY: clean test-more test-numba test-hunts bench oracles oracles-mindspore
.PHONY: oracles-models

help:
	@echo 'make demo    generate the gradient of a digit classifier, train with it, check it'
	@echo 'make test    lint, types, import layers, golden files and the tests'
	@echo 'make lint    the same without the tests'
	@echo 'make format  format hand-written code'
	@echo 'make clean   remove environments, caches and what the examples wrote'
	@echo
	@echo 'make test-more     the tests that take longer'
	@echo 'make test-hunts    a little of each hunt, other cases for each commit'
	@echo 'make test-long     these, hunts for stale modules and wrong programs'
	@echo 'make test-numba    the tests of the engine that compiles'
	@echo 'make test-pythons  golden files and a short suite on each Python found here'
	@echo 'make test-latest   make test with the newest packages instead of those pinned'
	@echo 'make bench       time what is generated against NumPy written by hand'
	@echo 'make oracles     compare values and gradients with HIPS/autograd and JAX'
	@echo 'make oracles-mindspore  the same with MindSpore 2.10, a big download'
	@echo 'make oracles-models     models of mindcv and of torchvision, big downloads'
	@echo 'make lock          choose what is pinned under requirements/ anew'

# ------------------------------------------------------------------- environment

# Running a candidate is the only way to know it: a name on PATH may be a launcher for
# a version that is not installed, or lack what `venv` needs.
$(BIN)/python:
	@for candidate in $(PYTHON) python3.13 python3.12 python3.11 python3 python; do \
	    if "$$candidate" -c 'import ensurepip, sys, venv; \
	sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then \
	        echo "Creating $(VENV) with $$("$$candidate" --version)"; \
	        exec "$$candidate" -m venv --clear $(VENV); \
	    fi; \
	done; \
	echo 'make: no Python 3.11 to 3.13 with the venv module was found.' >&2; \
	echo 'make: install one (on Debian also python3-venv), or name it: make PYTHON=...' >&2; \
	exit 1

# What the pins leave out is srcad itself: with what builds it among them, nothing is
# chosen at the time of installing. LATEST=yes takes the newest of everything instead.
ifdef LATEST
demo_extras := examples
test_extras := dev,examples
numba_extras := dev,numba
install = $(BIN)/python -m pip install --quiet --upgrade --upgrade-strategy eager \
    --editable '.[$($(1)_extras)]'
else
install = $(BIN)/python -m pip install --quiet --require-hashes \
    --requirement requirements/$(1).txt && \
    $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
endif

# Everything that `make test` needs holds everything that `make demo` needs.
$(VENV)/.installed-demo: pyproject.toml requirements/demo.txt $(BIN)/python
	@if [ $(VENV)/.installed-test -nt pyproject.toml ] && \
	    [ $(VENV)/.installed-test -nt requirements/test.txt ]; then :; else \
	    echo 'Installing srcad with its examples into $(VENV) (once; a minute or so)'; \
	    $(call install,demo); \
	fi
	@touch $@

$(VENV)/.installed-test: pyproject.toml requirements/test.txt $(BIN)/python
	@echo 'Installing srcad with its development tools into $(VENV) (once; a minute or so)'
	@$(call install,test)
	@touch $@

# Numba is in no other environment: nothing else may need it.
$(VENV)/.installed-numba: pyproject.toml requirements/numba.txt $(BIN)/python
	@echo 'Installing srcad with Numba into $(VENV) (once; a minute or so)'
	@$(call install,numba)
	@touch $@

# One file of pins holds for every Python that srcad runs on: what differs between them
# has a marker. uv reads where packages are from its own configuration, and writes none
# of it. UPGRADE= keeps the pins that still fit.
UPGRADE := --upgrade
compile = UV_CUSTOM_COMPILE_COMMAND='make lock' $(OTHERS)/lock/bin/uv pip compile \
    --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
    $(UPGRADE)

lock:
	@$(MAKE) --no-print-directory $(OTHERS)/lock/bin/python VENV=$(OTHERS)/lock
	$(OTHERS)/lock/bin/python -m pip install --quiet 'uv~=0.13.0'
	$(compile) --python-version 3.11 pyproject.toml --group build \
	    --extra dev --extra examples -o requirements/test.txt
	$(compile) --python-version 3.11 pyproject.toml --group build \
	    --extra examples -c requirements/test.txt -o requirements/demo.txt
	$(compile) --python-version 3.11 pyproject.toml --group build \
	    --extra dev --extra numba -o requirements/numba.txt
	$(compile) --python-version 3.9 requirements/numpy-newest.in \
	    -o requirements/numpy-newest.txt
	$(compile) --python-version 3.9 requirements/numpy-oldest.in \
	    -o requirements/numpy-oldest.txt

# -------------------------------------------------------------------------- demo

demo: $(VENV)/.installed-demo
	@echo
	@echo '1. Generate. srcad reads the source of Classifier in $(DIGITS)/model.py and'
	@echo '   writes its gradient as a Python module over NumPy.'
	@echo
	$(BIN)/srcad generate $(DIGITS)/model.py::Classifier \
	    --init '{"hidden": 64}' \
	    --input 'x=float32[batch, 64]' --input 'target=int32[batch]' \
	    -o $(DIGITS)/generated
	@echo
	@echo '   This is the half that computes the gradient, as it stands in the file:'
	@echo
	@PYTHONPATH=$(DIGITS) $(BIN)/python -c "import inspect, textwrap; \
	    from generated.classifier_backward import backward; \
	    print(textwrap.indent(inspect.getsource(backward), '   | ', lambda line: True))"
	@echo '2. Train, with that file and plain stochastic gradient descent, on 1,797'
	@echo '   handwritten digits. A fifth of them is held out.'
	@echo
	$(BIN)/python $(DIGITS)/train.py
	@echo
	@echo '3. Check. srcad builds every target of pyproject.toml again and compares it with'
	@echo '   the file that was reviewed and committed under golden/.'
	@echo
	$(BIN)/srcad check
	@echo
	@echo 'What happened: srcad wrote the gradient of the classifier as ordinary Python,'
	@echo 'a training loop imported that file and learned to read digits with it, and the'
	@echo 'gradients that srcad writes today are, byte for byte, those reviewed in golden/.'
	@echo
	@echo 'Read next: $(DIGITS)/generated/classifier_backward.py and README.md.'

# ------------------------------------------------------------------------- checks

VALUES := not long and not pythons and not numba
SHORT := $(VALUES) and not rest

# Bytecode is kept, or each Python that a test starts would compile srcad anew.
test: lint
	env -u PYTHONDONTWRITEBYTECODE \
	    $(BIN)/python -m pytest -n auto -m '$(SHORT)'

# The tests that take longer than a contributor waits; and those of values once more,
# with each module formatted before it is run, as a user's is.
FORMATTED := tests/srcad tests/test_compatibility.py
FORMATTED += --ignore tests/srcad/compiler/test_cases.py
FORMATTED += --ignore tests/srcad/compiler/test_programs.py

# SHARE=3 takes a third of the rows of their tables: the same for one commit, others for
# the next.
SHARE := 1
test-more: export SRCAD_TESTS_SHARE = $(SHARE) $(shell git rev-parse HEAD)

test-more: $(VENV)/.installed-test $(OTHERS)/browser/.installed
	$(BIN)/python -m pytest -n auto -m 'long and not numba'
	SRCAD_TESTS_FORMAT=yes $(BIN)/python -m pytest -n auto \
	    -m '$(VALUES)' $(FORMATTED)

# A browser without a window, for the pages of `srcad view`. Where there is no npm, or
# nothing to install from, the tests that need it are skipped.
$(OTHERS)/browser/.installed: tests/browser/package.json
	@mkdir -p $(@D)
	@if command -v npm >/dev/null; then \
	    cp tests/browser/package.json $(@D) && \
	    npm install --prefix $(@D) --no-audit --no-fund --loglevel=error && touch $@; \
	fi || echo 'make: no browser; the tests of pages are skipped' >&2

# The engine that compiles, in an environment of its own; MARKS=numba takes 200 random
# programs as well, each of which is compiled in seconds.
MARKS := numba and not long

test-numba:
	@$(MAKE) --no-print-directory $(OTHERS)/numba/.installed-numba VENV=$(OTHERS)/numba
	$(OTHERS)/numba/bin/python -m pytest -n auto -m '$(MARKS)'

# These, and hunts: the same at each run, unless given SEED=2 or another.
# Together about half an hour on two cores.
SEED := 1

test-long: test-more
	$(MAKE) --no-print-directory test-numba MARKS=numba
	$(BIN)/python tools/hunt.py stale --mutations 2000 --seed $(SEED)
	$(BIN)/python tools/random_programs.py --programs 20000 --seed $(SEED)
	$(BIN)/python tools/hunt.py all --minutes 1 --jobs 2 --seed $(SEED)

# A few cases of each family: the same for one commit, others for the next. Two minutes.
COMMIT = $$((0x$$(git rev-parse --short=7 HEAD)))

test-hunts: $(VENV)/.installed-test
	$(BIN)/python tools/hunt.py stale --mutations 100 --seed $(COMMIT)
	$(BIN)/python tools/hunt.py all --cases 100 --minutes 2 --jobs 2 --seed $(COMMIT)

# Seconds for each row; `make bench NAMES='lstm mixture'` times these alone. Without
# names, what compilation takes is timed as well.
bench: $(VENV)/.installed-test
	$(BIN)/python tools/bench.py --seconds 2 $(NAMES)
	$(if $(NAMES),,$(BIN)/python tools/compile_bench.py)

# Values and gradients against HIPS/autograd and JAX, in an environment of its own.
oracles: $(OTHERS)/oracles/.installed
	PYTHONPATH=$(CURDIR) $(OTHERS)/oracles/bin/python \
	    tools/oracles/compare_with_autograd.py
	PYTHONPATH=$(CURDIR) $(OTHERS)/oracles/bin/python \
	    tools/oracles/compare_with_jax.py

# Models of mindcv against those of torchvision, with the same weights; NAMES='vgg11'
# runs these alone. Big downloads.
oracles-models: $(OTHERS)/models/.installed
	PYTHONPATH=$(CURDIR) $(OTHERS)/models/bin/python \
	    tools/oracles/compare_models_with_torch.py $(NAMES)

$(OTHERS)/models/.installed: pyproject.toml
	@$(MAKE) --no-print-directory $(OTHERS)/models/bin/python VENV=$(OTHERS)/models
	$(OTHERS)/models/bin/python -m pip install --quiet torch torchvision pytest \
	    pyyaml tqdm --editable .
	$(OTHERS)/models/bin/python -m pip install --quiet --no-deps mindcv
	@touch $@

# Every name of the compatibility page on both; the public names are those of the list.
# MindSpore 2.10 wants a NumPy before 2, so srcad is not in its environment. NAMES='ops.exp
# nn.Dense' runs these alone.
MINDSPORE := $(OTHERS)/mindspore
ARRAYS := .srcad/oracles

oracles-mindspore: $(MINDSPORE)/.installed $(VENV)/.installed-test
	@mkdir -p $(ARRAYS)
	$(MINDSPORE)/bin/python tools/oracles/mindspore_names.py --check
	$(MINDSPORE)/bin/python tools/oracles/compare_with_mindspore.py \
	    run $(ARRAYS)/real.npz $(NAMES)
	$(BIN)/srcad run tools/oracles/compare_with_mindspore.py \
	    run $(ARRAYS)/ours.npz $(NAMES)
	$(BIN)/python tools/oracles/compare_with_mindspore.py \
	    compare $(ARRAYS)/real.npz $(ARRAYS)/ours.npz

$(MINDSPORE)/.installed:
	@$(MAKE) --no-print-directory $(MINDSPORE)/bin/python VENV=$(MINDSPORE)
	$(MINDSPORE)/bin/python -m pip install --quiet 'mindspore~=2.10.0' 'numpy<2'
	@touch $@

$(OTHERS)/oracles/.installed: pyproject.toml
	@$(MAKE) --no-print-directory $(OTHERS)/oracles/bin/python VENV=$(OTHERS)/oracles
	$(OTHERS)/oracles/bin/python -m pip install --quiet --editable '.[oracles]'
	@touch $@

# What is likely to differ from one Python to another, or from one NumPy to another.
test-short: $(VENV)/.installed-test
	$(BIN)/srcad check
	$(BIN)/python -m pytest -n auto -m '$(SHORT)' \
	    tests/codegen tests/examples tests/test_goldens.py \
	    tests/srcad/compiler/reading tests/srcad/test_world.py

# Other Pythons are those of tools/pythons.py; $(VENV) has its own by `make test`.
test-pythons: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n auto -m pythons
	@for version in $$($(BIN)/python tools/pythons.py --others 3.11); do \
	    echo; echo "Python $$version"; \
	    $(MAKE) --no-print-directory demo test-short VENV=$(OTHERS)/$$version \
	        PYTHON="$$($(BIN)/python tools/pythons.py --path $$version)" || exit; \
	done

test-latest:
	rm -f $(OTHERS)/latest/.installed-*
	$(MAKE) --no-print-directory test VENV=$(OTHERS)/latest LATEST=yes

lint: $(VENV)/.installed-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/srcad check

format: $(VENV)/.installed-test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Reviews that wait under .srcad/pending are the user's: they stay.
clean:
	rm -rf $(VENV) $(OTHERS) .srcad/cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf .import_linter_cache $(DIGITS)/generated examples/*/loss.png
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
