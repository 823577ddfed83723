package main

import (
	"fmt"
	"slices"
	"strings"
)

// expected has, by package, the tests that fail with the patches, and why.
var expected = map[string]map[string]string{
	"runtime": {"TestSizeof": "a goroutine's descriptor has three words more"},
}

// standardPackages are the patched packages, those whose goroutines wait in them, and those that
// look at goroutines or run them in another way. A toolchain need not have all of them.
var standardPackages = []string{
	"runtime", "runtime/debug", "runtime/metrics", "runtime/pprof", "runtime/trace",
	"sync", "internal/sync", "internal/synctest", "testing/synctest", "context", "time",
	"internal/poll", "os", "os/exec", "os/signal", "net",
	"net/http", "net/http/httptest", "net/http/httputil", "net/http/internal/http2", "database/sql",
}

// testStandard runs the short tests of packages of the standard library with recording on, and
// fails if a test fails that passes with the plain go command.
func testStandard(p *proof) error {
	std, err := in(p.dir, nil, "go", "list", "std")
	if err != nil {
		return err
	}
	all := strings.Fields(std)
	packages := slices.DeleteFunc(slices.Clone(standardPackages), func(name string) bool { return !slices.Contains(all, name) })
	test := []string{"test", "-p", "1", "-short", "-count=1", "-timeout", "30m"}
	out, _ := in(p.dir, recording, p.command, slices.Concat(test, packages)...)
	results := parseResults(out)
	var unexpected []string
	for _, name := range packages {
		r, ran := results[name]
		if !ran {
			unexpected = append(unexpected, name+" (no result)")
		}
		for _, t := range r.failed {
			if why, ok := expected[name][t]; ok {
				fmt.Printf("%s of %s fails: %s.\n", t, name, why)
			} else if _, err := in(p.dir, nil, "go", slices.Concat(test, []string{"-run", "^" + t + "$", name})...); err != nil {
				fmt.Printf("%s of %s fails with the plain go command too.\n", t, name)
			} else {
				unexpected = append(unexpected, name+": "+t)
			}
		}
		if r.broken { // the tests behind the one that broke it have not run
			plain, _ := in(p.dir, nil, "go", append(slices.Clone(test), name)...)
			if parseResults(plain)[name].broken {
				fmt.Printf("The tests of %s do not run to their end with the plain go command either.\n", name)
			} else {
				unexpected = append(unexpected, name+" (ended early)")
			}
		}
	}
	if len(unexpected) > 0 || len(results) == 0 {
		return fmt.Errorf("tests fail: %s\n%s", strings.Join(unexpected, ", "), out)
	}
	fmt.Printf("All other short tests of %s pass.\n", strings.Join(packages, ", "))
	return nil
}

// A result is how the tests of one package ended.
type result struct {
	failed []string // tests, without those below others
	broken bool     // the package was not built, or its tests did not run to their end
}

// parseResults returns the result of each package by its path, from what go test has printed.
func parseResults(out string) map[string]result {
	results := make(map[string]result)
	var of result
	ended := false // testing has printed its own FAIL
	for line := range strings.Lines(out) {
		word := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "--- FAIL: ") && len(word) > 2:
			of.failed = append(of.failed, word[2])
		case line == "FAIL\n":
			ended = true
		case (strings.HasPrefix(line, "FAIL\t") || strings.HasPrefix(line, "ok  \t") || strings.HasPrefix(line, "?   \t")) && len(word) > 1:
			of.broken = word[0] == "FAIL" && !(ended && of.failed != nil)
			results[word[1]] = of
			of, ended = result{}, false
		}
	}
	return results
}
