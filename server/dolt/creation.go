package dolt

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// provider notes on disk which database is being made, so that one a crash
// left half made is known from one that is damaged. Dolt makes a database in
// many steps.
type provider struct {
	*sqle.DoltDatabaseProvider
	notes   datadir.Notes
	storage *storage
	cloner  *cloner
}

// databaseBytes is more than a database takes that is made or closed.
const databaseBytes = 1 << 20

// Database implements sql.DatabaseProvider. A database has the name it was made by, in whatever
// letter case it is asked for: Dolt gives it the name that it was asked for by, and its figures
// would be recorded by both names. The revision after a delimiter stays as it is.
func (p provider) Database(ctx *sql.Context, name string) (sql.Database, error) {
	db, err := p.DoltDatabaseProvider.Database(ctx, name)
	if err != nil {
		return nil, err //nolint:wrapcheck // the storage's own
	}
	if stored, ok := db.(dsess.SqlDatabase); ok {
		base := stored.AliasedName()
		if len(base) <= len(name) && base != name[:len(base)] && strings.EqualFold(base, name[:len(base)]) {
			return p.DoltDatabaseProvider.Database(ctx, base+name[len(base):]) //nolint:wrapcheck // the storage's own
		}
	}
	return db, nil
}

// CreateDatabase implements sql.MutableDatabaseProvider.
func (p provider) CreateDatabase(ctx *sql.Context, name string) error {
	return p.CreateCollatedDatabase(ctx, name, sql.Collation_Default)
}

// CreateCollatedDatabase implements sql.CollatedDatabaseProvider.
func (p provider) CreateCollatedDatabase(ctx *sql.Context, name string, collation sql.CollationID) error {
	if err := checkName(name); err != nil {
		return err
	}
	written, err := p.storage.space.Promise(databaseBytes)
	if err != nil {
		return err
	}
	defer written()
	done, err := p.notes.Begin(name)
	if err != nil {
		return err
	}
	defer done()
	p.storage.making.Lock()
	defer p.storage.making.Unlock()
	release, err := p.reserve(ctx, name)
	if err != nil {
		// Not noted as made: the session that made it would forget what it is about to commit there.
		return err
	}
	defer release()
	defer p.storage.made.note(name)
	p.forgetUnmade(name)
	return p.DoltDatabaseProvider.CreateCollatedDatabase(ctx, name, collation)
}

// forgetUnmade forgets the store of a database that could not be made, or that was opened
// while the database was dropped: Dolt keeps it by its path, and would take it for that of
// the database which is about to be made.
func (p provider) forgetUnmade(name string) {
	path := filepath.Join(p.storage.dir, name)
	if filepath.Base(name) != name || p.storage.files.Exists(path) {
		return
	}
	if err := dbfactory.DeleteFromSingletonCache(filepath.ToSlash(filepath.Join(path, dbfactory.DoltDataDir)), true); err != nil {
		logrus.Debugf("closing what is left of database %s: %v", name, err)
	}
}

// AllDatabases implements sql.DatabaseProvider. A transaction reads none that is younger,
// so who reads information_schema in it is not told of that.
func (p provider) AllDatabases(ctx *sql.Context) []sql.Database {
	all := p.DoltDatabaseProvider.AllDatabases(ctx)
	tx, ok := ctx.GetTransaction().(*dsess.DoltTransaction)
	if !ok {
		return all
	}
	return slices.DeleteFunc(all, func(db sql.Database) bool {
		stored, ok := db.(dsess.SqlDatabase)
		if !ok || stored.DbData().Ddb == nil {
			return false
		}
		_, seen := tx.GetInitialRoot(db.Name())
		return !seen
	})
}

// DropDatabase implements sql.MutableDatabaseProvider.
func (p provider) DropDatabase(ctx *sql.Context, name string) error {
	// Its storage is closed, which writes a little, and cannot fail.
	if err := p.storage.space.Least(databaseBytes); err != nil {
		return err
	}
	err := p.DoltDatabaseProvider.DropDatabase(ctx, name)
	if err == nil {
		p.storage.made.note(name)
	}
	p.storage.forgetDropped()
	return err
}
