package dolt

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/go-mysql-server/sql"
)

// Tables whose names differ only in case are one name to the engine, and two to Dolt, which keeps
// them by their bytes. The engine refuses to make the second one. Procedures of Dolt's bring in
// tables past the engine, as dolt_merge does: their transactions are looked at as they commit, and what
// they write past these in name_root.go.

// refuseCollision refuses a commit after which two tables would have names that differ only in
// case, and had not before. The transaction is rolled back.
func (c *committing) refuseCollision() error {
	if !c.beginning.calls {
		return nil
	}
	second, err := c.collision()
	if err != nil {
		return err
	}
	c.beginning.calls = false
	if second == "" {
		return nil
	}
	if err := c.session.Rollback(c.ctx, c.transaction); err != nil {
		return fmt.Errorf("rolling back a table whose name another has: %w", err)
	}
	c.ctx.SetTransaction(nil)
	c.ctx.SetIgnoreAutoCommit(false)
	return sql.ErrTableAlreadyExists.New(second)
}

// collision returns the name of a table that the transaction, or another one that has committed
// since it began, has made, if another table has that name in another case; empty if there is
// none.
func (c *committing) collision() (string, error) {
	own, err := tableNames(c.ctx, c.own)
	if err != nil {
		return "", err
	}
	var roots [2][]string // as the transaction began, and as others have left it since
	for i, at := range [...]func() (*doltdb.WorkingSet, error){
		func() (*doltdb.WorkingSet, error) { return c.db.ResolveWorkingSetAtRoot(c.ctx, c.set, c.began) },
		func() (*doltdb.WorkingSet, error) { return c.db.ResolveWorkingSet(c.ctx, c.set) },
	} {
		set, err := at()
		if errors.Is(err, doltdb.ErrWorkingSetNotFound) {
			continue // the branch is new
		}
		if err != nil {
			return "", fmt.Errorf("the tables that others have committed: %w", err)
		}
		if roots[i], err = tableNames(c.ctx, set.WorkingRoot()); err != nil {
			return "", err
		}
	}
	return colliding(roots[0], own, roots[1]), nil
}

// colliding returns a name of a transaction's own tables, or of those that others have made, that
// differs only in case from another one, if not both were there before; empty if none does.
func colliding(before, own, others []string) string {
	old := make(map[string]bool, len(before))
	for _, name := range before {
		old[name] = true
	}
	first := make(map[string]string, len(own))
	for i, list := range [...][]string{own, others} {
		for _, name := range list {
			if i == 1 && old[name] {
				continue // still there, or dropped by the transaction
			}
			lower := strings.ToLower(name)
			other, taken := first[lower]
			if taken && other != name && !(old[other] && old[name]) {
				if old[name] {
					return other
				}
				return name
			}
			first[lower] = name
		}
	}
	return ""
}

func tableNames(ctx *sql.Context, root doltdb.RootValue) ([]string, error) {
	names, err := root.GetTableNames(ctx, doltdb.DefaultSchemaName, false)
	if err != nil {
		return nil, fmt.Errorf("listing tables: %w", err)
	}
	return names, nil
}
