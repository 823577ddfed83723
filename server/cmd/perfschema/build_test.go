package main

import (
	"bytes"
	"strings"
	"testing"
)

// The subcommands of build are here too. On success the go command takes the place of the process, so that
// what is refused is tried.
func TestBuild(t *testing.T) {
	for _, args := range [][]string{{"build", "-cover", "."}, {"install", "-cover", "."}} {
		var out, errs bytes.Buffer
		if status := run(args, &out, &errs); status == exitOK || !strings.Contains(errs.String(), "cover") {
			t.Errorf("%q: status %d, %s", args, status, errs.String())
		}
	}
	var out, errs bytes.Buffer
	if status := run([]string{"biuld"}, &out, &errs); status != exitError || !strings.Contains(errs.String(), `did you mean "build"`) {
		t.Errorf("status %d, %s", status, errs.String())
	}
}
