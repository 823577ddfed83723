package build

import (
	"slices"
	"strings"
	"testing"
)

// TestParse takes command lines apart and puts them together again.
func TestParse(t *testing.T) {
	for _, c := range []struct{ line, packages, rest, list, command string }{
		{"build", "", "", "", "go build"},
		{"build -o x -race ./a ./b", "./a ./b", "", "-race", "go build -o x -race ./a ./b"},
		{"build -tags a,b -mod=vendor -ldflags=-s -C dir .", ".", "", "-mod=vendor -tags=a,b", "go -C dir build -mod=vendor -ldflags=-s -tags=a,b ."},
		{"build -lenient -n --race .", ".", "", "--race", "go build --race ."},
		{"run -exec e . -n -o x", ".", "-n -o x", "", "go run -exec e . -n -o x"},
		{"run a.go b.go c.txt d.go", "a.go b.go", "c.txt d.go", "", "go run a.go b.go c.txt d.go"},
		{"test -run X -v ./a ./b -count 1 -args y", "./a ./b", "-count 1 -args y", "", "go test -run X -v ./a ./b -count 1 -args y"},
		{"test -args y", "", "-args y", "", "go test -args y"},
		{"test -overlay=o.json", "", "", "-overlay=o.json", "go test -overlay=o.json"},
	} {
		l, err := parse(strings.Fields(c.line))
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		for want, got := range map[string][]string{c.packages: l.packages, c.rest + " ": l.rest, c.list + "  ": l.forList(), c.command + "   ": l.goArguments(nil)} {
			if strings.Join(got, " ") != strings.TrimSpace(want) {
				t.Errorf("%s: %q, want %q", c.line, got, strings.TrimSpace(want))
			}
		}
		if slices.Contains(strings.Fields(c.line), "-lenient") != l.lenient || strings.HasPrefix(c.line, "build -lenient -n") != l.onlyDiff {
			t.Errorf("%s: lenient %v, only the diff %v", c.line, l.lenient, l.onlyDiff)
		}
	}
}
