package sqlerr

import (
	"strings"

	"github.com/dolthub/vitess/go/mysql"
)

// ERTableDefChanged is ER_TABLE_DEF_CHANGED.
const ERTableDefChanged = 1412

// laterDatabase is how Dolt says that a database is younger than the transaction.
const laterDatabase = "could not resolve initial root for database "

// madeSince says that what a statement names was made after its transaction had begun,
// and is not seen in that.
func madeSince(err error) bool { return strings.Contains(err.Error(), laterDatabase) }

// DefinitionChanged is what the client gets then, as of a table of InnoDB's.
func DefinitionChanged() error {
	return mysql.NewSQLError(ERTableDefChanged, StateGeneral, "Table definition has changed, please retry transaction")
}
