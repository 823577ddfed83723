package perfschema_test

import (
	"context"
	"testing"

	"github.com/perfschema/perfschema"
)

type named string

func (n named) StatementName() string { return string(n) }

// TestGoroutineOrigin checks what a goroutine is shown by: the name, the digest or the text
// of the outermost statement, which it keeps when that has ended.
func TestGoroutineOrigin(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	parent := f.connect("joe")
	ctx := perfschema.NewContext(context.Background(), parent)
	start := func() (child *perfschema.Thread, end func()) {
		begun, done, over := make(chan *perfschema.Thread), make(chan struct{}), make(chan struct{})
		perfschema.Go(ctx, func(ctx context.Context) {
			defer close(over)
			begun <- perfschema.FromContext(ctx)
			<-done
		})
		return <-begun, func() { close(done); <-over }
	}
	for _, c := range []struct {
		name  string
		begin func() perfschema.Statement
		want  string
	}{
		{"nothing", func() perfschema.Statement { return perfschema.Statement{} }, ""},
		{"text", func() perfschema.Statement {
			st := parent.BeginStatement(f.selectKey)
			st.SetText("SELECT 1")
			return st
		}, "SELECT 1"},
		{"nested", func() perfschema.Statement {
			st := parent.BeginStatement(f.selectKey)
			st.SetText("SELECT 1")
			parent.BeginStatement(f.selectKey).SetText("SELECT 2")
			return st
		}, "SELECT 1"},
		{"digest", func() perfschema.Statement {
			for range 2 { // the second finds it
				st := parent.BeginStatement(f.selectKey)
				st.SetText("SELECT 1")
				st.ComputeDigest()
				st.End()
			}
			st := parent.BeginStatement(f.selectKey)
			st.SetText("SELECT 1")
			st.ComputeDigest()
			return st
		}, "SELECT ?"},
		{"name", func() perfschema.Statement {
			st := parent.BeginStatement(f.selectKey)
			st.SetText("GET /orders/1")
			st.SetNamer(named("GET /orders/{id}"))
			return st
		}, "GET /orders/{id}"},
		{"no name yet", func() perfschema.Statement {
			st := parent.BeginStatement(f.selectKey)
			st.SetText("GET /orders/1")
			st.SetNamer(named(""))
			return st
		}, "GET /orders/1"},
		{"no namer any more", func() perfschema.Statement {
			st := parent.BeginStatement(f.selectKey)
			st.SetNamer(named("GET /"))
			st.SetNamer(nil)
			return st
		}, ""},
		{"the namer of another", func() perfschema.Statement {
			st := parent.BeginStatement(f.selectKey)
			st.SetNamer(named("GET /"))
			st.End()
			st.SetNamer(named("GET /"))
			return parent.BeginStatement(f.selectKey)
		}, ""},
	} {
		st := c.begin()
		child, end := start()
		st.End()
		if got := child.Info(); got.Info != c.want || got.Command != "Query" || !got.Goroutine {
			t.Errorf("%s: %q, %s", c.name, got.Info, got.Command)
		}
		end()
	}
	if parent.Info().Goroutine {
		t.Error("the parent is a goroutine")
	}
}
