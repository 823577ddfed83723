package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The copies of a package have a call at every statement, load and store; the
// originals are untouched.
func TestInstrument(t *testing.T) {
	dir := t.TempDir()
	if err := run(dir, "", []string{"github.com/perfschema/perfschema/internal/ring"}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "overlay.json"))
	if err != nil {
		t.Fatal(err)
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &overlay); err != nil {
		t.Fatal(err)
	}
	for original, copied := range overlay.Replace {
		if filepath.Base(original) != "ring.go" {
			continue
		}
		text, err := os.ReadFile(copied)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			`import tear "` + tearPath + `"`,
			"tear.Pause(); if lock.Valid(v) {",
			"tear.Store(p) ( tear.Load(v))",  // *p = *v
			"n := tear.Load(&r.n)",           // a word
			"r.n++",                          // what is assigned to stays
			"dst = append(dst, tear.Load(&(", // an element
		} {
			if !strings.Contains(string(text), want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		return
	}
	t.Errorf("ring.go was not copied: %v", overlay.Replace)
}
