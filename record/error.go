package record

import (
	"time"

	"github.com/perfschema/perfschema/internal/mysqlerr"
)

// ErrorStat is what the error summaries say of one error. The times are zero
// if it has not been seen.
type ErrorStat struct {
	Raised, Handled     uint64
	FirstSeen, LastSeen time.Time
}

// KnownError is an error that the error summaries count by itself: its number,
// symbol and SQLSTATE, as in MySQL's error message reference.
type KnownError = mysqlerr.Error
