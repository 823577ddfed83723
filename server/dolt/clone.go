package dolt

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/libraries/utils/filesys"
	"github.com/dolthub/go-mysql-server/sql"
)

// cloner runs dolt_clone. Dolt holds the lock of its list of databases from the first word to the
// remote until the last of its data has come. Each statement takes that lock, so a remote that
// does not answer would stop the server. A clone is made in a list of its own instead, which only
// its session knows, and its database is moved to the server's list when it is whole.
type cloner struct {
	dialer dbfactory.GRPCDialProvider
	list   databaseList
}

// databaseList is the databases of a provider of Dolt's and the lock that guards them. Dolt has no
// other way to add a database that is there already.
type databaseList struct {
	mu        *sync.RWMutex
	databases map[string]dsess.SqlDatabase
	locations map[string]filesys.Filesys
}

// listOf returns the list of a provider. It fails with a Dolt that keeps it otherwise.
func listOf(p *sqle.DoltDatabaseProvider) (l databaseList, err error) {
	provider := reflect.ValueOf(p).Elem()
	err = errors.Join(
		readField(provider, "mu", &l.mu), readField(provider, "databases", &l.databases), readField(provider, "dbLocations", &l.locations))
	return l, err
}

// readField sets to to a private field of a struct.
func readField(of reflect.Value, name string, to any) error {
	into := reflect.ValueOf(to).Elem()
	f := of.FieldByName(name)
	if !f.IsValid() || f.Type() != into.Type() || f.IsNil() {
		return fmt.Errorf("the storage keeps its databases in an unexpected way: %s has no field %s of type %s", of.Type(), name, into.Type())
	}
	into.Set(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())
	return nil
}

func newCloner(p *sqle.DoltDatabaseProvider, dialer dbfactory.GRPCDialProvider) (*cloner, error) {
	list, err := listOf(p)
	if err != nil {
		return nil, err
	}
	return &cloner{dialer, list}, nil
}

// apartClone wraps dolt_clone so that it does not stop other sessions. Other procedures are
// returned as they are.
func (p provider) apartClone(name string, run procedure) procedure {
	if name != "dolt_clone" {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		own, err := p.cloning(ctx)
		if err != nil {
			return nil, err
		}
		return run(own, args...)
	}
}

// cloning returns the context of a session like that of ctx whose provider is a cloningProvider.
// It ends with ctx.
func (p provider) cloning(ctx *sql.Context) (*sql.Context, error) {
	session, ok := ctx.Session.(*dsess.DoltSession)
	if !ok {
		return nil, fmt.Errorf("dolt_clone in a session of type %T", ctx.Session)
	}
	alone, err := sqle.NewDoltDatabaseProvider(p.DefaultBranch(), p.FileSystem(), p.EngineOverrides())
	if err != nil {
		return nil, err //nolint:wrapcheck // the storage's own
	}
	alone = alone.WithRemoteDialer(p.cloner.dialer)
	alone.InitDatabaseHooks = p.InitDatabaseHooks
	like := dsess.DefaultSession(cloningProvider{alone, p}, nil)
	like.Session = session.Session
	own := ctx.WithContext(ctx.Context)
	own.Session = like
	return own, nil
}

// cloningProvider is the provider of one clone. It knows no database but the one that is made.
type cloningProvider struct {
	*sqle.DoltDatabaseProvider
	to provider
}

// CloneDatabaseFromRemote implements dsess.DoltDatabaseProvider.
func (c cloningProvider) CloneDatabaseFromRemote(ctx *sql.Context, name, branch, remote, url string, depth int, params map[string]string) error {
	if err := checkName(name); err != nil {
		return err
	}
	release, err := c.to.reserve(ctx, name)
	if err != nil {
		return err
	}
	defer release()
	done, err := c.to.notes.Begin(name)
	if err != nil {
		return err
	}
	defer done()
	c.to.forgetUnmade(name)
	if err := c.DoltDatabaseProvider.CloneDatabaseFromRemote(ctx, name, branch, remote, url, depth, params); err != nil {
		c.to.forgetUnmade(name)
		return err //nolint:wrapcheck // the storage's own
	}
	made, err := listOf(c.DoltDatabaseProvider)
	if err != nil {
		return err
	}
	if err := c.to.cloner.list.add(made); err != nil {
		return err
	}
	c.to.storage.made.note(name)
	return nil
}

// errNotMade is of a clone that has made another number of databases than one.
var errNotMade = errors.New("the clone is not there")

// add adds the one database that another list has.
func (l databaseList) add(made databaseList) error {
	if len(made.databases) != 1 {
		return errNotMade
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, db := range made.databases {
		if _, taken := l.databases[key]; taken {
			return sql.ErrDatabaseExists.New(db.Name())
		}
		l.databases[key], l.locations[key] = db, made.locations[key]
	}
	return nil
}
