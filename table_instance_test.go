package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

// Temporary tables of one name are as many as were made, and no other table.
func TestTemporaryTablesShareNoInstance(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.TableInstances = 3
	})
	table := f.TableInstance("TABLE", "db", "t")
	a, b := f.NewTemporaryTable("db", "t"), f.NewTemporaryTable("db", "T")
	if a == nil || b == nil || a == b || a == table {
		t.Fatal("one instance for two tables")
	}
	if f.NewTemporaryTable("db", "u") != nil {
		t.Error("an instance without room")
	}
	io := a.StartIO(nil, perfschema.OpFetch, "")
	io.Start()
	io.Stop(1)
	io.Flush()
	counts := map[string]int{}
	for _, info := range f.Read().TableInstances() {
		counts[info.Type] += int(info.IO.Fetch.Count)
	}
	if counts["TEMPORARY TABLE"] != 1 || counts["TABLE"] != 0 {
		t.Errorf("fetched: %v", counts)
	}
	a.Dropped()
	a.Dropped()
	if a.Current() || !b.Current() || !table.Current() || f.TableInstance("TABLE", "db", "t") != table {
		t.Error("another table went with it")
	}
	if n := len(f.Read().TableInstances()); n != 2 {
		t.Errorf("%d tables left", n)
	}
	if c := f.NewTemporaryTable("db", "t"); c == nil || c == a {
		t.Error("the room was not given back")
	}
	if off, _ := perfschema.New(perfschema.Config{Off: true}); off.NewTemporaryTable("db", "t") != nil {
		t.Error("an instance of a Schema that is off")
	}
}
