package table

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// computedTables are the descriptions of all tables, by database and by name in small letters.
var computedTables = map[string]map[string]*computed.Table{
	computed.PerformanceSchema: described(catalog.Tables()),
	computed.Profiling:         described(catalog.ProfilingTables()),
	computed.Sys:               described(catalog.SysTables()),
	computed.MySQL:             described(catalog.MySQLTables()),
}

// Computed finds a table as who decides about rights knows it. It implements
// [computed.Tables], and allocates nothing for a name in small letters.
func Computed(database, name string) *computed.Table {
	return computedTables[database][strings.ToLower(name)]
}

// accesses are what may be done with a table, as the view and as rights name it.
var accesses = map[view.Access]computed.Access{
	view.AllowInsert: computed.Insert, view.AllowUpdate: computed.Update, view.AllowDelete: computed.Delete,
	view.AllowTruncate: computed.Truncate, view.PublicRead: computed.PublicRead,
}

func described(tables []*view.Table) map[string]*computed.Table {
	out := make(map[string]*computed.Table, len(tables))
	for _, t := range tables {
		d := &computed.Table{Name: t.Name, Reads: t.Reads}
		for of, access := range accesses {
			if t.Access&of != 0 {
				d.Access |= access
			}
		}
		out[strings.ToLower(t.Name)] = d
	}
	return out
}
