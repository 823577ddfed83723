//go:build amd64 && !race && !portable

package pchan_test

import (
	"context"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/pchan"
)

// SOURCE is where the user called, not a line of this package.
func TestSourceIsTheUsers(t *testing.T) {
	ps, key := newSchema(t)
	th := bind(t, ps)
	c, ctx := pchan.Make[int](ps, key, 8), context.Background()
	for name, f := range map[string]func(){
		"Send":        func() { c.Send(1); c.Receive() },
		"TrySend":     func() { c.TrySend(1); c.TryReceive() },
		"SendContext": func() { c.SendContext(ctx, 1); c.ReceiveContext(ctx) },
		"StartSelect": func() { w := c.StartSelect(); w.End() },
		"All": func() {
			c.Send(1)
			for range c.All() {
				break
			}
		},
	} {
		f()
		for _, e := range th.WaitsHistory() {
			if got := e.Source().String(); !strings.HasPrefix(got, "source_test.go:") {
				t.Errorf("%s: SOURCE %q", name, got)
			}
		}
	}
}
