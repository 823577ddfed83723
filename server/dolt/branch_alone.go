package dolt

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/go-mysql-server/sql"
)

// To rename or to delete a branch, and to stash changes, Dolt reads a working set and writes or
// removes it a moment later. What another session commits in between would be gone. So the procedure
// holds the lock by which Dolt lets one session at a time commit to the branch. So does what makes a
// branch, which looks whether there is one and a moment later writes it empty of changes. A transaction on a
// branch that is gone would commit to a working set that no branch has, and is refused.

// longestMove is how long others wait to commit for a branch to be made, renamed or deleted, or for
// changes to be stashed. What takes longer goes on beside them.
const longestMove = 10 * time.Second

// alone has dolt_stash, dolt_branch, and a dolt_checkout that makes a branch, run while nobody else commits
// to the branch. What is open is committed before it is stashed, or its branch renamed: the procedure
// stashes what its transaction knows and empties what there is, and the branch would be gone.
func (p provider) alone(name string, run procedure) procedure {
	if name != "dolt_stash" && name != "dolt_branch" && name != "dolt_checkout" {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		has := func(letters string) bool {
			return slices.ContainsFunc(args, func(arg string) bool { return hasOption(arg, letters) })
		}
		if name == "dolt_checkout" && !has("bBt") {
			return p.checkedOut(ctx, run, args)
		}
		stashes, moves := name == "dolt_stash", name == "dolt_branch" && has("m")
		makes := name == "dolt_checkout" || name == "dolt_branch" && !has("dD") // or moves
		if stashes || moves {
			if err := commitOpen(ctx); err != nil {
				return nil, err
			}
		}
		release, err := holdBranches(ctx, stashes, args)
		if err != nil {
			return nil, err
		}
		defer release()
		if stashes { // with what others have committed until now
			if err := beginAnew(ctx); err != nil {
				return nil, err
			}
		}
		rows, err := run(ctx, args...)
		for tries := 0; makes && isOvertaken(err) && tries < mostRemakes; tries++ {
			// Another session, or the collection of statistics, has made the new branch's working set: the
			// rest is to be done. The new branch is this call's, or the call may take its place: it would
			// have failed otherwise.
			again, failed := run(ctx, withForce(name, args)...)
			if failed != nil && !isOvertaken(failed) {
				break // as for want of the right to replace a branch; the first error says what has happened
			}
			rows, err = again, failed
		}
		return rows, err
	}
}

// checkedOut runs a dolt_checkout that makes a branch only if a remote has it. If another session makes it
// meanwhile, the transaction does not know the branch, and a later one checks it out: what is open is committed
// before, as by the making of the branch.
func (p provider) checkedOut(ctx *sql.Context, run procedure, args []string) (sql.RowIter, error) {
	if p.makesBranch(ctx, args) {
		release, err := holdBranches(ctx, false, args)
		if err != nil {
			return nil, err
		}
		defer release()
	}
	rows, err := run(ctx, args...)
	for tries := 0; isBranchMade(err) && !p.makesBranch(ctx, args) && tries < mostRemakes; tries++ {
		if err := commitOpen(ctx); err != nil {
			return nil, err
		}
		rows, err = run(ctx, args...)
	}
	return rows, err
}

// isBranchMade reports whether an error may be that another session has made the branch since the transaction
// began.
func isBranchMade(err error) bool {
	return errors.Is(err, doltdb.ErrBranchNotFound) || isOvertaken(err)
}

// makesBranch reports whether a dolt_checkout without -b may make a branch: its first argument is none, and
// Dolt makes it if a remote has it.
func (p provider) makesBranch(ctx *sql.Context, args []string) bool {
	i := slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
	if i < 0 {
		return false
	}
	db := p.storageOf(ctx)
	if db == nil {
		return false // Dolt says so
	}
	_, there, err := db.HasBranch(ctx, args[i])
	return err == nil && !there
}

// withForce returns the arguments of a procedure that makes or renames a branch, which may be there now:
// with --force, which given twice is an error, or for dolt_checkout with -B in place of -b.
func withForce(name string, args []string) []string {
	if name != "dolt_checkout" {
		if slices.ContainsFunc(args, func(arg string) bool { return hasOption(arg, "f") }) {
			return args
		}
		return append([]string{"--force"}, args...)
	}
	args = slices.Clone(args)
	for i, arg := range args {
		if option := strings.TrimLeft(arg, "-"); len(option) < len(arg) && strings.HasPrefix(option, "b") {
			args[i] = "-B" + option[1:]
		}
	}
	return args
}

// mostRemakes is how often a branch is made or renamed again at most.
const mostRemakes = 10

// holdBranches keeps others from committing to the branches that are named, or to the session's own,
// until release is called. It fails if the statement ends before it has them.
func holdBranches(ctx *sql.Context, own bool, args []string) (release func(), err error) {
	release = func() {}
	locks, ok := transactionLocks.(*commitLocks)
	session, ofDolt := ctx.Session.(*dsess.DoltSession)
	if !ok || !ofDolt {
		return release, nil
	}
	branches := namedBranches(args)
	if own {
		branch, err := session.GetBranch(ctx)
		if err != nil {
			return release, err //nolint:wrapcheck // the storage's own
		}
		branches = []string{branch}
	}
	database, _ := doltdb.SplitRevisionDbName(ctx.GetCurrentDatabase())
	slices.Sort(branches) // two sessions that want the same ones take them in one order
	for _, branch := range slices.Compact(branches) {
		set, err := ref.WorkingSetRefForHead(ref.NewBranchRef(branch))
		if err != nil {
			continue // Dolt says that there is no such branch
		}
		one := locks.holdAlone(ctx, strings.ToLower(database)+"\x00"+set.String(), session, longestMove)
		if one == nil {
			release()
			return func() {}, context.Cause(ctx)
		}
		before := release
		release = func() { one(); before() }
	}
	return release, nil
}

// namedBranches are what the arguments of dolt_branch or dolt_checkout may name: those that are no options,
// what follows a -b in the same argument, and the branch of a remote's that one is made to follow.
func namedBranches(args []string) (branches []string) {
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			if i := strings.IndexAny(arg, "bB"); i >= 0 {
				branches = append(branches, strings.TrimLeft(arg[i+1:], " =:"))
			}
			continue
		}
		branches = append(branches, arg)
		if _, after, ok := strings.Cut(arg, "/"); ok {
			branches = append(branches, after)
		}
	}
	return slices.DeleteFunc(branches, func(branch string) bool { return branch == "" })
}

// hasBranch returns an error if a working set is to be written whose branch is gone. A session that
// comes to a branch while it is removed may have left the working set behind.
func (d *observedDatabase) hasBranch(ctx context.Context, set datas.Dataset) error {
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
