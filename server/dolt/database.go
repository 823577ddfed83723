package dolt

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/dolthub/dolt/go/cmd/dolt/commands/engine"
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/env"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/statspro"
	"github.com/dolthub/dolt/go/store/chunks"
	gms "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/eventscheduler"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server/dolt/datadir"
	"github.com/perfschema/perfschema/server/dolt/disk"
	"github.com/perfschema/perfschema/server/dolt/memory"
)

// Options says how to open a data directory.
type Options struct {
	// Dir is the data directory; it is made if it is missing.
	Dir string
	// Accounts are made in a data directory that has none yet.
	Accounts []NewAccount
	// Overrides reach into the engine while it is made.
	Overrides sql.EngineOverrides
	// Reserved says whether the server has a database of a name of its own, so that no
	// directory may have it.
	Reserved func(name string) bool
	// Schema records the waits for storage; nil records none.
	Schema *perfschema.Schema
}

// NewAccount is an account to make, with every privilege.
type NewAccount struct{ User, Host, Password string }

// Database is an open data directory. Its methods are safe for concurrent use
// but for Close.
type Database struct {
	dir        *datadir.Directory
	files      *datadir.Files
	aside      datadir.Aside
	engine     *engine.SqlEngine
	storage    *storage
	root       *env.DoltEnv // the settings of the data directory
	background context.Context
	// statsPaused: the user persisted that there be no statistics.
	statsPaused bool
}

// Open opens a data directory. An error of type [*datadir.Error] says that the
// directory cannot be used; it is left as it was found. Dolt keeps system
// variables once per process, so they are shared by all Databases open at a
// time.
func Open(ctx context.Context, o Options) (*Database, error) {
	f := datadir.NewFiles(o.Schema)
	if err := checkFit(f, o.Dir); err != nil {
		return nil, err
	}
	dir, err := datadir.Hold(f, o.Dir)
	if err != nil {
		return nil, err
	}
	if err := dir.CheckOwn(); err != nil {
		dir.Undo()
		return nil, err
	}
	dir.Note(filepath.Join(dir.Path, datadir.ConfigDir))
	d := &Database{dir: dir, files: f, aside: datadir.NewAside(f), background: context.WithoutCancel(ctx)}
	before, err := f.TakeSnapshot(f.DatabaseDirs(dir.Path))
	if err != nil {
		dir.Undo()
		return nil, err
	}
	if err := settleProcess(dir.Path); err != nil {
		dir.Undo()
		return nil, fmt.Errorf("setting up the storage: %w", err)
	}
	replay := holdLog()
	d.storage = newStorage(dir.Path, f)
	d.storage.enter()
	if err := d.open(ctx, o); err != nil {
		if d.engine != nil {
			_ = d.engine.Close()
		}
		// What else goes wrong comes of the first error.
		_ = closeStores(f, dir.Path)
		d.storage.leave()
		d.aside.Undo()
		_ = before.Restore()
		dir.Undo()
		replay(false)
		return nil, err
	}
	replay(true)
	return d, nil
}

func (d *Database) open(ctx context.Context, o Options) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = datadir.Damaged(d.dir.Path, fmt.Errorf("%v", r))
		}
	}()
	accounts, err := Accounts(o.Schema, d.dir.Path)
	if err != nil {
		return err
	}
	// Opening a database writes a little.
	if err := d.storage.space.Least(databaseBytes); err != nil {
		return datadir.Full(d.dir.Path, err)
	}
	if config := filepath.Join(d.dir.Path, datadir.ConfigDir); d.files.Exists(config) {
		if err := disk.CheckWritable(config); err != nil {
			return datadir.NotWritable(d.dir.Path, err)
		}
	}
	notes := datadir.NewNotes(d.dir.Path, d.files)
	unfinished := notes.Unfinished()
	leftOver := map[string][]string{}
	for _, path := range d.files.DatabaseDirs(d.dir.Path) {
		if slices.Contains(unfinished, path) {
			continue
		}
		if leftOver[path], err = d.files.Verify(path); err != nil {
			return err
		}
	}
	for path, files := range leftOver {
		if err := d.aside.Set(path, files); err != nil {
			return err
		}
	}
	if err := notes.Settle(unfinished); err != nil {
		return err
	}
	root, err := rootEnvironment(ctx, d.dir.Path)
	if err != nil {
		return err
	}
	d.root = root
	d.statsPaused = root.Config.GetStringOrDefault(env.SqlServerGlobalsPrefix+"."+dsess.DoltStatsPaused, "0") == "1"
	if err := dsess.InitPersistedSystemVars(root); err != nil {
		return datadir.Damaged(d.dir.Path, fmt.Errorf("persisted variables: %w", err))
	}
	if err := settleVariables(d.dir.Path); err != nil {
		return fmt.Errorf("setting up the storage: %w", err)
	}
	all, named, err := loadDatabases(ctx, d.files, root, d.dir.Path, o.Reserved)
	if err != nil {
		return err
	}
	if len(named) > 0 {
		d.storage.ambiguous.Store(&named)
	}
	if err := d.files.RemoveTemporary(d.dir.Path); err != nil {
		logrus.Warn(err)
	}
	if d.engine, err = newEngine(ctx, all, d.dir.Path, o.Overrides); err != nil {
		return datadir.Damaged(d.dir.Path, err)
	}
	if err := dsess.PersistSystemVarDefaults(root); err != nil {
		return datadir.NotWritable(d.dir.Path, err)
	}
	if err := d.engine.InitStats(ctx); err != nil {
		return datadir.Damaged(d.dir.Path, fmt.Errorf("table statistics: %w", err))
	}
	catalog := d.Engine().Analyzer.Catalog
	inner, ok := catalog.DbProvider.(*sqle.DoltDatabaseProvider)
	if !ok {
		return fmt.Errorf("the storage has an unexpected provider %T", catalog.DbProvider)
	}
	cloner, err := newCloner(inner, all.RemoteDialProvider())
	if err != nil {
		return err
	}
	catalog.DbProvider = provider{inner, notes, d.storage, cloner}
	statistics := new(memory.Statistics)
	memory.WatchCaches(o.Schema, d.storage.openStores, func() (int64, int64) { return statistics.Read(catalog.StatsProvider) })
	d.watchAccounts()
	if accounts == nil {
		return d.addSuperusers(o.Accounts)
	}
	return d.dateAccounts()
}

func newEngine(ctx context.Context, all *env.MultiRepoEnv, dir string, overrides sql.EngineOverrides) (*engine.SqlEngine, error) {
	return engine.NewSqlEngine(ctx, all, &engine.SqlEngineConfig{
		DoltCfgDirPath:     filepath.Join(dir, datadir.ConfigDir),
		PrivFilePath:       privilegesFile(dir),
		BranchCtrlFilePath: filepath.Join(dir, datadir.ConfigDir, "branch_control.db"),
		Autocommit:         true,
		// A journal that grew is cut back in the background, so that the
		// directory's size follows what is stored and not what was written.
		AutoGCController:     sqle.NewAutoGCController(chunks.SimpleArchive, logrus.StandardLogger()),
		EventSchedulerStatus: eventscheduler.SchedulerDisabled, // the Adapter runs events
		EngineOverrides:      overrides,
	})
}

// StartWorkers starts what works in the background all the time. It comes apart
// from Open so that the engine can be changed before anything uses it.
func (d *Database) StartWorkers(ctx context.Context) error {
	stats, ok := d.Engine().Analyzer.Catalog.StatsProvider.(*statspro.StatsController)
	if !ok || d.statsPaused {
		return nil
	}
	session, err := d.engine.NewLocalContext(ctx)
	if err != nil {
		return fmt.Errorf("starting table statistics: %w", err)
	}
	defer sql.SessionEnd(session.Session)
	if err := sql.SystemVariables.AssignValues(map[string]any{dsess.DoltStatsPaused: int8(0)}); err != nil {
		return fmt.Errorf("starting table statistics: %w", err)
	}
	if err := stats.Restart(session); err != nil {
		return fmt.Errorf("starting table statistics: %w", err)
	}
	return nil
}

// Made says that a file of the data directory is new, so that [Database.Discard]
// removes it.
func (d *Database) Made(file string) { d.dir.NoteMade(file) }

// Path is the data directory's absolute path.
func (d *Database) Path() string { return d.dir.Path }

// Engine is the SQL engine.
func (d *Database) Engine() *gms.Engine { return d.engine.GetUnderlyingEngine() }

// ContextFactory makes the contexts of statements, for a server.
func (d *Database) ContextFactory() sql.ContextFactory { return d.engine.ContextFactory }

// NewSession makes the session of a connection; a server's session builder.
func (d *Database) NewSession(ctx context.Context, conn *mysql.Conn, addr string) (sql.Session, error) {
	base, err := sql.BaseSessionFromConnection(ctx, conn, addr)
	if err != nil {
		return nil, err
	}
	return d.newSession(ctx, base)
}

// NewEventContext makes the context of a session of the event scheduler's, on base, which
// ends with ctx.
func (d *Database) NewEventContext(ctx context.Context, base *sql.BaseSession) (*sql.Context, error) {
	session, err := d.newSession(ctx, base)
	if err != nil {
		return nil, err
	}
	// What events do is no activity of a client's.
	return d.engine.ContextFactory(context.WithValue(ctx, doltdb.EventSessionContextKey, true), sql.WithSession(session)), nil
}

func (d *Database) newSession(ctx context.Context, base *sql.BaseSession) (sql.Session, error) {
	session, err := d.engine.NewDoltSession(ctx, base)
	if err != nil {
		return nil, err
	}
	if session.Session != base {
		return nil, fmt.Errorf("a session of Dolt's is built on a %T, not on what it was given", session.Session)
	}
	session.Session = newBeginningSession(base, d.storage)
	// Dolt begins every session with autocommit on, whatever is global.
	if _, on, ok := sql.SystemVariables.GetGlobal(sql.AutoCommitSessionVar); ok {
		if err := session.SetSessionVariable(sql.NewContext(ctx, sql.WithSession(session)), sql.AutoCommitSessionVar, on); err != nil {
			return nil, err
		}
	}
	return session, nil
}

// Stop ends what runs in the engine: statements, events, background work.
// Statements in progress fail; what was committed is safe.
func (d *Database) Stop() error {
	if err := d.engine.Close(); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopping the engine: %w", err)
	}
	return nil
}

// Close closes the storage and lets go of the directory. Call it after Stop,
// when no statement runs any more.
func (d *Database) Close() error {
	defer d.storage.leave()
	d.storage.endure()
	return errors.Join(closeStores(d.files, d.dir.Path), d.dir.Release())
}

// Discard is Stop and Close of a Database that was of no use after all: what
// [Open] made of the data directory is gone, what was there stays.
func (d *Database) Discard() error {
	defer d.storage.leave()
	failed := d.Stop()
	d.storage.endure()
	failed = errors.Join(failed, closeStores(d.files, d.dir.Path))
	d.dir.Undo()
	return failed
}
