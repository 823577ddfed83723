package dolt

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// A database whose default branch is gone is not called damaged: the error names its other branches and the
// file to be changed, after which it opens.
func TestDefaultBranchGone(t *testing.T) {
	dir := t.TempDir()
	d, err := Open(t.Context(), Options{Dir: dir, Schema: newSchema(t)})
	if err != nil {
		t.Fatal(err)
	}
	session, err := d.NewSession(t.Context(), &mysql.Conn{ConnectionID: 1}, "localhost")
	if err != nil {
		t.Fatal(err)
	}
	ctx := d.ContextFactory()(t.Context(), sql.WithSession(session))
	_, rows, _, err := d.Engine().Query(ctx, "CREATE DATABASE shop")
	if err == nil {
		_, err = sql.RowIterToRows(ctx, rows)
	}
	if err := errors.Join(err, d.Stop(), d.Close()); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(dir, "shop", ".dolt", "repo_state.json")
	whole, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(state, []byte(strings.Replace(string(whole), "refs/heads/main", "refs/heads/gone", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	load := func() error {
		root, err := rootEnvironment(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = loadDatabases(t.Context(), datadir.NewFiles(newSchema(t)), root, dir, func(string) bool { return false })
		return err
	}
	err = load()
	if err == nil || strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), state) || !strings.Contains(err.Error(), `"refs/heads/main"`) {
		t.Errorf("got %v", err)
	}
	if err := os.WriteFile(state, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := load(); err != nil && strings.Contains(err.Error(), "default") {
		t.Error(err)
	}
}
