package gms

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// What follows says that our databases have no views, triggers, events or
// routines and get none. The engine asks every database for them.

// AllViews implements sql.ViewDatabase: there are none.
func (db *database) AllViews(*sql.Context) ([]sql.ViewDefinition, error) { return nil, nil }

// GetViewDefinition implements sql.ViewDatabase.
func (db *database) GetViewDefinition(*sql.Context, string) (sql.ViewDefinition, bool, error) {
	return sql.ViewDefinition{}, false, nil
}

// CreateView implements sql.ViewDatabase.
func (db *database) CreateView(ctx *sql.Context, _, _, _ string) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}

// DropView implements sql.ViewDatabase.
func (db *database) DropView(ctx *sql.Context, name string) error {
	return sqlerr.DeniedTable(ctx, "DROP", name)
}

// GetTriggers implements sql.TriggerDatabase: there are none.
func (db *database) GetTriggers(*sql.Context) ([]sql.TriggerDefinition, error) { return nil, nil }

// CreateTrigger implements sql.TriggerDatabase.
func (db *database) CreateTrigger(ctx *sql.Context, _ sql.TriggerDefinition) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}

// DropTrigger implements sql.TriggerDatabase.
func (db *database) DropTrigger(_ *sql.Context, name string) error {
	return sql.ErrTriggerDoesNotExist.New(name)
}

// GetStoredProcedure implements sql.StoredProcedureDatabase.
func (db *database) GetStoredProcedure(*sql.Context, string) (sql.StoredProcedureDetails, bool, error) {
	return sql.StoredProcedureDetails{}, false, nil
}

// GetStoredProcedures implements sql.StoredProcedureDatabase: there are none.
func (db *database) GetStoredProcedures(*sql.Context) ([]sql.StoredProcedureDetails, error) {
	return nil, nil
}

// SaveStoredProcedure implements sql.StoredProcedureDatabase.
func (db *database) SaveStoredProcedure(ctx *sql.Context, _ sql.StoredProcedureDetails) error {
	return sqlerr.DeniedDatabase(ctx, db.name)
}

// DropStoredProcedure implements sql.StoredProcedureDatabase.
func (db *database) DropStoredProcedure(_ *sql.Context, name string) error {
	return sql.ErrStoredProcedureDoesNotExist.New(name)
}

// GetEvent implements sql.EventDatabase.
func (db *database) GetEvent(*sql.Context, string) (sql.EventDefinition, bool, error) {
	return sql.EventDefinition{}, false, nil
}

// GetEvents implements sql.EventDatabase: there are none.
func (db *database) GetEvents(*sql.Context) ([]sql.EventDefinition, any, error) {
	return nil, nil, nil
}

// SaveEvent implements sql.EventDatabase.
func (db *database) SaveEvent(ctx *sql.Context, _ sql.EventDefinition) (bool, error) {
	return false, sqlerr.DeniedDatabase(ctx, db.name)
}

// DropEvent implements sql.EventDatabase.
func (db *database) DropEvent(_ *sql.Context, name string) error {
	return sql.ErrEventDoesNotExist.New(name)
}

// UpdateEvent implements sql.EventDatabase.
func (db *database) UpdateEvent(ctx *sql.Context, _ string, _ sql.EventDefinition) (bool, error) {
	return false, sqlerr.DeniedDatabase(ctx, db.name)
}

// UpdateLastExecuted implements sql.EventDatabase.
func (db *database) UpdateLastExecuted(_ *sql.Context, name string, _ time.Time) error {
	return sql.ErrEventDoesNotExist.New(name)
}

// NeedsToReloadEvents implements sql.EventDatabase.
func (db *database) NeedsToReloadEvents(*sql.Context, any) (bool, error) { return false, nil }
