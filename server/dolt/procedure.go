package dolt

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
)

// procedure is what a procedure of Dolt's does, as the engine calls it.
type procedure = func(ctx *sql.Context, args ...string) (sql.RowIter, error)

// ExternalStoredProcedure implements sql.ExternalStoredProcedureProvider. The session that asks
// for a procedure of Dolt's is about to call it.
func (p provider) ExternalStoredProcedure(ctx *sql.Context, name string, params int) (*sql.ExternalStoredProcedureDetails, error) {
	details, err := p.DoltDatabaseProvider.ExternalStoredProcedure(ctx, name, params)
	if details == nil {
		return nil, err //nolint:wrapcheck // the storage's own
	}
	if b := beginningOf(ctx.Session); b != nil {
		b.calls = true
	}
	if run, ok := details.Function.(procedure); ok {
		own := *details
		own.Function = p.wrapped(details.Name, run)
		details = &own
	}
	return details, err //nolint:wrapcheck // the storage's own
}

// wrapped returns a procedure, of a name in any letter case, with what this server does before and after it, the
// outermost last. Each of these returns a procedure that it is not about as it is.
func (p provider) wrapped(name string, run procedure) procedure {
	name = strings.ToLower(name)
	for _, wrap := range []func(name string, run procedure) procedure{
		p.apartClone, p.reserving, p.alone, p.keptDefault, markedCall, withoutLogins, p.noteBrought, p.checkedMove, p.checkedTables, p.countedMerge, notedCommit, regularRemotes, endingGit,
	} {
		run = wrap(name, run)
	}
	return run
}
