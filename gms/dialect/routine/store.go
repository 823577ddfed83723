package routine

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// Find is a function of a database, and what the storage keeps of it; ok is false if there
// is none.
func Find(ctx *sql.Context, db sql.Database, name string) (p sql.StoredProcedureDetails, ok bool, err error) {
	store, is := db.(sql.StoredProcedureDatabase)
	if !is {
		return p, false, nil
	}
	return store.GetStoredProcedure(ctx, strings.ToLower(StoredName(name)))
}

// Save keeps a function whose text is a procedure's.
func Save(ctx *sql.Context, db sql.Database, name, procedure string) error {
	store, is := db.(sql.StoredProcedureDatabase)
	if !is {
		return sql.ErrStoredProceduresNotSupported.New(db.Name())
	}
	now := time.Now()
	return store.SaveStoredProcedure(ctx, sql.StoredProcedureDetails{
		Name: strings.ToLower(StoredName(name)), CreateStatement: procedure, CreatedAt: now, ModifiedAt: now,
		SqlMode: sql.LoadSqlMode(ctx).String(),
	})
}

// Drop takes a function away, which there must be.
func Drop(ctx *sql.Context, db sql.Database, name string) error {
	store, is := db.(sql.StoredProcedureDatabase)
	if !is {
		return sql.ErrStoredProceduresNotSupported.New(db.Name())
	}
	return store.DropStoredProcedure(ctx, strings.ToLower(StoredName(name)))
}

// Alter gives a function other characteristics.
func Alter(ctx *sql.Context, db sql.Database, p sql.StoredProcedureDetails, f *Function, c Characteristics) error {
	store, is := db.(sql.StoredProcedureDatabase)
	if !is {
		return sql.ErrStoredProceduresNotSupported.New(db.Name())
	}
	if err := store.DropStoredProcedure(ctx, p.Name); err != nil {
		return err
	}
	p.CreateStatement, p.ModifiedAt = f.altered(c), time.Now()
	return store.SaveStoredProcedure(ctx, p)
}
