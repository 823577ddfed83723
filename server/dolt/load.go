package dolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dolthub/dolt/go/cmd/dolt/doltversion"
	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/env"
	"github.com/dolthub/dolt/go/libraries/utils/filesys"
	"github.com/dolthub/dolt/go/store/nbs"

	"github.com/perfschema/perfschema/server/dolt/datadir"
	"github.com/perfschema/perfschema/server/dolt/settings"
)

// loadDatabases opens every database in the directory and reads enough of each
// to know that it can be served. It returns the names of tables that others have in another letter
// case.
func loadDatabases(ctx context.Context, f *datadir.Files, root *env.DoltEnv, dir string, isReserved func(name string) bool) (*env.MultiRepoEnv, ambiguous, error) {
	if err := checkNames(f.DatabaseDirs(dir)); err != nil {
		return nil, nil, err
	}
	all, err := env.MultiEnvForDirectory(ctx, root.Config.WriteableConfig(), root.FS, root.Version, root)
	if err != nil {
		return nil, nil, datadir.Damaged(dir, err)
	}
	opened, named := make(map[string]bool), make(ambiguous)
	err = all.Iter(func(name string, d *env.DoltEnv) (bool, error) {
		path, err := d.FS.Abs("")
		if err != nil {
			return true, fmt.Errorf("locating database %s: %w", name, err)
		}
		if isReserved(name) {
			return true, datadir.Reserved(path)
		}
		opened[filepath.Clean(path)] = true
		if err := loadDatabase(ctx, path, d); err != nil {
			return true, err
		}
		if err := named.logAmbiguous(ctx, name, d.DoltDB(ctx)); err != nil {
			return true, datadir.Damaged(path, err)
		}
		return false, nil
	})
	if err != nil {
		return nil, nil, err
	}
	// What looks like a database and was passed over is damaged.
	for _, path := range f.DatabaseDirs(dir) {
		if !opened[path] {
			return nil, nil, datadir.Damaged(path, errors.New("there is no storage in it"))
		}
	}
	return all, named, nil
}

// loadDatabase opens one database and reads its head, its tables' schemas and
// the top of their rows. A panic of the storage at files it cannot read is an
// error like any other.
func loadDatabase(ctx context.Context, path string, d *env.DoltEnv) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = datadir.Damaged(path, fmt.Errorf("%v", r))
		}
	}()
	db := d.DoltDB(ctx)
	switch {
	case errors.Is(d.DBLoadError, nbs.ErrDatabaseLocked), errors.Is(d.DBLoadError, env.ErrDatabaseIsLocked):
		return datadir.InUse(path)
	case d.DBLoadError != nil:
		return datadir.Damaged(path, d.DBLoadError)
	case db == nil:
		return datadir.Damaged(path, errors.New("it cannot be opened"))
	case d.RSLoadErr != nil:
		return datadir.Damaged(path, d.RSLoadErr)
	}
	readOnly, err := d.IsAccessModeReadOnly(ctx)
	if err != nil {
		return datadir.Damaged(path, err)
	}
	if readOnly {
		return datadir.InUse(path)
	}
	if err := checkDefault(ctx, path, d); err != nil {
		return err
	}
	if _, err := d.HeadCommit(ctx); err != nil {
		return datadir.Damaged(path, err)
	}
	root, err := d.WorkingRoot(ctx)
	if err != nil {
		return datadir.Damaged(path, err)
	}
	if err := readTables(ctx, root); err != nil {
		return datadir.Damaged(path, err)
	}
	return nil
}

func readTables(ctx context.Context, root doltdb.RootValue) error {
	names, err := root.GetTableNames(ctx, doltdb.DefaultSchemaName, true)
	if err != nil {
		return fmt.Errorf("listing tables: %w", err)
	}
	for _, name := range names {
		table, ok, err := root.GetTable(ctx, doltdb.TableName{Name: name})
		if err != nil {
			return fmt.Errorf("table %s: %w", name, err)
		}
		if !ok {
			return fmt.Errorf("table %s is missing", name)
		}
		if _, err := table.GetSchema(ctx); err != nil {
			return fmt.Errorf("schema of table %s: %w", name, err)
		}
		rows, err := table.GetRowData(ctx)
		if err != nil {
			return fmt.Errorf("rows of table %s: %w", name, err)
		}
		if _, err := rows.Count(); err != nil {
			return fmt.Errorf("rows of table %s: %w", name, err)
		}
	}
	return nil
}

// rootEnvironment is the environment of the data directory itself, which need
// not be a database. Its settings live in the configuration directory.
func rootEnvironment(ctx context.Context, dir string) (*env.DoltEnv, error) {
	fs, err := filesys.LocalFilesysWithWorkingDir(dir)
	if err != nil {
		return nil, datadir.NotWritable(dir, err)
	}
	home := func() (string, error) { return filepath.Join(dir, datadir.ConfigDir), nil }
	root := env.LoadWithoutDB(ctx, home, fs, doltdb.LocalDirDoltDB, doltversion.Version)
	if root.CfgLoadErr != nil {
		if errors.Is(root.CfgLoadErr, os.ErrPermission) {
			return nil, datadir.NotWritable(dir, root.CfgLoadErr)
		}
		return nil, datadir.Damaged(dir, fmt.Errorf("settings in %s: %w", datadir.ConfigDir, root.CfgLoadErr))
	}
	if err := settings.Replace(root); err != nil {
		return nil, datadir.Damaged(dir, err)
	}
	root.Config.SetFailsafes(env.DefaultFailsafeConfig)
	root.DBLoadParams = map[string]any{dbfactory.FailOnJournalLockTimeoutParam: struct{}{}}
	return root, nil
}

// closeStores closes the storage of every database below a directory, so that
// another server, in this process or elsewhere, can open it.
func closeStores(f *datadir.Files, dir string) error {
	var failed error
	for _, path := range f.DatabaseDirs(dir) {
		key := filepath.ToSlash(filepath.Join(path, dbfactory.DoltDataDir))
		if err := dbfactory.DeleteFromSingletonCache(key, true); err != nil {
			failed = errors.Join(failed, fmt.Errorf("closing database %s: %w", path, err))
		}
	}
	return failed
}
