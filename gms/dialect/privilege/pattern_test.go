package privilege

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

func TestPatternCovers(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"app%", `app\_%`, true}, {`app\_%`, "app%", false}, {`app\_%`, `app\_x`, true}, {`app\_%`, "app_x", false}, {"app_", "app%", false}, {"app_", "app_", true},
		{"app_", `app\_`, true}, {"%", "%", true}, {"%", "", true}, {"_", "", false}, {"_%", "%", false}, {"%_", "_%", false}, {"a%b", "a%", false}, {"a%b", "a%xb", true},
		{"APP%", "app1", true},
	} {
		if got := covers(wildcards(c.pattern), wildcards(c.name)); got != c.want {
			t.Errorf("%q covers %q: %v", c.pattern, c.name, got)
		}
	}
}

// Of several patterns the most specific counts alone, as in a live MySQL 9.7.4.
func TestHeldByPattern(t *testing.T) {
	const sel, ins = sql.PrivilegeType_Select, sql.PrivilegeType_Insert
	held := func(selects, inserts string) Held {
		set := mysql_db.NewPrivilegeSet()
		set.AddDatabase(selects, sel)
		set.AddDatabase(inserts, ins)
		return Held{heldHere: heldHere{set: set, patterns: patternsOf(set)}}
	}
	for _, c := range []struct {
		selects, inserts, database string
		sel, ins                   bool
	}{
		{`app\_%`, "other", "app_1", true, false},
		{`app\_%`, "other", "appx1", false, false},
		{"app_1", "other", "appx1", true, false},
		{`app\_%`, "app_1", "app_1", true, false},
		{`app\_%`, `app\_1`, "app_1", false, true},
		{`app\_%`, "app%", "app_1", true, false},
		{`app\_%`, "app%", "app1", false, true},
		{"app%", "app1", "app1", false, true},
		{"%", "app%", "app1", false, true},
		{"%", "app%", "mysql", true, false},
		{"APP%", "x", "app1", true, false},
	} {
		h := held(c.selects, c.inserts)
		if got := h.onTable(c.database, "t", sel); got != c.sel {
			t.Errorf("SELECT on %s, INSERT on %s: %s may be read: %v", c.selects, c.inserts, c.database, got)
		}
		if got := h.onDatabase(c.database, ins); got != c.ins {
			t.Errorf("SELECT on %s, INSERT on %s: %s may be inserted into: %v", c.selects, c.inserts, c.database, got)
		}
		if sees := h.seesDatabase(c.database); sees != (c.sel || c.ins) || h.seesTable(c.database, "t") != sees || h.listsTable(c.database, "t") != sees {
			t.Errorf("SELECT on %s, INSERT on %s: %s is seen: %v", c.selects, c.inserts, c.database, sees)
		}
	}
}
