package dolt

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"
)

// Every root that becomes the working set of a branch passes by an observedDatabase. Some
// procedures of Dolt's write one past the transaction that they run in, or commit more than once,
// as dolt_stash and dolt_rebase do: their roots are looked at here. What other statements write is
// looked at before, see rewrite.createOnce, and costs a look at the context.

// callKey marks the context of a call of one of Dolt's procedures.
type callKey struct{}

// markedCall has a procedure run in a context that is marked.
func markedCall(_ string, run procedure) procedure {
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		return run(ctx.WithContext(context.WithValue(ctx.Context, callKey{}, true)), args...)
	}
}

// checkNames refuses a root for a branch's working set in which a call has brought together tables
// whose names differ only in case. A branch that is new, or came with its database, may have them:
// statements that name one are refused from then on, see [Ambiguous].
func (d *observedDatabase) checkNames(ctx context.Context, set datas.Dataset, root hash.Hash) error {
	if set.HasHead() && ctx.Value(callKey{}) == nil {
		return nil
	}
	return d.checkRoot(ctx, set, func(ctx context.Context) (doltdb.RootValue, error) { return d.root(ctx, root) })
}

func (d *observedDatabase) checkRoot(ctx context.Context, set datas.Dataset, read func(context.Context) (doltdb.RootValue, error)) error {
	own, err := d.tableNames(ctx, read)
	if err != nil {
		return err
	}
	if !set.HasHead() {
		if same := sameNames(own); len(same) > 0 && d.storage != nil {
			d.storage.addAmbiguous(filepath.Base(filepath.Dir(filepath.Dir(d.path))), same)
		}
		return nil
	}
	if len(sameNames(own)) == 0 {
		return nil
	}
	head, err := set.HeadWorkingSet()
	if err != nil {
		return fmt.Errorf("the working set of %s: %w", set.ID(), err)
	}
	before, err := d.tableNames(ctx, func(ctx context.Context) (doltdb.RootValue, error) { return d.root(ctx, head.WorkingAddr) })
	if err != nil {
		return err
	}
	if second := colliding(before, own, nil); second != "" {
		return sql.ErrTableAlreadyExists.New(second)
	}
	return nil
}

// root reads a root by its address.
func (d *observedDatabase) root(ctx context.Context, address hash.Hash) (doltdb.RootValue, error) {
	value, err := d.ReadValue(ctx, address)
	if err != nil {
		return nil, err //nolint:wrapcheck // wrapped by tableNames
	}
	return doltdb.NewRootValue(ctx, d.ValueStore, d.nodes, value) //nolint:wrapcheck // wrapped by tableNames
}

func (d *observedDatabase) tableNames(ctx context.Context, read func(context.Context) (doltdb.RootValue, error)) ([]string, error) {
	root, err := read(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the root of a working set: %w", err)
	}
	names, err := root.GetTableNames(ctx, doltdb.DefaultSchemaName, false)
	if err != nil {
		return nil, fmt.Errorf("listing the tables of a working set: %w", err)
	}
	return names, nil
}

// checkHead is checkNames for a commit that becomes the head of a branch, and its root the working
// set, which may be the empty text for none.
func (d *observedDatabase) checkHead(ctx context.Context, head hash.Hash, workingSet string) error {
	if workingSet == "" || ctx.Value(callKey{}) == nil {
		return nil
	}
	set, err := d.observed.GetDataset(ctx, workingSet)
	if err != nil {
		return err //nolint:wrapcheck // the storage's own
	}
	return d.checkRoot(ctx, set, func(ctx context.Context) (doltdb.RootValue, error) {
		return doltdb.LoadRootValueFromRootIshAddr(ctx, d.ValueStore, d.nodes, head)
	})
}

// bringsDatabase names the procedures that bring in a database with its branches.
var bringsDatabase = map[string]bool{"dolt_backup": true, "dolt_clone": true, "dolt_undrop": true}

// noteBrought has the databases that a procedure brings in looked at for tables whose names differ
// only in case, as all are at the start.
func (p provider) noteBrought(name string, run procedure) procedure {
	if !bringsDatabase[name] {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		before := make(map[string]bool)
		for _, db := range p.DoltDatabases() {
			before[db.Name()] = true
		}
		rows, err := run(ctx, args...)
		if err != nil {
			return rows, err
		}
		for _, db := range p.DoltDatabases() {
			stored := db.DbData().Ddb
			if before[db.Name()] || stored == nil {
				continue
			}
			err := eachBranch(ctx, stored, func(_ string, tables []string) {
				if same := sameNames(tables); len(same) > 0 {
					p.storage.addAmbiguous(db.Name(), same)
				}
			})
			if err != nil {
				logrus.Warnf("database %s: %v", db.Name(), err) // it is there
			}
		}
		return rows, nil
	}
}

// addAmbiguous notes tables of a database whose names differ only in case.
func (st *storage) addAmbiguous(database string, same [][]string) {
	for {
		before := st.ambiguous.Load()
		now, key := make(ambiguous), strings.ToLower(database)
		if before != nil {
			maps.Copy(now, *before)
		}
		names := maps.Clone(now[key])
		if names == nil {
			names = make(map[string]bool)
		}
		added := 0
		for _, list := range same {
			if lower := strings.ToLower(list[0]); !names[lower] {
				names[lower] = true
				added++
			}
		}
		if added == 0 {
			return
		}
		now[key] = names
		if st.ambiguous.CompareAndSwap(before, &now) {
			for _, list := range same {
				logrus.Warn(ambiguousTables(database, list))
			}
			return
		}
	}
}
