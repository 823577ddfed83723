package dolt

import (
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/dolthub/dolt/go/cmd/dolt/cli"
	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/libraries/doltcore/dconfig"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dfunctions"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/store/util/tempfiles"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/dolt/datadir"
	"github.com/perfschema/perfschema/server/dolt/logline"
)

var quietOnce sync.Once

// settleProcess sets what Dolt keeps once per process rather than per engine:
// where it logs and prints, what opens databases, and where it looks for
// user-level settings, which is inside the data directory instead of the user's
// home.
func settleProcess(dir string) error {
	quietOnce.Do(func() {
		// Dolt prints hints for its command line on standard output, which
		// belongs to the program here.
		cli.CliOut = io.Discard
		logrus.SetOutput(logOutput{})
		logrus.SetLevel(logrus.WarnLevel)
		logrus.SetFormatter(logline.Formatter{})
		dbfactory.DBFactories[dbfactory.FileScheme] = factory{}
		tempfiles.MovableTempFileProvider = temporary{}
		transactionLocks = newCommitLocks(transactionLocks)
		// Dolt computes the VIRTUAL columns of indexes by a catalog of its own, in merges and foreign keys too.
		dfunctions.DoltFunctions = append(dfunctions.DoltFunctions, gms.DialectFunctions()...)
		// A DECIMAL in a JSON document is stored as encoding/json writes it: as a string otherwise.
		decimal.MarshalJSONWithoutQuotes = true
	})
	if err := settleGit(); err != nil {
		return err
	}
	return os.Setenv(dconfig.EnvDoltRootPath, filepath.Join(dir, datadir.ConfigDir))
}

// settleVariables gives the system variables that are the same for every
// engine of the process the values a server wants.
func settleVariables(dir string) error {
	return sql.SystemVariables.AssignValues(map[string]any{
		// Only files below this directory may be read and written by SQL.
		"secure_file_priv": filepath.Join(dir, datadir.FilesDir),
		// Statistics are made anew at each start instead of being kept in
		// one of the user's databases.
		dsess.DoltStatsMemoryOnly: int8(1),
		// What they keep of tables as they were, some 50 MB for an hour of busy
		// writes, is given up by then.
		dsess.DoltStatsGCInterval: (5 * time.Minute).Milliseconds(),
		// The worker that makes them is started by StartWorkers.
		dsess.DoltStatsPaused: int8(1),
	})
}
