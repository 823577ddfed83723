package dolt

import (
	"fmt"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/go-mysql-server/sql"
)

// mergedRoots are what Dolt merges where a transaction commits behind others: what it began with, what it made
// of that, and what others made of it.
type mergedRoots struct{ base, own, others doltdb.RootValue }

// isUncounted reports whether Dolt would come to count a table that cannot be counted. It merges what is in the
// tables, what is staged, and, if the transaction is one of dolt_commit, what is staged with the branch's last
// commit.
func (c *committing) isUncounted() (bool, error) {
	if others, err := c.othersChanged(); err != nil {
		return false, err
	} else if others {
		for _, r := range [...]mergedRoots{c.mergedRoots, c.staged} {
			if not, err := c.uncounted(r); err != nil || not {
				return not, err
			}
		}
	}
	if makes, err := c.makesCommit(); err != nil || !makes {
		return false, err
	}
	return c.isUncountedHead()
}

// makesCommit reports whether the transaction may make a commit of the branch: the procedure that runs is one that
// does, or the session makes one of each transaction.
func (c *committing) makesCommit() (bool, error) {
	if c.beginning.makes {
		return true, nil
	}
	v, err := c.ctx.GetSessionVariable(c.ctx, dsess.DoltCommitOnTransactionCommit)
	if err != nil {
		return false, fmt.Errorf("whether transactions make commits: %w", err)
	}
	return v == int8(1), nil
}

// committers are the procedures that make commits of a branch.
var committers = map[string]bool{
	"dolt_commit": true, "dolt_commit_hash_out": true, "dolt_merge": true, "dolt_pull": true, "dolt_cherry_pick": true, "dolt_revert": true, "dolt_rebase": true,
}

// notedCommit notes in the session that a procedure runs which makes commits.
func notedCommit(name string, run procedure) procedure {
	if !committers[name] {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		if b := beginningOf(ctx.Session); b != nil {
			b.makes = true
			defer func() { b.makes = false }()
		}
		return run(ctx, args...)
	}
}

// othersChanged reports whether others have changed tables or what is staged. If not, Dolt merges neither.
func (c *committing) othersChanged() (bool, error) {
	for _, r := range [...]mergedRoots{c.mergedRoots, c.staged} {
		then, err := r.base.HashOf()
		if err != nil {
			return false, fmt.Errorf("the address of what a transaction began with: %w", err)
		}
		now, err := r.others.HashOf()
		if err != nil {
			return false, fmt.Errorf("the address of what others have committed: %w", err)
		}
		if then != now {
			return true, nil
		}
	}
	return false, nil
}

// uncounted is isUncounted of three roots: for a table that the transaction has changed.
func (c *committing) uncounted(r mergedRoots) (bool, error) {
	names, err := r.own.GetAllTableNames(c.ctx, false)
	if err != nil {
		return false, fmt.Errorf("the tables of a transaction: %w", err)
	}
	for _, name := range names {
		base, own, err := twoHashes(c, name, r.base, r.own)
		if err != nil {
			return false, err
		}
		if base.IsEmpty() || base == own {
			continue
		}
		if not, err := isUncounted(c.ctx, name, []doltdb.RootValue{r.base, r.own, r.others}); err != nil || not {
			return not, err
		}
	}
	return false, nil
}

// isUncountedHead is isUncounted of a table that others have committed to the branch, and that is staged as it
// was in the commit that the transaction began with.
func (c *committing) isUncountedHead() (bool, error) {
	branch, err := c.set.ToHeadRef()
	if err != nil {
		return false, fmt.Errorf("the branch of %s: %w", c.set, err)
	}
	then, err := c.db.ResolveCommitRefAtRoot(c.ctx, branch, c.began)
	if err != nil {
		return false, nil //nolint:nilerr // without commits, or Dolt says what is wrong
	}
	now, err := c.db.ResolveCommitRef(c.ctx, branch)
	if err != nil {
		return false, nil //nolint:nilerr // as above
	}
	before, err := then.GetRootValue(c.ctx)
	if err != nil {
		return false, fmt.Errorf("the commit that a transaction began with: %w", err)
	}
	after, err := now.GetRootValue(c.ctx)
	if err != nil {
		return false, fmt.Errorf("the last commit of a branch: %w", err)
	}
	names, err := after.GetAllTableNames(c.ctx, false)
	if err != nil {
		return false, fmt.Errorf("the tables of a branch: %w", err)
	}
	for _, name := range names {
		x, y, err := twoHashes(c, name, before, after)
		if err != nil {
			return false, err
		}
		if x.IsEmpty() || x == y {
			continue
		}
		if staged, err := c.stagedHash(name); err != nil || staged != x {
			if err != nil {
				return false, err
			}
			continue
		}
		if not, err := isUncounted(c.ctx, name, []doltdb.RootValue{before, after}); err != nil || not {
			return not, err
		}
	}
	return false, nil
}

// stagedHash returns the address of a table as it is staged once the transaction is merged; of a table that both
// have changed, the transaction's.
func (c *committing) stagedHash(name doltdb.TableName) (hash.Hash, error) {
	base, own, err := twoHashes(c, name, c.staged.base, c.staged.own)
	if err != nil || base != own {
		return own, err
	}
	others, _, err := c.staged.others.GetTableHash(c.ctx, name)
	return others, err //nolint:wrapcheck // the storage's own
}

// twoHashes returns the addresses of a table in two roots; the zero address if it is not there.
func twoHashes(c *committing, name doltdb.TableName, a, b doltdb.RootValue) (x, y hash.Hash, err error) {
	if x, _, err = a.GetTableHash(c.ctx, name); err == nil {
		y, _, err = b.GetTableHash(c.ctx, name)
	}
	return x, y, err //nolint:wrapcheck // the storage's own
}
