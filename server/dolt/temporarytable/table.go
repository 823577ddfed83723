package temporarytable

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// temporaryTable is a temporary table of a session. Dolt's own changes its rows by what it
// knew of the table as it was made: it keeps no keys but the primary one, holds no CHECK, and
// rows that a failed statement has changed stay so. Of Dolt's it has the rows and how they are
// read; they are changed as those of other tables are. As all of a session's it has one user at
// a time.
type temporaryTable struct {
	*sqle.TempTable
	database string
	numbers  *dsess.AutoIncrementTracker // of AUTO_INCREMENT; nil until rows are changed
	writer   dsess.TableWriter           // nil while nobody changes rows
	writers  int                         // how many do
	written  *doltdb.Table               // what the writer has begun from or given last
}

var (
	_ sql.TemporaryTable      = (*temporaryTable)(nil)
	_ sql.InsertableTable     = (*temporaryTable)(nil)
	_ sql.ReplaceableTable    = (*temporaryTable)(nil)
	_ sql.UpdatableTable      = (*temporaryTable)(nil)
	_ sql.DeletableTable      = (*temporaryTable)(nil)
	_ sql.IndexedTable        = (*temporaryTable)(nil)
	_ sql.IndexAlterableTable = (*temporaryTable)(nil)
	_ sql.CheckTable          = (*temporaryTable)(nil)
	_ sql.TruncateableTable   = (*temporaryTable)(nil)
	_ sql.AutoIncrementTable  = (*temporaryTable)(nil)
)

// IndexedAccess implements sql.IndexAddressable. Dolt's gives its own table, which would be
// changed.
func (t *temporaryTable) IndexedAccess(*sql.Context, sql.IndexLookup) sql.IndexedTable { return t }

// Of returns the temporary table of Dolt's that t is or stands on, nil for other tables.
func Of(t sql.Table) *sqle.TempTable {
	switch t := t.(type) {
	case *sqle.TempTable:
		return t
	case *temporaryTable:
		return t.TempTable
	}
	return nil
}

// Hooks has CREATE TEMPORARY TABLE make tables that keep what it says, or leaves them Dolt's
// where it would have no way to change their rows.
func Hooks() (h sql.ExecutionHooks) {
	h.CreateTable.PreSQLExecution = func(_ *sql.Context, _ sql.StatementRunner, n sql.Node) (sql.Node, error) {
		create, ok := n.(*plan.CreateTable)
		if !ok || !create.Temporary() || !temporaryRows.known {
			return n, nil
		}
		out := *create
		out.Db = temporaryCreator{create.Db}
		return &out, nil
	}
	return h
}

// temporaryCreator is a database in which a temporary table is made.
type temporaryCreator struct{ sql.Database }

var (
	_ sql.TemporaryTableCreator = temporaryCreator{}
	_ sql.CollatedDatabase      = temporaryCreator{}
)

// CreateTemporaryTable implements sql.TemporaryTableCreator.
func (d temporaryCreator) CreateTemporaryTable(ctx *sql.Context, name string, columns sql.PrimaryKeySchema, collation sql.CollationID) error {
	creator, ok := d.unwrapped().(sql.TemporaryTableCreator)
	if !ok {
		return sql.ErrTemporaryTableNotSupported.New()
	}
	if err := creator.CreateTemporaryTable(ctx, name, columns, collation); err != nil {
		return err //nolint:wrapcheck // the storage's own
	}
	session := dsess.DSessFromSess(ctx.Session)
	made, _ := session.GetTemporaryTable(ctx, d.Name(), name)
	if of, ok := made.(*sqle.TempTable); ok {
		session.AddTemporaryTable(ctx, d.Name(), &temporaryTable{TempTable: of, database: d.Name()})
	}
	return nil
}

func (d temporaryCreator) unwrapped() sql.Database {
	if p, ok := d.Database.(mysql_db.PrivilegedDatabase); ok {
		return p.Unwrap()
	}
	return d.Database
}

// GetCollation implements sql.CollatedDatabase.
func (d temporaryCreator) GetCollation(ctx *sql.Context) sql.CollationID {
	return plan.GetDatabaseCollation(ctx, d.Database)
}

// SetCollation implements sql.CollatedDatabase.
func (d temporaryCreator) SetCollation(*sql.Context, sql.CollationID) error { return errTemporary }

var errTemporary = errors.New("no database but the place of a temporary table")

// temporaryRows is where a temporary table of Dolt's has its rows, which it has no method to
// set; known is false of a Dolt that keeps them elsewhere.
var temporaryRows = func() (at struct {
	offset uintptr
	known  bool
},
) {
	f, ok := reflect.TypeFor[sqle.TempTable]().FieldByName("table")
	at.offset, at.known = f.Offset, ok && f.Type == reflect.TypeFor[*doltdb.Table]()
	return at
}()

// set gives the table other rows, keys or checks.
func (t *temporaryTable) set(rows *doltdb.Table) {
	*(**doltdb.Table)(unsafe.Add(unsafe.Pointer(t.TempTable), temporaryRows.offset)) = rows
}
