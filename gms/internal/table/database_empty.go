package table

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// What follows says that our databases have no views, triggers or events, and get none,
// and get no routines. The engine asks every database for them.

// AllViews implements sql.ViewDatabase: there are none.
func (db *Database) AllViews(*sql.Context) ([]sql.ViewDefinition, error) { return nil, nil }

// GetViewDefinition implements sql.ViewDatabase.
func (db *Database) GetViewDefinition(*sql.Context, string) (sql.ViewDefinition, bool, error) {
	return sql.ViewDefinition{}, false, nil
}

// CreateView implements sql.ViewDatabase.
func (db *Database) CreateView(ctx *sql.Context, _, _, _ string) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}

// DropView implements sql.ViewDatabase.
func (db *Database) DropView(ctx *sql.Context, name string) error {
	return sqlerr.DeniedTable(ctx, "DROP", name)
}

// GetTriggers implements sql.TriggerDatabase: there are none.
func (db *Database) GetTriggers(*sql.Context) ([]sql.TriggerDefinition, error) { return nil, nil }

// CreateTrigger implements sql.TriggerDatabase.
func (db *Database) CreateTrigger(ctx *sql.Context, _ sql.TriggerDefinition) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}

// DropTrigger implements sql.TriggerDatabase.
func (db *Database) DropTrigger(_ *sql.Context, name string) error {
	return sql.ErrTriggerDoesNotExist.New(name)
}

// SaveStoredProcedure implements sql.StoredProcedureDatabase.
func (db *Database) SaveStoredProcedure(ctx *sql.Context, _ sql.StoredProcedureDetails) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}

// DropStoredProcedure implements sql.StoredProcedureDatabase.
func (db *Database) DropStoredProcedure(ctx *sql.Context, name string) error {
	if _, ok, _ := db.GetStoredProcedure(ctx, name); ok {
		return sqlerr.DeniedDatabase(ctx, db.name)
	}
	return sql.ErrStoredProcedureDoesNotExist.New(name)
}

// GetEvent implements sql.EventDatabase.
func (db *Database) GetEvent(*sql.Context, string) (sql.EventDefinition, bool, error) {
	return sql.EventDefinition{}, false, nil
}

// GetEvents implements sql.EventDatabase: there are none.
func (db *Database) GetEvents(*sql.Context) ([]sql.EventDefinition, any, error) {
	return nil, nil, nil
}

// SaveEvent implements sql.EventDatabase.
func (db *Database) SaveEvent(ctx *sql.Context, _ sql.EventDefinition) (bool, error) {
	return false, sqlerr.DeniedDatabase(ctx, db.name)
}

// DropEvent implements sql.EventDatabase.
func (db *Database) DropEvent(_ *sql.Context, name string) error {
	return sql.ErrEventDoesNotExist.New(name)
}

// UpdateEvent implements sql.EventDatabase.
func (db *Database) UpdateEvent(ctx *sql.Context, _ string, _ sql.EventDefinition) (bool, error) {
	return false, sqlerr.DeniedDatabase(ctx, db.name)
}

// UpdateLastExecuted implements sql.EventDatabase.
func (db *Database) UpdateLastExecuted(_ *sql.Context, name string, _ time.Time) error {
	return sql.ErrEventDoesNotExist.New(name)
}

// NeedsToReloadEvents implements sql.EventDatabase.
func (db *Database) NeedsToReloadEvents(*sql.Context, any) (bool, error) { return false, nil }
