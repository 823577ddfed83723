package dolt

import (
	"context"
	"errors"
	"fmt"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb/durable"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/libraries/doltcore/schema"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/globalstate"
	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// Recount sets the number that AUTO_INCREMENT gives next in a table by what is stored on all
// branches, and has the session read the database anew: see [gms.Contention]. Dolt begins at 1 when
// it writes a table anew, and stays there where that fails; and the session keeps the table as it
// was to be.
func Recount(session sql.Session, database, table string) error {
	database, _ = doltdb.SplitRevisionDbName(database)
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
	for _, set := range sets {
		// Of two inserts that are merged the number that is stored may be the lower one.
		highest, err := highestNumber(ctx, set, table)
		if err == nil && highest > 0 {
			_, err = tracker.Next(ctx, table, highest)
		}
		if err != nil {
			return fmt.Errorf("numbers of %s.%s: %w", database, table, err)
		}
	}
	return nil
}

// highestNumber is the highest number that a table has in its column of AUTO_INCREMENT; 0 if there
// is none, or no index begins with the column.
func highestNumber(ctx *sql.Context, set *doltdb.WorkingSet, table string) (int64, error) {
	t, _, ok, err := doltdb.GetTableInsensitive(ctx, set.WorkingRoot(), doltdb.TableName{Name: table})
	if err != nil || !ok {
		return 0, err
	}
	sch, err := t.GetSchema(ctx)
	if err != nil {
		return 0, err
	}
	column, ok := schema.GetAutoIncrementColumn(sch)
	if !ok {
		return 0, nil
	}
	var rows durable.Index
	if keys := sch.GetPKCols().GetColumns(); len(keys) > 0 && keys[0].Name == column.Name {
		rows, err = t.GetRowData(ctx)
	} else if index, ok := sch.Indexes().GetIndexByColumnNames(column.Name); ok {
		rows, err = t.GetIndexRowData(ctx, index.Name())
	} else {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	m, err := durable.ProllyMapFromIndex(rows)
	if err != nil {
		return 0, err
	}
	key := m.LastKey(ctx)
	if key == nil {
		return 0, nil
	}
	number, err := tree.GetField(ctx, m.KeyDesc(), 0, key, m.NodeStore())
	if err != nil {
		return 0, err
	}
	n, _, err := types.Int64.Convert(ctx, number)
	if highest, ok := n.(int64); ok && err == nil {
		return highest, nil
	}
	return 0, nil // NULL, or beyond what numbers are given on from
}
