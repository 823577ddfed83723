package perfschema_test

import (
	"slices"
	"testing"

	"github.com/perfschema/perfschema"
)

func TestTableHandleLife(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	st := th.BeginStatement(f.selectKey)
	table := f.TableInstance("TABLE", "shop", "item")
	a, b := table.OpenHandle(th), table.OpenHandle(nil)
	a.SetLocks(perfschema.OpNone, perfschema.OpWriteExternal)
	rows := slices.Collect(f.Read().TableHandles())
	if len(rows) != 2 || rows[0].Begin == rows[1].Begin {
		t.Fatalf("%+v", rows)
	}
	got := rows[0]
	if got.ThreadID == 0 {
		got = rows[1]
	}
	got.Begin = 0
	want := perfschema.TableHandleInfo{Type: "TABLE", Schema: "shop", Name: "item", ThreadID: th.ID(), EventID: 1, External: perfschema.OpWriteExternal}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	a.Close()
	if rows = slices.Collect(f.Read().TableHandles()); len(rows) != 1 || rows[0].ThreadID != 0 || rows[0].External != perfschema.OpNone {
		t.Errorf("%+v", rows)
	}
	b.Close()
	st.End()
	if rows = slices.Collect(f.Read().TableHandles()); len(rows) != 0 {
		t.Errorf("%+v", rows)
	}
}

func TestTableHandlesAreBounded(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.TableHandles = 1
	})
	table := f.TableInstance("TABLE", "shop", "item")
	a, b := table.OpenHandle(nil), table.OpenHandle(nil)
	if a == nil || b != nil {
		t.Errorf("%v and %v", a, b)
	}
	b.SetLocks(perfschema.OpReadNormal, perfschema.OpNone)
	b.Close()
	for _, v := range f.Read().Status() {
		if v.Name == "Performance_schema_table_handles_lost" && v.Value != 1 {
			t.Errorf("%d lost", v.Value)
		}
	}
	a.Close()
	if c := table.OpenHandle(nil); c == nil {
		t.Error("no room after Close")
	}
}

// A table that setup_objects leaves out has no handles, nor has any while the
// instruments of tables are off.
func TestTableHandlesFollowTheSetup(t *testing.T) {
	f := newFixture(t, nil)
	shown := func(schema string) bool {
		h := f.TableInstance("TABLE", schema, "item").OpenHandle(nil)
		h.Close()
		return h != nil
	}
	if !shown("shop") || shown("mysql") {
		t.Errorf("shop shown: %v, mysql shown: %v", shown("shop"), shown("mysql"))
	}
	for _, c := range f.Read().Classes() {
		if c.Kind() == perfschema.KindTable {
			c.SetEnabled(false)
		}
	}
	if shown("shop") {
		t.Error("shown though the instruments are off")
	}
	var none *perfschema.TableInstance
	if none.OpenHandle(nil) != nil {
		t.Error("a handle of no table")
	}
	var off *perfschema.Schema
	for range off.Read().TableHandles() {
		t.Error("a row of no Schema")
	}
}

func TestTableHandlesDoNotAllocate(t *testing.T) {
	f := newFixture(t, nil)
	th, table := f.connect("joe"), f.TableInstance("TABLE", "shop", "item")
	if n := testing.AllocsPerRun(1000, func() { table.OpenHandle(th).Close() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
