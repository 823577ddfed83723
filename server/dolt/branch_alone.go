package dolt

import (
	"context"
	"fmt"
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

// removesChanges reports whether a call of a procedure takes a working set, or changes, away.
func removesChanges(procedure string, args []string) bool {
	switch strings.ToLower(procedure) {
	case "dolt_stash":
		return true
	case "dolt_branch":
		for _, arg := range args {
			if option, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "="); strings.HasPrefix(arg, "-") && strings.ContainsAny(option, "mMdD") {
				return true
			}
		}
	}
	return false
}

// alone has calls that take changes away run while nobody else writes a working set.
func (p provider) alone(details *sql.ExternalStoredProcedureDetails) *sql.ExternalStoredProcedureDetails {
	run, ok := details.Function.(func(*sql.Context, ...string) (sql.RowIter, error))
	if !ok {
		return details
	}
	name := details.Name
	apart := *details
	apart.Function = func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		if !removesChanges(name, args) {
			return run(ctx, args...)
		}
		p.storage.branches.Lock()
		defer p.storage.branches.Unlock()
		own := ctx.WithContext(context.WithValue(ctx.Context, aloneKey{}, true))
		if strings.EqualFold(name, "dolt_stash") { // it stashes what its transaction knows, and empties what there is
			if err := commitMoved(own); err != nil {
				return nil, err
			}
		}
		return run(own, args...)
	}
	return &apart
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
	now, err := d.observed.GetDataset(ctx, set.ID()) // set may be older
	if err != nil || now.HasHead() {
		return err //nolint:wrapcheck // the storage's own
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
