package dolt

import (
	"math"
	"path/filepath"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/libraries/doltcore/env"
	"github.com/dolthub/dolt/go/store/chunks"

	"github.com/perfschema/perfschema/server/dolt/datadir"
	"github.com/perfschema/perfschema/server/internal/smallfile"
)

// Bounds of files that are read whole, in bytes. Beyond them a file is damaged.
const (
	maxAccounts = 256 << 20
	maxSettings = 16 << 20
	anySize     = math.MaxInt64
)

// checkFit refuses a data directory where a file that Dolt or this package reads is something
// else than a regular file of a possible size. Dolt reads each whole, however large it is, and
// waits where it is a pipe.
func checkFit(f *datadir.Files, dir string) error {
	fit := func(in, path string, limit int64) error {
		if err := smallfile.Check(path, limit); err != nil {
			return datadir.Damaged(in, err)
		}
		return nil
	}
	config := filepath.Join(dir, datadir.ConfigDir)
	for path, limit := range map[string]int64{
		filepath.Join(dir, datadir.LockName):                           maxSettings,
		privilegesFile(dir):                                            maxAccounts,
		filepath.Join(config, "branch_control.db"):                     maxAccounts,
		filepath.Join(config, dbfactory.DoltDir, env.GlobalConfigFile): maxSettings,
		filepath.Join(dir, dbfactory.DoltDir, localSettings):           maxSettings,
	} {
		if err := fit(dir, path, limit); err != nil {
			return err
		}
	}
	if err := checkBranchControl(filepath.Join(config, "branch_control.db")); err != nil {
		return datadir.Damaged(dir, err)
	}
	for _, path := range f.DatabaseDirs(dir) {
		own, data := filepath.Join(path, dbfactory.DoltDir), filepath.Join(path, dbfactory.DoltDataDir)
		for name, limit := range map[string]int64{
			filepath.Join(own, localSettings):             maxSettings,
			filepath.Join(own, "repo_state.json"):         maxSettings,
			filepath.Join(data, "manifest"):               maxSettings,
			filepath.Join(data, "oldgen", "manifest"):     maxSettings,
			filepath.Join(data, "LOCK"):                   maxSettings,
			filepath.Join(data, "oldgen", "LOCK"):         maxSettings,
			filepath.Join(data, datadir.JournalIndexName): anySize,
			filepath.Join(data, chunks.JournalFileID):     anySize,
		} {
			if err := fit(path, name, limit); err != nil {
				return err
			}
		}
	}
	return nil
}

// localSettings is the file of the settings of a database, as Dolt names it.
const localSettings = "config.json"
