package computed

import "github.com/dolthub/go-mysql-server/sql"

// IsVirtual names the databases whose tables are computed and have no
// transactions.
func IsVirtual(name string) bool {
	return name == sql.InformationSchemaDatabaseName || name == PerformanceSchema || name == Profiling || name == Sys
}

// IsOfServer says of a database, in small letters, that its tables are the server's own, and
// nobody defines them.
func IsOfServer(database string) bool {
	return database == "" || database == "mysql" || IsVirtual(database)
}
