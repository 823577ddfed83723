//go:build cgo && !windows && !portable && (amd64 || arm64)

package foreigntest_test

import (
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/goroutine"
	"github.com/perfschema/perfschema/internal/goroutine/foreigntest"
)

// Threads of C code that call Go get the same goroutine one after the other. None
// finds a Thread there that another has bound.
func TestForeignThreadsFindNoBinding(t *testing.T) {
	schema, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	connect := func() *perfschema.Thread { return schema.NewThread(0, perfschema.ThreadOptions{}) }
	for range 20 {
		called := foreigntest.Call(func() {
			if th := perfschema.Bound(); th != nil {
				t.Errorf("bound to thread %d of an earlier call", th.ID())
			}
			th := connect()
			th.Bind()
			if !goroutine.Lent() {
				t.Error("the goroutine counts as its own")
			}
			if perfschema.Bound() != nil {
				t.Error("bound: the next call will find it")
			}
		})
		if !called {
			t.Skip("no thread to be had")
		}
	}
	// What C code calls on a goroutine's own thread is that goroutine's work.
	th := connect()
	th.Bind()
	defer th.Unbind()
	if perfschema.Bound() != th {
		t.Error("not bound")
	}
}
