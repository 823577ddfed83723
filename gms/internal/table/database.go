package table

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/view"
)

// IsOurs says whether a database is one that the adapter adds.
func IsOurs(name string) bool {
	return strings.EqualFold(name, computed.PerformanceSchema) || strings.EqualFold(name, computed.Profiling) || strings.EqualFold(name, computed.Sys)
}

// Database is performance_schema, profiling or sys, as the engine sees it.
type Database struct {
	name   string
	names  []string
	tables map[string]*Table
}

var (
	_ sql.Database         = (*Database)(nil)
	_ sql.ReadOnlyDatabase = (*Database)(nil)
	_ sql.CollatedDatabase = (*Database)(nil)
	_ sql.TableCreator     = (*Database)(nil)
	_ sql.TableDropper     = (*Database)(nil)
	_ sql.TableRenamer     = (*Database)(nil)
	_ sql.ViewDatabase     = (*Database)(nil)
	_ sql.TriggerDatabase  = (*Database)(nil)
	_ sql.EventDatabase    = (*Database)(nil)

	_ sql.StoredProcedureDatabase = (*Database)(nil)
)

// NewDatabase makes a database of these tables. It fails if one has a column of a type
// that the engine has not.
func NewDatabase(reader ReaderOf, name string, views []*view.Table) (*Database, error) {
	db := &Database{name: name, tables: make(map[string]*Table, len(views))}
	for _, v := range views {
		t, err := newTable(reader, name, v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		db.names = append(db.names, v.Name)
		db.tables[strings.ToLower(v.Name)] = t
	}
	return db, nil
}

// Name implements sql.Database.
func (db *Database) Name() string { return db.name }

// GetTableInsensitive implements sql.Database.
func (db *Database) GetTableInsensitive(_ *sql.Context, name string) (sql.Table, bool, error) {
	t, ok := db.tables[strings.ToLower(name)]
	if !ok {
		return nil, false, nil
	}
	return t, true, nil
}

// GetTableNames implements sql.Database.
func (db *Database) GetTableNames(*sql.Context) ([]string, error) { return db.names, nil }

// IsReadOnly implements sql.ReadOnlyDatabase. What may be written is each
// table's own affair.
func (db *Database) IsReadOnly() bool { return false }

// GetCollation implements sql.CollatedDatabase.
func (db *Database) GetCollation(*sql.Context) sql.CollationID {
	return sql.Collation_utf8mb4_0900_ai_ci
}

// SetCollation implements sql.CollatedDatabase.
func (db *Database) SetCollation(ctx *sql.Context, _ sql.CollationID) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}

// CreateTable implements sql.TableCreator.
func (db *Database) CreateTable(ctx *sql.Context, _ string, _ sql.PrimaryKeySchema, _ sql.CollationID, _ string) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}

// DropTable implements sql.TableDropper.
func (db *Database) DropTable(ctx *sql.Context, name string) error {
	return sqlerr.DeniedTable(ctx, "DROP", name)
}

// RenameTable implements sql.TableRenamer.
func (db *Database) RenameTable(ctx *sql.Context, _, _ string) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}
