package serverfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// MySQL's errors for a file that LOAD DATA cannot read.
const (
	errCantGetStat     = 13
	errTextNotReadable = 1085
)

// Allowed says whether a file lies below the directory that secure_file_priv names, where
// that names one; NULL allows none. It is sql.ErrSecureFilePriv, which tells nothing of
// what there is elsewhere, if it does not. Links are followed: what counts is where the
// file is, or would be. A few system calls.
func Allowed(path string) error {
	_, v, _ := sql.SystemVariables.GetGlobal("secure_file_priv")
	directory, ok := v.(string)
	switch {
	case !ok:
		return sql.ErrSecureFilePriv.New()
	case directory == "":
		return nil
	}
	root, err := resolved(directory)
	if err != nil {
		return sql.ErrSecureFilePriv.New()
	}
	file, err := resolved(path)
	if errors.Is(err, fs.ErrNotExist) {
		// It is to be made: then its directory has to be there.
		in, name := filepath.Split(path) // Dir would not follow a link before ".."
		file, err = resolved(in)
		file = filepath.Join(file, name)
	}
	if err != nil || file != root && !strings.HasPrefix(file, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator)) {
		return sql.ErrSecureFilePriv.New()
	}
	return nil
}

func resolved(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

var errNotRegular = errors.New("not a regular file")

// Readable says whether LOAD DATA can read a file that is allowed: MySQL's error if it is
// not there, is a directory, or may not be read.
func Readable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		var cause syscall.Errno
		errors.As(err, &cause)
		text := cause.Error()
		return mysql.NewSQLError(errCantGetStat, sqlerr.StateGeneral, "Can't get stat of '%s' (OS errno %d - %s)", path, int(cause), strings.ToUpper(text[:1])+text[1:])
	}
	err = errNotRegular
	if info.Mode().IsRegular() { // opening a pipe waits for a writer
		var file *os.File
		if file, err = os.Open(path); err == nil {
			err = file.Close()
		}
	}
	if err != nil {
		return mysql.NewSQLError(errTextNotReadable, sqlerr.StateGeneral, "The file '%s' must be in the database directory or be readable by all", path)
	}
	return nil
}

// Read is what is in a file that is allowed; nil if there is none, it is no plain file, it
// may not be read or has more bytes than limit.
func Read(path string, limit int64) []byte {
	if Allowed(path) != nil {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > limit {
		return nil
	}
	content, err := os.ReadFile(path)
	if err != nil || int64(len(content)) > limit { // it has grown
		return nil
	}
	return content
}
