//go:build amd64 && !race && !portable

package pnet_test

import (
	"strings"
	"testing"
)

// SOURCE is where the user called the stand-in, not a line of it.
func TestSourceIsTheUsers(t *testing.T) {
	f := newFixture(t)
	th := f.bind(t)
	a, b := f.pair(t, "tcp")
	_, _ = a.Write([]byte("x"))
	_, _ = b.Read(make([]byte, 1))
	_ = a.(interface{ CloseWrite() error }).CloseWrite()
	_ = a.Close()
	_ = b.Close()
	for _, e := range th.WaitsHistory() {
		if got := e.Source().String(); !strings.HasSuffix(strings.Split(got, ":")[0], "_test.go") {
			t.Errorf("%s: SOURCE %q", e.Operation, got)
		}
	}
}
