package main

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

const filesVariable = "TORTURE_TEST_FILES"

// writeFilesIfAsked makes this test's program the one that is traced: it writes
// three files, each of which is one openat and one write, and is ready.
func writeFilesIfAsked() {
	dir := os.Getenv(filesVariable)
	if dir == "" {
		return
	}
	for i := range 3 {
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), []byte("all"), 0o600); err != nil {
			panic(err)
		}
	}
	_, _ = os.Stdout.WriteString("ready for connections on nothing\n")
	os.Exit(0)
}

// The server is killed between two calls: those before are done, and the one it
// is killed at is not.
func TestTracerKillsBeforeTheCall(t *testing.T) {
	if err := canTrace(); err != nil {
		t.Skip("processes cannot be traced here: ", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for at := int64(1); at <= 7; at++ {
		dir := t.TempDir()
		t.Setenv(filesVariable, dir)
		trial := &trial{ctx: t.Context(), until: time.Now(), binary: self, dir: dir}
		tr := &tracer{at: at}
		tr.counts.Store(true)
		p, err := trial.traced(dir, tr)
		if p == nil {
			t.Fatal(err)
		}
		<-p.ended
		if killed := tr.last.Load() != nil; killed != (at <= 6) || (p.err != nil) != killed {
			t.Errorf("call %d: killed at %v, ended with %v", at, tr.last.Load(), p.err)
		}
		for i := range int64(3) {
			content, err := os.ReadFile(filepath.Join(dir, strconv.FormatInt(i, 10)))
			want := map[bool]string{true: "all", false: ""}[at > 2*i+2]
			if (err == nil) != (at > 2*i+1) || string(content) != want {
				t.Errorf("killed at call %d: file %d has %q, %v", at, i, content, err)
			}
		}
	}
}
