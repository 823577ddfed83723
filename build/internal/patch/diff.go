package patch

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
)

// context is how many lines a diff shows around those that change.
const context = 3

// WriteDiff writes what the set changes as a unified diff. Edited files have as many lines as
// before, so that line stands against line.
func (s *Set) WriteDiff(w io.Writer) error {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(s.Edited)) {
		fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", name, name)
		writeHunks(&b, linesOf(s.Before[name]), linesOf(s.Edited[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Added)) {
		lines := bytes.SplitAfter(bytes.TrimSuffix(s.Added[name], []byte("\n")), []byte("\n"))
		fmt.Fprintf(&b, "--- /dev/null\n+++ b/%s\n@@ -0,0 +1,%d @@\n", name, len(lines))
		for _, line := range lines {
			fmt.Fprintf(&b, "+%s\n", bytes.TrimSuffix(line, []byte("\n")))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// linesOf returns the lines of a file, each with its end.
func linesOf(text []byte) [][]byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	if n := len(lines) - 1; len(lines[n]) == 0 { // behind the last end
		lines = lines[:n]
	}
	return lines
}

// writeHunks writes the lines that differ, and those around them.
func writeHunks(b *bytes.Buffer, before, after [][]byte) {
	differs := func(i int) bool { return !bytes.Equal(before[i], after[i]) }
	for i := 0; i < len(before); i++ {
		if !differs(i) {
			continue
		}
		from, last := max(i-context, 0), i
		for j := i; j < len(before) && j <= last+2*context; j++ {
			if differs(j) {
				last = j
			}
		}
		to := min(last+context+1, len(before))
		fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", from+1, to-from, from+1, to-from)
		for j := from; j < to; j++ {
			if differs(j) {
				fmt.Fprintf(b, "-%s+%s", before[j], after[j])
			} else {
				fmt.Fprintf(b, " %s", before[j])
			}
		}
		i = to - 1
	}
}
