package gms

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/view"
)

// DatabaseName is the name of the database the Adapter adds beside
// [ProfilingName].
const DatabaseName = "performance_schema"

// database is performance_schema, or profiling, as the engine sees it.
type database struct {
	name   string
	names  []string
	tables map[string]*table
}

var (
	_ sql.Database         = (*database)(nil)
	_ sql.ReadOnlyDatabase = (*database)(nil)
	_ sql.CollatedDatabase = (*database)(nil)
	_ sql.TableCreator     = (*database)(nil)
	_ sql.TableDropper     = (*database)(nil)
	_ sql.TableRenamer     = (*database)(nil)
	_ sql.ViewDatabase     = (*database)(nil)
	_ sql.TriggerDatabase  = (*database)(nil)
	_ sql.EventDatabase    = (*database)(nil)

	_ sql.StoredProcedureDatabase = (*database)(nil)
)

func newDatabase(a *Adapter, name string, views []*view.Table) (*database, error) {
	db := &database{name: name, tables: make(map[string]*table, len(views))}
	for _, v := range views {
		t, err := newTable(a, name, v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		db.names = append(db.names, v.Name)
		db.tables[strings.ToLower(v.Name)] = t
	}
	return db, nil
}

// Name implements sql.Database.
func (db *database) Name() string { return db.name }

// GetTableInsensitive implements sql.Database.
func (db *database) GetTableInsensitive(_ *sql.Context, name string) (sql.Table, bool, error) {
	t, ok := db.tables[strings.ToLower(name)]
	if !ok {
		return nil, false, nil
	}
	return t, true, nil
}

// GetTableNames implements sql.Database.
func (db *database) GetTableNames(*sql.Context) ([]string, error) { return db.names, nil }

// IsReadOnly implements sql.ReadOnlyDatabase. What may be written is each
// table's own affair.
func (db *database) IsReadOnly() bool { return false }

// GetCollation implements sql.CollatedDatabase.
func (db *database) GetCollation(*sql.Context) sql.CollationID {
	return sql.Collation_utf8mb4_0900_ai_ci
}

// SetCollation implements sql.CollatedDatabase.
func (db *database) SetCollation(ctx *sql.Context, _ sql.CollationID) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}

// CreateTable implements sql.TableCreator.
func (db *database) CreateTable(ctx *sql.Context, _ string, _ sql.PrimaryKeySchema, _ sql.CollationID, _ string) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}

// DropTable implements sql.TableDropper.
func (db *database) DropTable(ctx *sql.Context, name string) error {
	return sqlerr.DeniedTable(ctx, "DROP", name)
}

// RenameTable implements sql.TableRenamer.
func (db *database) RenameTable(ctx *sql.Context, _, _ string) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}
