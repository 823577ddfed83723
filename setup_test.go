package perfschema_test

import (
	"sync"
	"testing"

	"github.com/perfschema/perfschema/record"
)

// The most specific row of setup_objects decides about a table, at once, for
// tables in use too.
func TestObjectsDecideAboutTables(t *testing.T) {
	f := newFixture(t, nil)
	state := func(kind, schema, name string) string {
		f.TableInstance(kind, schema, name)
		for _, i := range f.Read().TableInstances() {
			if i.Type != kind || i.Schema != schema || i.Name != name {
				continue
			}
			switch {
			case i.Enabled && i.Timed:
				return "timed"
			case i.Enabled:
				return "counted"
			}
			return "off"
		}
		return "no instance"
	}
	check := func(when string, want map[[3]string]string) {
		t.Helper()
		for k, w := range want {
			if got := state(k[0], k[1], k[2]); got != w {
				t.Errorf("%s: %v is %s, want %s", when, k, got, w)
			}
		}
	}
	item, sale, scratch := [3]string{"TABLE", "shop", "item"}, [3]string{"TABLE", "shop", "sale"}, [3]string{"TEMPORARY TABLE", "shop", "item"}
	elsewhere, user := [3]string{"TABLE", "other", "item"}, [3]string{"TABLE", "mysql", "user"}
	check("at first", map[[3]string]string{item: "timed", scratch: "timed", elsewhere: "timed", user: "off"})

	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	shop := record.Object{Type: "TABLE", Schema: "shop", Name: "%", Enabled: true}
	must(f.InsertObject(shop))
	check("a schema counted", map[[3]string]string{item: "counted", scratch: "counted", sale: "counted", elsewhere: "timed"})
	one := record.Object{Type: "TABLE", Schema: "shop", Name: "item"}
	must(f.InsertObject(one))
	check("one table off", map[[3]string]string{item: "off", scratch: "off", sale: "counted", elsewhere: "timed"})
	must(f.InsertObject(record.Object{Type: "EVENT", Schema: "other", Name: "item"}))
	check("another type of object", map[[3]string]string{elsewhere: "timed"})
	on := one
	on.Enabled, on.Timed = true, true
	must(f.UpdateObject(one, on))
	check("one table on", map[[3]string]string{item: "timed", sale: "counted"})
	must(f.DeleteObject(on))
	check("its row gone", map[[3]string]string{item: "counted"})
	must(f.DeleteObject(shop))
	check("the schema's row gone", map[[3]string]string{item: "timed", sale: "timed"})
	f.Read().TruncateObjects()
	check("no rows", map[[3]string]string{item: "off", elsewhere: "off"})
}

// A table that is opened while setup_objects changes follows it too.
func TestObjectsReachTablesJustOpened(t *testing.T) {
	f := newFixture(t, nil)
	row := record.Object{Type: "TABLE", Schema: "shop", Name: "%"}
	for i := range 200 {
		name := string(rune('a'+i%26)) + string(rune('a'+i/26))
		var opening sync.WaitGroup
		opening.Go(func() { f.TableInstance("TABLE", "shop", name) })
		if err := f.InsertObject(row); err != nil {
			t.Fatal(err)
		}
		opening.Wait()
		for _, info := range f.Read().TableInstances() {
			if info.Enabled {
				t.Fatalf("%s is instrumented, its schema is not", info.Name)
			}
		}
		if err := f.DeleteObject(row); err != nil {
			t.Fatal(err)
		}
	}
}
