package dolt

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/go-mysql-server/sql"
)

// To rename or to delete a branch, and to stash changes, Dolt reads a working set and writes or
// removes it a moment later. What another session commits in between would be gone, and a commit to a
// branch that is gone would make a working set that no branch has. So these procedures run while no
// working set is written, and no working set is made without its branch.

// aloneKey marks the context of a call that runs while nobody else writes a working set.
type aloneKey struct{}

// alone has dolt_stash, and a dolt_branch that renames or deletes, run while nobody else writes a
// working set. What is open is committed before it is stashed, or its branch renamed: the procedure
// stashes what its transaction knows and empties what there is, and the branch would be gone.
func (p provider) alone(name string, run procedure) procedure {
	if name != "dolt_stash" && name != "dolt_branch" {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		has := func(letters string) bool {
			return slices.ContainsFunc(args, func(arg string) bool { return hasOption(arg, letters) })
		}
		stashes := name == "dolt_stash"
		if !stashes && !has("mMdD") {
			return run(ctx, args...)
		}
		p.storage.branches.Lock()
		defer p.storage.branches.Unlock()
		own := ctx.WithContext(context.WithValue(ctx.Context, aloneKey{}, true))
		if stashes || has("m") {
			if err := commitOpen(own); err != nil {
				return nil, err
			}
		}
		return run(own, args...)
	}
}

// writing is called before a working set is written, and what it returns afterwards.
func (d *observedDatabase) writing(ctx context.Context, set datas.Dataset) (written func(), err error) {
	written = func() {}
	if d.storage == nil {
		return written, nil
	}
	if ctx.Value(aloneKey{}) == nil {
		d.storage.branches.RLock()
		written = d.storage.branches.RUnlock
	}
	if err := d.hasBranch(ctx, set); err != nil {
		written()
		return func() {}, err
	}
	return written, nil
}

// hasBranch returns an error if a working set is not there and neither is its branch.
func (d *observedDatabase) hasBranch(ctx context.Context, set datas.Dataset) error {
	if set.HasHead() { // if it has been removed since, it is not the one that is to be replaced
		return nil
	}
	branch, is := strings.CutPrefix(set.ID(), "workingSets/heads/")
	if !is || strings.HasPrefix(branch, "dolt_rebase_") { // dolt_rebase removes its own branch and commits afterwards
		return nil
	}
	head, err := d.observed.GetDataset(ctx, ref.NewBranchRef(branch).String())
	if err != nil || head.HasHead() {
		return err //nolint:wrapcheck // the storage's own
	}
	return fmt.Errorf("the branch %q is gone: another session has renamed or deleted it; nothing was committed, go on with another branch", branch)
}
