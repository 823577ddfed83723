package gms

import "github.com/dolthub/go-mysql-server/sql"

// isVirtualDatabase names the databases whose tables are computed and have no
// transactions.
func isVirtualDatabase(name string) bool {
	return name == sql.InformationSchemaDatabaseName || name == DatabaseName || name == ProfilingName || name == SysName
}

// isOfServer says of a database, in small letters, that its tables are the server's own, and
// nobody defines them.
func isOfServer(database string) bool {
	return database == "" || database == "mysql" || isVirtualDatabase(database)
}
