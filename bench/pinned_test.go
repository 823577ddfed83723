package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPinned keeps calls, reads them again and compares others with them.
func TestPinned(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "bench"), 0o755); err != nil {
		t.Fatal(err)
	}
	counted := callCounts{"gms/a.go:3 f": {100, 100, 110, 120}, "gms/b.go:9 T.g": {0, 0, 1, 2}, "view/c.go:1 func": {0, 0, 0, 2}}
	if err := (pinned{pointSelect: counted.byPackage()}).write(root); err != nil {
		t.Fatal(err)
	}
	kept, err := readPinned(root)
	if err != nil {
		t.Fatal(err)
	}
	if got := kept[pointSelect]["gms"]; got[0] != 100 || got[3] != 122 {
		t.Errorf("gms has %v", got)
	}
	for name, c := range map[string]struct {
		counted callCounts
		dearer  bool
	}{
		"the same":      {counted, false},
		"moved":         {callCounts{"gms/dialect/a.go:3 f": {100, 100, 110, 120}, "gms/b.go:9 T.g": {0, 0, 1, 2}, "view/c.go:1 func": {0, 0, 0, 2}}, false},
		"fewer":         {callCounts{"gms/a.go:3 f": {90, 90, 90, 90}}, false},
		"by the clock":  {callCounts{"gms/a.go:3 f": {100.5, 102.5, 113, 127}}, false},
		"one more, OFF": {callCounts{"gms/a.go:3 f": {101, 100, 111, 124}}, true},
		"a new package": {callCounts{"gms/a.go:3 f": {100, 100, 111, 122}, "gms/dialect/b.go:9 T.g": {0, 0, 4, 6}}, true},
	} {
		var out strings.Builder
		if err := kept.compare(&out, pointSelect, c.counted.byPackage()); errors.Is(err, errDearer) != c.dearer {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
		if moved := strings.Contains(out.String(), "| gms/dialect | "); name == "moved" && !moved {
			t.Errorf("%s: %s", name, out.String())
		}
	}
}
