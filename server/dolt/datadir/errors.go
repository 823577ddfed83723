package datadir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
)

// The reasons why a data directory cannot be opened. An [Error] wraps one.
var (
	// ErrNotWritable: the directory cannot be made, read or written.
	ErrNotWritable = errors.New("not writable")
	// ErrInUse: another running server has the directory.
	ErrInUse = errors.New("in use by another running server")
	// ErrDamaged: the files in the directory do not make a database.
	ErrDamaged = errors.New("damaged")
	// ErrReserved: the directory has the name of a database that the server
	// itself provides, and would hide.
	ErrReserved = errors.New("a database of a name that the server has for itself")
	// ErrSameName: another directory has the same name in another letter case.
	ErrSameName = errors.New("one of several databases whose names differ only in case")
	// ErrFull: there is no room left on the file system of the directory.
	ErrFull = errors.New("on a disk that is full")
	// ErrForeign: the directory has files, and none of them is a server's.
	ErrForeign = errors.New("not empty and has no databases of this server")
)

// Error says why a data directory cannot be opened and what to do.
type Error struct {
	// Reason is ErrNotWritable, ErrInUse, ErrDamaged, ErrReserved, ErrSameName,
	// ErrFull or ErrForeign.
	Reason error
	// Path is the directory or file in question.
	Path string
	// Hint says what to do.
	Hint string
	// Cause is what was observed; may be nil.
	Cause error
}

// Error is one line.
func (e *Error) Error() string {
	text := fmt.Sprintf("data directory %s is %v", e.Path, e.Reason)
	if e.Cause != nil {
		cause := e.Cause.Error()
		if end := strings.IndexAny(cause, "\r\n"); end >= 0 {
			cause = cause[:end] // a stack or advice for another program follows
		}
		text += " (" + cause + ")"
	}
	if e.Hint != "" {
		text += ": " + e.Hint
	}
	return text
}

// Unwrap gives the reason and the cause.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Reason}
	}
	return []error{e.Reason, e.Cause}
}

const (
	hintNotWritable = "give a directory this user may write to with --data-dir"
	hintInUse       = "stop that server, or choose another directory with --data-dir"
	hintReserved    = "rename the directory, and the database has that name"
	hintForeign     = "give a new or an empty directory with --data-dir"
	hintFull        = "make room there; what was committed is safe"
	hintUnanswered  = "if a server was killed here in the midst of a commit, and the files were copied since without their times, nothing is lost: touch the manifest, and start again; if not, the journal has lost its end: restore it from a backup"
	hintDamaged     = "restore it from a backup, or choose another directory with --data-dir"
)

// NotWritable returns the error of a path that cannot be read or written because of cause;
// it is that of a full disk if cause is.
func NotWritable(path string, cause error) error {
	if isFull(cause) {
		return Full(path, cause)
	}
	return &Error{Reason: ErrNotWritable, Path: path, Hint: hintNotWritable, Cause: cause}
}

// InUse returns the error of a data directory that another server has.
func InUse(path string) error {
	return &Error{Reason: ErrInUse, Path: path, Hint: hintInUse}
}

// Reserved returns the error of a database that has the name of one of the server's own.
func Reserved(path string) error {
	return &Error{Reason: ErrReserved, Path: path, Hint: hintReserved}
}

// SameName returns the error of a database whose name differs from others of names in letter
// case alone.
func SameName(path string, names []string) error {
	return &Error{Reason: ErrSameName, Path: path, Hint: hintReserved, Cause: fmt.Errorf("there are %s", strings.Join(names, " and "))}
}

func foreign(path, name string) error {
	return &Error{Reason: ErrForeign, Path: path, Hint: hintForeign, Cause: fmt.Errorf("it has %s", name)}
}

// Full returns the error of a data directory that there is no room for.
func Full(path string, cause error) error {
	return &Error{Reason: ErrFull, Path: path, Hint: hintFull, Cause: cause}
}

// isFull says that something could not be written for want of room. Dolt keeps
// the text alone of some errors.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || strings.Contains(err.Error(), syscall.ENOSPC.Error())
}

// Damaged returns the error of a database that cause makes unreadable; it is that of a full
// disk or of missing rights if cause is.
func Damaged(path string, cause error) error {
	if isFull(cause) {
		return Full(path, cause)
	}
	if errors.Is(cause, os.ErrPermission) {
		return NotWritable(path, cause)
	}
	if strings.Contains(cause.Error(), "bootstrapping chunk journal") {
		index := filepath.Join(path, dbfactory.DoltDataDir, JournalIndexName)
		return &Error{Reason: ErrDamaged, Path: path, Hint: "remove " + index + ", which is made anew from the journal", Cause: cause}
	}
	if errors.Is(cause, errUnanswered) {
		return &Error{Reason: ErrDamaged, Path: path, Hint: hintUnanswered, Cause: cause}
	}
	return &Error{Reason: ErrDamaged, Path: path, Hint: hintDamaged, Cause: cause}
}
