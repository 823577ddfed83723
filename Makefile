# make serve    build and run the server on ./data
# make test     all tests
# make race     all tests of the core and the adapter under the race detector
# make tear     readers of what is being written, torn on purpose
# make torture  a server killed again and again, and whether anything is lost
# make browser  the pages of the built server in a browser (needs chromium and mariadb)
# make truth    what the profiler says against clocks that know nothing of it (needs perf)
# make fallback what stands in where a platform lacks something; arm64 (needs qemu-user-static)
# make oldest   the core tested, and all but the server vetted for other platforms, with
#               the oldest Go that is supported
# make lint     formatting, vet, golangci-lint
# make bench    what it costs, as ratios measured in one run (needs sysbench)
# make build-proof what perfschema build costs, Go's own tests with it, a server built and asked
#               (needs the module proxy)
# make soak     an hour of work (SOAK=10m for ten minutes), and the server's memory by the minute
# make calls    how many functions of ours a statement runs, and that these are no more than
#               bench/calls.tsv says (needs sysbench)
# make pgo      records what the server does under load, in bin/server.pgo (needs sysbench); then
#               make build PGO=bin/server.pgo has the compiler optimize by it
# make bench-go the part of it that needs nothing but Go: limits, aims, rivals

GO       ?= go
TAGS     := gms_pure_go
# On a busy machine go-mysql-server's own suites alone take longer than the ten
# minutes that go test gives a package by itself.
TIMEOUT := -timeout 60m
# A test's binary is linked without what only a debugger reads, and lint vets its package.
TESTING := $(TIMEOUT) -vet=off -ldflags=-w
# Without the paths of this machine, as a release is built: what is compiled once
# serves the tests of the release too.
GOFLAGS_ := -trimpath -tags $(TAGS)
LINT     := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
LISTEN   ?= 127.0.0.1:3306
SOAK     ?= 1h
# What torture does: -seed 7 -duration 1h -kind kill-at-call
TORTURE  ?=

# What truth does: -only 'crowd' -runs 5 -v
TRUTH    ?=

CORE     := ./...
MODULES  := ./... ./gms/... ./history/... ./otel/... ./prometheus/... ./server/... ./bench/... ./release/...

# Where to write screenshots to: SHOTS=$(CURDIR)/docs/pages
SHOTS    ?=

.PHONY: serve build build-proof test browser race tear torture truth fallback oldest lint bench bench-go calls soak pgo clean

serve: build
	./bin/perfschema serve --listen $(LISTEN) --data-dir ./data

# PGO=bin/server.pgo has the compiler optimize by what make pgo has recorded.
PGO ?= off
build:
	$(GO) build $(GOFLAGS_) -pgo=$(PGO) -o bin/perfschema ./server/cmd/perfschema

pgo: build
	$(GO) run -trimpath ./bench -server bin/perfschema -time 30s -pgo bin/server.pgo

# The packages whose tests take longest begin first: the others run beside them, one more than
# there are processors, since tests also wait.
LONGEST := ./server/sqltest ./gms ./server/torture ./release
ATONCE  := -p $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
test:
	$(GO) test $(GOFLAGS_) $(TESTING) $(ATONCE) $(LONGEST) $(MODULES)
	cd examples && GOWORK=off $(GO) test $(GOFLAGS_) $(TESTING) ./...
	cd bench/rival && GOWORK=off $(GO) test -trimpath -run '^$$' -bench . -benchtime 1x -count 2 .

browser: build
	cd browser && GOWORK=off $(GO) test -trimpath -count=1 . -args -shots=$(SHOTS)

# The race detector finds nothing where one goroutine runs alone: it is left out of packages that,
# with their tests, import neither locks nor atomic values nor the network, of those whose tests
# wait for other processes, and of tests that call racetest.SkipAlone.
RACE   := ./server/sqltest ./gms ./sampler ./... ./gms/... ./history/... ./otel/... ./prometheus/... ./server/...
MEETS  := sync|sync/atomic|net|net/http|net/http/httptest
IMPORT := {{.ImportPath}} {{range .Imports}}{{.}} {{end}}{{range .TestImports}}{{.}} {{end}}{{range .XTestImports}}{{.}} {{end}}
race:
	$(GO) test $(GOFLAGS_) $(TESTING) $(ATONCE) -race -short $$($(GO) list -tags $(TAGS) -f '$(IMPORT)' $(RACE) | sed -nE 's#^([^ ]+) (.* )?($(MEETS)) .*#\1#p' | grep -vE '/(build|server/(demo|overhead|tooltest|torture|truth))$$')
	cd examples && GOWORK=off $(GO) test $(GOFLAGS_) $(TESTING) -race -short ./...

# What the tests named here read is written a word at a time, with pauses.
TEAR_FOR ?= 10s
tear:
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	$(GO) run ./internal/tear/instrument -dir $$dir -tags $(TAGS) . ./internal/histogram ./internal/ring ./internal/slab ./internal/stat ./sampler && \
	$(GO) test $(GOFLAGS_) $(TIMEOUT) -overlay $$dir/overlay.json -run 'Torn' -count 20 . && \
	$(GO) test $(GOFLAGS_) $(TIMEOUT) -overlay $$dir/overlay.json -v -run 'Torn|OutliveTruncate' ./view/catalog -torn $(TEAR_FOR)

torture: build
	$(GO) run ./server/torture -server bin/perfschema $(TORTURE)

truth: build
	$(GO) run $(GOFLAGS_) ./server/truth -server bin/perfschema $(TRUTH)

# With the tag portable nothing is done the way that one platform has; with
# nobarrier the kernel runs no barriers. Under qemu the order of loads and stores
# is the host's, and its clock is not exact.
BELOW := . ./internal/... ./relaxed ./snowset ./stopwatch ./psync ./pfile ./pnet ./pchan ./pslog ./pmemory ./phttp ./pdb ./view/... ./sampler
WORDS := ./internal/seqlock ./relaxed ./internal/goroutine ./internal/callsite ./internal/clock ./internal/usage ./internal/ring ./internal/slab ./internal/stat
QEMU  := qemu-aarch64-static
fallback:
	$(GO) test -tags '$(TAGS) portable' $(TIMEOUT) -short $(BELOW)
	$(GO) test -tags '$(TAGS) nobarrier' $(TIMEOUT) -short . ./internal/seqlock ./psync ./view/catalog
	@if command -v $(QEMU) >/dev/null; then set -x; \
	CGO_ENABLED=0 GOOS=linux GOARCH=arm64 $(GO) test $(GOFLAGS_) $(TIMEOUT) -exec $(QEMU) -short -vet=off -skip TestCycleAgainstThisMachine $(WORDS); \
	elif [ -n "$$PERFSCHEMA_REQUIRE_TOOLS" ]; then echo "no $(QEMU)"; exit 1; \
	else echo "no $(QEMU): arm64 is not tested"; fi

# The oldest Go is that of go.work. It tests the core here, and vets what other platforms
# compile: with that it compiles all but the server, whose use of the standard library
# lint compares with go.mod.
PLATFORMS := darwin/arm64 linux/arm64 windows/amd64
oldest:
	@oldest=go$$(sed -n 's/^go //p' go.work); if GOTOOLCHAIN=$$oldest $(GO) version; then export GOTOOLCHAIN=$$oldest; \
	else echo "$$oldest cannot be had: tested with"; $(GO) version; fi; set -ex; \
	$(GO) test $(GOFLAGS_) $(TIMEOUT) -short $(BELOW); \
	for target in $(PLATFORMS); do \
	GOOS=$${target%/*} GOARCH=$${target#*/} CGO_ENABLED=0 $(GO) vet $(GOFLAGS_) ./... ./gms/... ./history/... ./otel/... ./prometheus/...; done

lint:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$unformatted" ]; then echo "not gofmt-clean:"; echo "$$unformatted"; exit 1; fi
	cd bench/rival && GOWORK=off $(GO) vet -trimpath .
	cd examples && GOWORK=off $(GO) vet $(GOFLAGS_) ./...
	cd browser && GOWORK=off $(GO) vet -trimpath .
	GOFLAGS="$$GOFLAGS -trimpath" $(GO) run $(LINT) run --allow-parallel-runners --build-tags $(TAGS) $(MODULES)

# BENCH=-part load is the comparison with Dolt's own server alone.
BENCH ?=
bench: bench-go build bin/dolt
	$(GO) run ./bench -server bin/perfschema $(BENCH)

# Dolt's own server, which a statement's cost is compared with.
bin/dolt: bench/stock/go.mod
	cd bench/stock && GOWORK=off $(GO) build $(GOFLAGS_) -o ../../bin/dolt github.com/dolthub/dolt/go/cmd/dolt

# CALLS=-rewrite keeps the new figures.
CALLS ?=
calls:
	$(GO) run -trimpath ./bench -calls . $(CALLS)

bench-go:
	$(GO) run ./bench -go . -rounds 15

# PROOF='-part cost' is a part of it.
PROOF ?=
build-proof:
	$(GO) build -trimpath -o bin/perfschema-build ./build/cmd/perfschema
	PERFSCHEMA_TOOLCHAINS=1 $(GO) test $(GOFLAGS_) $(TESTING) ./build/...
	$(GO) run -trimpath ./build/proof $(PROOF)

soak: build
	$(GO) run ./bench -server bin/perfschema -threads 16 -soak $(SOAK)

clean:
	rm -rf bin
