package dolt

import (
	"slices"
	"strings"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
)

// reservedNames are the names of databases that are being made, in lower case. A clone takes long
// and holds no lock of Dolt's, so nothing else may make a database of its name meanwhile: a clone
// that fails removes the directory.
type reservedNames struct {
	mu    sync.Mutex
	names map[string]struct{}
}

// reserve takes a name until release is called; false if another has it.
func (r *reservedNames) reserve(name string) (release func(), ok bool) {
	key := strings.ToLower(name)
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, taken := r.names[key]; taken {
		return nil, false
	}
	if r.names == nil {
		r.names = make(map[string]struct{})
	}
	r.names[key] = struct{}{}
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.names, key)
	}, true
}

// reserve takes the name of a database that is about to be made. It fails if the name is that of a
// database, or of one that is being made.
func (p provider) reserve(ctx *sql.Context, name string) (release func(), err error) {
	release, ok := p.storage.reserved.reserve(name)
	if !ok {
		return nil, sql.ErrDatabaseExists.New(name)
	}
	if db, ok := p.BaseDatabase(ctx, name); ok && strings.EqualFold(db.AliasedName(), name) { // Dolt looks for a directory of the very name
		release()
		return nil, sql.ErrDatabaseExists.New(name)
	}
	return release, nil
}

// makesDatabases are the procedures of Dolt's that make databases of names among their arguments
// without asking the provider.
var makesDatabases = map[string]bool{"dolt_backup": true, "dolt_undrop": true}

// reserving wraps a procedure that makes databases so that it makes none while another session
// makes one of the same name. Other procedures are returned as they are.
func (p provider) reserving(name string, run procedure) procedure {
	if !makesDatabases[name] {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		for _, arg := range madeNames(name, args) {
			release, ok := p.storage.reserved.reserve(arg)
			if !ok {
				return nil, sql.ErrDatabaseExists.New(arg)
			}
			defer release()
		}
		return run(ctx, args...)
	}
}

// madeNames returns the arguments of a procedure that may be the name of a database which it
// makes. Those that are not, as the values of options, are reserved for nothing.
func madeNames(procedure string, args []string) (names []string) {
	if strings.EqualFold(procedure, "dolt_backup") {
		if len(args) == 0 || args[0] != "restore" {
			return nil
		}
		args = args[1:]
	}
	for _, arg := range args {
		same := func(name string) bool { return strings.EqualFold(name, arg) }
		if checkName(arg) == nil && !strings.HasPrefix(arg, "-") && !slices.ContainsFunc(names, same) {
			names = append(names, arg)
		}
	}
	return names
}
