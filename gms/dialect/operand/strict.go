package operand

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
)

// ChangeKey is the key by which a context leads to a [Change].
type ChangeKey struct{}

// Change tells of the running statement.
type Change interface {
	// EndsByWarnings says whether it is one that changes rows, without IGNORE.
	EndsByWarnings() bool
	// Truncates says that it is a TRUNCATE.
	Truncates()
	// Changes notes, before the plan is analyzed, that it changes rows, strictly without IGNORE.
	Changes(strictly bool)
	// HasParameter reports whether a text is the value of one of its parameters.
	HasParameter(ctx *sql.Context, text string) bool
	// GivesID says that LAST_INSERT_ID() has been given an id, which is then the statement's.
	GivesID(ctx *sql.Context)
}

// endsByWarnings asks about the statement of a context. Nothing asks before there is
// something to warn of.
func endsByWarnings(ctx context.Context) bool {
	s, ok := ctx.Value(ChangeKey{}).(Change)
	return ok && s.EndsByWarnings()
}
