package dolt

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
)

// Dolt opens the files of a remote that is a directory without a look at what they are. To open a named pipe
// waits for a writer, for ever, and heeds neither KILL nor the server's end.

// remoteUsers are the procedures that open remotes or backups.
var remoteUsers = []string{"dolt_fetch", "dolt_pull", "dolt_push", "dolt_clone", "dolt_backup"}

// regularRemotes wraps the procedures that open remotes. It refuses a directory with something in it that is
// neither a file nor a directory.
func regularRemotes(name string, run procedure) procedure {
	if !slices.Contains(remoteUsers, name) {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		for _, address := range addresses(ctx, args) {
			if err := checkRegular(address); err != nil {
				return nil, err
			}
		}
		return run(ctx, args...)
	}
}

// addresses returns the arguments, with the addresses of the remotes and backups that they name in place of the
// names. If they name none, those of all: one of them is the default.
func addresses(ctx *sql.Context, args []string) (list []string) {
	session, ok := ctx.Session.(*dsess.DoltSession)
	if !ok {
		return args
	}
	data, ok := session.GetDbData(ctx, ctx.GetCurrentDatabase())
	if !ok {
		return args
	}
	known := make(map[string]string)
	if remotes, err := data.Rsr.GetRemotes(); err == nil {
		for name, r := range remotes.Snapshot() {
			known[name] = r.Url
		}
	}
	if backups, err := data.Rsr.GetBackups(); err == nil {
		for name, r := range backups.Snapshot() {
			known[name] = r.Url
		}
	}
	named := false
	for _, arg := range args {
		address, ok := known[arg]
		if ok {
			list = append(list, address)
		}
		named = named || ok || strings.Contains(arg, "://")
	}
	if !named {
		for _, address := range known {
			list = append(list, address)
		}
	}
	return append(list, args...)
}

// checkRegular returns an error if an address is that of a directory with a named pipe, a socket or a device in it.
// It returns nil for other addresses, and for directories that cannot be read, of which Dolt tells.
func checkRegular(address string) error {
	if !strings.HasPrefix(address, dbfactory.FileScheme+"://") {
		return nil
	}
	at, err := url.Parse(address)
	if err != nil {
		return nil //nolint:nilerr // Dolt refuses it
	}
	dir := filepath.Join(at.Host, at.Path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil //nolint:nilerr // Dolt tells of it
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		info, err := os.Stat(path)
		if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return fmt.Errorf("the remote %s: %s is no regular file", address, path)
		}
	}
	return nil
}
