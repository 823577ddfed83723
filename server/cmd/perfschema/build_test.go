package main

import (
	"bytes"
	"strings"
	"testing"
)

// The subcommands of build are here too. On success the go command takes the place of the process, so that
// what is refused is tried: nothing is compiled, and no cache made.
func TestBuild(t *testing.T) {
	t.Setenv("PERFSCHEMA_CACHE", "/dev/null")
	for _, args := range [][]string{{"build", "-cover", "."}, {"install", "-cover", "."}} {
		var out, errs bytes.Buffer
		if status := run(args, &out, &errs); status == exitOK || !strings.Contains(errs.String(), "-cover does not go with") {
			t.Errorf("%q: status %d, %s", args, status, errs.String())
		}
	}
	var onTerminal shown
	if status := run([]string{"build", ".", "-\u009b2J"}, &onTerminal, &onTerminal); status == exitOK || unprintable(onTerminal.String()) != "" || !strings.HasSuffix(onTerminal.String(), "\n") {
		t.Errorf("status %d, %q", status, onTerminal.String())
	}
	var out, errs bytes.Buffer
	if status := run([]string{"biuld"}, &out, &errs); status != exitError || !strings.Contains(errs.String(), `did you mean "build"`) {
		t.Errorf("status %d, %s", status, errs.String())
	}
}
