package catalog

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/connection"
	"github.com/perfschema/perfschema/view/event"
	"github.com/perfschema/perfschema/view/instance"
	"github.com/perfschema/perfschema/view/lock"
	"github.com/perfschema/perfschema/view/mysqlschema"
	"github.com/perfschema/perfschema/view/profiling"
	"github.com/perfschema/perfschema/view/replication"
	"github.com/perfschema/perfschema/view/server"
	"github.com/perfschema/perfschema/view/setup"
	"github.com/perfschema/perfschema/view/summary"
	"github.com/perfschema/perfschema/view/sysview"
	"github.com/perfschema/perfschema/view/variable"
)

// declared holds every table, sorted by name.
var declared = declare()

func declare() []*view.Table {
	tables := slices.Concat(
		setup.Tables(), connection.Tables(), event.Tables(), summary.Tables(), variable.Tables(), lock.Tables(), instance.Tables(),
		server.Tables(), replication.Tables(),
	)
	for _, t := range tables {
		if t.Access&view.AllowTruncate != 0 && t.Truncate == nil && t.Forget == nil {
			t.Truncate = truncates(t.Name)
		}
	}
	slices.SortFunc(tables, func(a, b *view.Table) int { return strings.Compare(a.Name, b.Name) })
	return tables
}

// truncates returns what resets the rows that the Schema has of a table. The name is one that
// [perfschema.Reader.Truncate] knows, as a test of every table checks.
func truncates(table string) func(*perfschema.Schema) {
	return func(s *perfschema.Schema) { _ = s.Read().Truncate(table) }
}

// Tables gives every table, sorted by name. The slice is the caller's own, the
// tables are shared and must not be changed.
func Tables() []*view.Table { return slices.Clone(declared) }

// Lookup finds a table by name, in any letter case; nil if there is none.
func Lookup(name string) *view.Table {
	i, ok := slices.BinarySearchFunc(declared, strings.ToLower(name), func(t *view.Table, name string) int {
		return strings.Compare(t.Name, name)
	})
	if !ok {
		return nil
	}
	return declared[i]
}

// ofProfiling holds the tables of the schema profiling, sorted by name.
var ofProfiling = profiling.Tables()

// ProfilingTables gives the tables of the schema profiling, which MySQL has
// not, sorted by name. The slice is the caller's own, the tables are shared.
func ProfilingTables() []*view.Table { return slices.Clone(ofProfiling) }

// LookupProfiling finds a table of the schema profiling by name, in any letter
// case; nil if there is none.
func LookupProfiling(name string) *view.Table {
	for _, t := range ofProfiling {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// ofSys holds the views of the schema sys, sorted by name.
var ofSys = sysview.Tables()

// SysTables gives the views of MySQL's schema sys, sorted by name. The slice is the
// caller's own, the tables are shared.
func SysTables() []*view.Table { return slices.Clone(ofSys) }

// LookupSys finds a view of the schema sys by name, in any letter case; nil if there is
// none.
func LookupSys(name string) *view.Table {
	for _, t := range ofSys {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// ofMySQL holds the tables of the schema mysql, sorted by name.
var ofMySQL = mysqlschema.Tables()

// MySQLTables gives those tables of the schema mysql that are here for who looks for them,
// sorted by name. The slice is the caller's own, the tables are shared and must not be changed.
func MySQLTables() []*view.Table { return slices.Clone(ofMySQL) }

// LookupMySQL finds a table of the schema mysql by name, in any letter case; nil if there is none.
func LookupMySQL(name string) *view.Table {
	for _, t := range ofMySQL {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}
