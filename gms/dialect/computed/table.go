package computed

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
)

// The names of the databases.
const (
	PerformanceSchema = "performance_schema"
	Sys               = "sys"
	// MySQL has stored tables besides.
	MySQL = "mysql"
	// Profiling is read by accounts with PROCESS alone.
	Profiling = "profiling"
)

// StorageEngine is MySQL's name for what keeps the tables of performance_schema.
const StorageEngine = "PERFORMANCE_SCHEMA"

// IsPerformanceSchema reports whether a database is performance_schema. One that is not
// named is the session's current one.
func IsPerformanceSchema(ctx *sql.Context, database string) bool {
	if database == "" {
		database = ctx.GetCurrentDatabase()
	}
	return strings.EqualFold(database, PerformanceSchema)
}

// Access is a set of what may be done with a table, whatever was granted.
type Access uint8

// The accesses that a table can allow, besides reading it with SELECT granted.
const (
	Insert Access = 1 << iota
	Update
	Delete
	Truncate
	// PublicRead is to read it with nothing granted.
	PublicRead
)

// Table describes a table to who decides about rights.
type Table struct {
	Name   string
	Access Access
	// Reads are the tables of performance_schema that a view of sys is computed from.
	Reads []string
}

// Tables finds a table by its database, which is one of the names above, and by its name in
// any letter case; nil for none.
type Tables func(database, name string) *Table

// Allows reports whether all of these may be done. With no table nothing may.
func (t *Table) Allows(all Access) bool { return t != nil && t.Access&all == all }
