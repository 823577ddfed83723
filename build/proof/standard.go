package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// expected are the tests of package runtime that fail with the patches, and why.
var expected = map[string]string{
	"TestSizeof": "g has two words more",
}

var failure = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// testStandard runs the short tests of package runtime and of those that wait by it, with
// recording on. A test that fails with the plain go command too is named, and no error.
func testStandard(p *proof) error {
	packages := []string{"runtime", "sync", "internal/sync", "internal/poll", "context", "time", "net/http", "database/sql"}
	out, err := in(p.dir, recording, p.command, slices.Concat([]string{"test", "-p", "1", "-short", "-count=1"}, packages)...)
	failed := failures(out)
	var unexpected []string
	for _, name := range failed {
		if why, ok := expected[name]; ok {
			fmt.Printf("%s fails: %s.\n", name, why)
		} else if _, err := in(p.dir, nil, "go", "test", "-short", "-count=1", "-run", "^"+name+"$", "runtime"); err != nil {
			fmt.Printf("%s fails with the plain go command too.\n", name)
		} else {
			unexpected = append(unexpected, name)
		}
	}
	if len(unexpected) > 0 || err != nil && len(failed) == 0 {
		return fmt.Errorf("tests fail: %s\n%s", strings.Join(unexpected, ", "), out)
	}
	fmt.Printf("All other short tests of %s pass.\n", strings.Join(packages, ", "))
	return nil
}

// failures are the tests that failed, without those below others.
func failures(out string) []string {
	var all []string
	for _, m := range failure.FindAllStringSubmatch(out, -1) {
		all = append(all, m[1])
	}
	return all
}
