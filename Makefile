# `make demo` and `make test` are all you need on a fresh Debian 12; both first install what is missing (scripts/setup).
.PHONY: demo test setup format tidy clean

demo:            ## How many replicas can my T4 take?
	@scripts/setup
	@.venv/bin/slicewise plan examples/t4.yaml

test:            ## C++ under CTest (plain and with sanitizers), Python and the notebook under pytest
	@scripts/setup --test
	@scripts/test

setup:           ## Only install; the command is then .venv/bin/slicewise
	@scripts/setup

format:          ## Lay out the C++ sources
	@scripts/format

tidy:            ## clang-tidy 19 (Debian package clang-tidy-19) over the library and the command
	@command -v clang-tidy-19 >/dev/null || { echo "tidy: run  apt-get install -y clang-tidy-19" >&2; exit 2; }
	@cmake --preset tidy >/dev/null && cmake --build --preset tidy

clean:
	rm -rf build .venv
