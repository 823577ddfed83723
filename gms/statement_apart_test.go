package gms

import (
	"strings"
	"testing"
	"unsafe"
)

// A statement that is kept keeps no long text alive that it came with, and is not
// copied where there is little beside it.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		statement, rest string
		copied          bool
	}{
		{"SELECT 1", "", false},
		{"SELECT 1", "; SELECT 2", false},
		{"SET @a = 1", "; INSERT INTO t VALUES " + strings.Repeat("(1), ", 1e5), true},
		{"INSERT INTO t VALUES " + strings.Repeat("(1), ", 1e5), "; COMMIT", false},
	} {
		text := c.statement + c.rest
		got := apart(text[:len(c.statement)], text)
		if got != c.statement || (unsafe.StringData(got) != unsafe.StringData(text)) != c.copied {
			t.Errorf("%.20s of %d bytes: copied is not %v", got, len(text), c.copied)
		}
	}
}
