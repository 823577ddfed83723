package sqlerr

import (
	"errors"
	"strings"
	"syscall"

	"github.com/dolthub/vitess/go/mysql"
)

// noSpace says that the system, or who looks after its room, refused a write for
// want of it. The engine keeps the text alone of an error that it sends.
func noSpace(err error, isSent bool) bool {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT} {
		if errors.Is(err, full) || isSent && strings.Contains(err.Error(), full.Error()) {
			return true
		}
	}
	return false
}

// diskFull is what the client gets then.
func diskFull(err error) error {
	return mysql.NewSQLError(ERDiskFull, StateGeneral, "Disk full: %s", messageOf(err))
}
