package dolt

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// checkName refuses a name that a new database cannot have, by MySQL's error 1102. A
// database is a directory of its name in the data directory, and Dolt finds its storage by
// an address made of that, in which %2e is a dot and a backslash parts directories: a name
// must not lead out of the data directory, nor be one that the server itself has there.
func checkName(name string) error {
	switch {
	case name == "", strings.HasPrefix(name, "."), strings.HasSuffix(name, " "),
		strings.ContainsAny(name, "/\\%\x00"),
		strings.EqualFold(name, datadir.FilesDir):
		return sql.ErrWrongDBName.New(name)
	}
	return nil
}

// errLeadsUp is of an address that Dolt has made of a name which checkName did not see, as
// one that a backup is restored by.
var errLeadsUp = errors.New("the name or address of a database must not lead to a directory above by \"..\"")

// leadsUp says whether the path of an address has ".." among its parts.
func leadsUp(path string) bool {
	return slices.Contains(strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' }), "..")
}

// refuseSameName refuses to open the storage of a database at path while another database of the
// data directory has its name in another letter case: dolt_clone looks for a directory of the very
// name.
func (st *storage) refuseSameName(path string) error {
	database := filepath.Dir(filepath.Dir(path)) // without .dolt/noms
	if filepath.Dir(database) != filepath.Clean(st.dir) {
		return nil
	}
	name := filepath.Base(database)
	for _, other := range st.files.DatabaseDirs(st.dir) {
		if base := filepath.Base(other); base != name && strings.EqualFold(base, name) {
			return sql.ErrDatabaseExists.New(name)
		}
	}
	return nil
}
