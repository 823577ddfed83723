package dolt

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/dolthub/dolt/go/cmd/dolt/cli"
	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/env"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// keptDefault wraps dolt_branch. It refuses to rename or delete the branch that a database opens by
// default. Dolt reads the name of that branch when it opens the database and keeps it, so every
// statement that comes to the database without a branch would fail: that of another connection, and
// those that read all databases.
func (p provider) keptDefault(name string, run procedure) procedure {
	if name != "dolt_branch" {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		for _, branch := range removedBranches(args) {
			if err := p.refuseDefault(ctx, branch); err != nil {
				return nil, err
			}
		}
		return run(ctx, args...)
	}
}

// removedBranches returns the branches that dolt_branch renames or deletes. It returns none for
// arguments that Dolt's parser refuses, and for branches of a remote.
func removedBranches(args []string) []string {
	parser := cli.CreateBranchArgParser()
	parser.SupportsFlag(cli.RemoteParam, "r", "")
	parsed, err := parser.Parse(args)
	switch {
	case err != nil || parsed.Contains(cli.CopyFlag):
		return nil
	case parsed.Contains(cli.MoveFlag):
		return parsed.Args[:min(1, len(parsed.Args))]
	case parsed.Contains(cli.RemoteParam):
		return nil
	case parsed.Contains(cli.DeleteFlag), parsed.Contains(cli.DeleteForceFlag):
		return parsed.Args
	}
	return nil
}

// refuseDefault returns an error if the session's database opens a branch by default, now or after
// a restart. It returns nil for a database that is unknown, so that Dolt returns its own error.
func (p provider) refuseDefault(ctx *sql.Context, branch string) error {
	name, _ := doltdb.SplitRevisionDbName(ctx.GetCurrentDatabase())
	db, ok := p.BaseDatabase(ctx, name)
	if !ok {
		return nil
	}
	now, err := dsess.DefaultHead(ctx, name, db)
	if err != nil {
		return fmt.Errorf("reading the default branch of database %q: %w", name, err)
	}
	opened := now
	if reader := db.DbData().Rsr; reader != nil { // the variable of the default branch does not outlive the server
		head, err := reader.CWBHeadRef(ctx)
		if err != nil {
			return fmt.Errorf("reading the default branch of database %q: %w", name, err)
		}
		opened = head.GetPath()
	}
	if branch != now && branch != opened {
		return nil
	}
	return fmt.Errorf("cannot rename or delete the branch %q: database %q opens it by default; "+
		"to have its commits under another name, copy it: CALL dolt_branch('-c', '%s', 'another_name')", branch, name, branch)
}

// checkDefault returns an error if the branch that a database opens by default is gone, as after its
// deletion by an earlier version of the server. The data is whole: the error tells how to open another branch.
func checkDefault(ctx context.Context, path string, d *env.DoltEnv) error {
	head, err := d.RepoStateReader().CWBHeadRef(ctx)
	if err != nil {
		return datadir.Damaged(path, err)
	}
	branches, err := d.DoltDB(ctx).GetBranches(ctx)
	if err != nil {
		return datadir.Damaged(path, err)
	}
	names := make([]string, len(branches))
	for i, branch := range branches {
		if names[i] = branch.GetPath(); names[i] == head.GetPath() {
			return nil
		}
	}
	if len(names) == 0 {
		return datadir.Damaged(path, errors.New("it has no branch"))
	}
	file := filepath.Join(path, dbfactory.DoltDir, "repo_state.json")
	return fmt.Errorf("database %s opens the branch %q by default, which was deleted; its other branches are whole: "+
		"write one of them, %s, to \"head\" in %s, as \"refs/heads/%s\"", path, head.GetPath(), strings.Join(names, ", "), file, names[0])
}
