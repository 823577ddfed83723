package dolt

import (
	"context"
	"errors"
	"fmt"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/globalstate"
	"github.com/dolthub/go-mysql-server/sql"
)

// Recount sets the number that AUTO_INCREMENT gives next in a table by what is stored on all
// branches, and has the session read the database anew: see [gms.Contention]. Dolt begins at 1 when
// it writes a table anew, and stays there where that fails; and the session keeps the table as it
// was to be.
func Recount(session sql.Session, database, table string) error {
	if b := beginningOf(session); b != nil {
		b.failed = append(b.failed, database)
	}
	ctx := sql.NewContext(context.Background(), sql.WithSession(session))
	own, ok := session.(interface {
		Provider() dsess.DoltDatabaseProvider
	})
	if !ok {
		return nil
	}
	db, ok := own.Provider().BaseDatabase(ctx, database)
	if !ok {
		return nil
	}
	counting, ok := db.(interface {
		GetGlobalState() globalstate.GlobalState
	})
	if !ok {
		return nil
	}
	stored := db.DbData().Ddb
	branches, err := stored.GetBranches(ctx)
	if err != nil {
		return fmt.Errorf("branches of %s: %w", database, err)
	}
	var sets []*doltdb.WorkingSet
	for _, b := range branches {
		name, err := ref.WorkingSetRefForHead(b)
		if err != nil {
			return fmt.Errorf("working set of %s: %w", b, err)
		}
		set, err := stored.ResolveWorkingSet(ctx, name)
		if errors.Is(err, doltdb.ErrWorkingSetNotFound) {
			continue
		} else if err != nil {
			return fmt.Errorf("working set of %s: %w", b, err)
		}
		sets = append(sets, set)
	}
	tracker, err := counting.GetGlobalState().AutoIncrementTracker(ctx)
	if err != nil {
		return fmt.Errorf("numbers of %s: %w", database, err)
	}
	if err := tracker.DropTable(ctx, table, sets...); err != nil {
		return fmt.Errorf("numbers of %s.%s: %w", database, table, err)
	}
	return nil
}
