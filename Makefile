# The front door: everything here is a thin wrapper around CMake, CTest and the scripts in tools/.
#
#     make            build build/comb            make check     format, layers, lengths, warnings of gcc and clang
#     make demo       solve an example of every game in the terminal
#     make test       all tests                   make install   honours PREFIX and DESTDIR
#     make help       the rest

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60

.DEFAULT_GOAL := all
.PHONY: all demo test test-asan check bench install package new clean format fuzz coverage test-cluster help

all: ## build the program: build/comb
	@tools/bootstrap build
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS)
	@tools/word-lists

demo: ## build, then solve one example of every game in the terminal
	@tools/bootstrap build
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS) --target comb
	@tools/word-lists
	@tools/demo

test: ## build and run all tests
	@tools/bootstrap test
	@tools/page-tools
	@cmake --preset release -DCOMB_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS)
	@tools/word-lists
	@JOBS=$(JOBS) tools/run-tests release

test-asan: ## the same tests with the address and undefined behaviour sanitizers, without the slow ones
	@tools/bootstrap test
	@cmake --preset asan -DCOMB_TESTS=ON -DCOMB_GLYPHS_MODEL="$(wildcard $(CURDIR)/build/generated/model.glyphs)" >/dev/null
	@cmake --build build-asan --parallel $(JOBS)
	@JOBS=$(JOBS) tools/run-tests asan

test-cluster: ## proofs on a throw-away Slurm (installs it, needs root) and with GNU parallel
	@tools/bootstrap test cluster
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS) --target comb
	@COMB=$(CURDIR)/build/comb tests/cluster/test_parallel.sh
	@COMB=$(CURDIR)/build/comb tests/cluster/test_slurm.sh

check: ## format, layers, lengths, scripts, and the warnings of gcc and clang
	@tools/bootstrap test
	@tools/check

bench: ## run the benchmarks
	@tools/bootstrap build
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS)
	@tools/bench build

fuzz: ## run every fuzz target for FUZZ_SECONDS (60); make fuzz FUZZ_SECONDS=600 for a night
	@tools/bootstrap fuzz
	@cmake --preset fuzz >/dev/null
	@cmake --build build-fuzz --parallel $(JOBS)
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tools/fuzz build-fuzz

coverage: ## run the tests in a build that counts lines, then print the coverage by file
	@tools/bootstrap test
	@cmake --preset coverage -DCOMB_TESTS=ON >/dev/null
	@cmake --build build-coverage --parallel $(JOBS)
	@JOBS=$(JOBS) tools/run-tests coverage
	@tools/coverage build-coverage

install: all ## install below PREFIX (/usr/local); DESTDIR is put in front
	@cmake --install build --prefix "$(PREFIX)" --strip

package: all ## make a Debian package in build/
	@cd build && cpack -G DEB

new: ## make new NAME=foo: a new game from the template, in src/games/foo
	@tools/new-game "$(NAME)"

format: ## put every C file into the project's format
	@tools/c-files | xargs clang-format -i

clean: ## remove everything that was built (the word list stays)
	@rm -rf build build-debug build-asan build-tsan build-clang build-fuzz build-coverage

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
