package program

import (
	"errors"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// A statement that warns has not failed, and the procedure goes on behind it; but a
// handler in sight that is for what it warns of runs first. Of several warnings that have
// one, the last is handled, as in MySQL.

// newestWarning is the last warning before a step, if any handler in sight may be for one
// that the step raises.
func (i *interpreter) newestWarning(ctx *sql.Context) (before *sql.Warning, watches bool) {
	for _, s := range i.scopes {
		if s.handling {
			continue
		}
		for _, h := range s.handlers {
			if h.warnings {
				if all := ctx.Session.Warnings(); len(all) > 0 {
					before = all[0]
				}
				return before, true
			}
		}
	}
	return nil, false
}

// handleWarning has a handler run for what a step has warned of, and returns the next
// operation: behind a condition that has warned none of its branches runs.
func (i *interpreter) handleWarning(ctx *sql.Context, c *code, at, next int, before *sql.Warning) (int, error) {
	for _, w := range ctx.Session.Warnings() { // the newest first
		if w == before {
			break
		}
		raised := &condition{number: w.Code, state: sqlerr.StateOfWarning(w.Code), message: w.Message, note: w.Level == "Note"}
		depth, h := i.find(raised)
		if h == nil {
			continue
		}
		next, left, err := i.runFound(ctx, c, c.after(at), h, depth, raised)
		switch {
		case left == nil:
			return next, err
		case left.scope.code != c:
			return 0, left
		}
		return left.scope.end, nil
	}
	return next, nil
}

// warnAgain is RESIGNAL in a handler of a warning, which stays one.
func (i *interpreter) warnAgain(ctx *sql.Context, stmt *ast.Resignal) error {
	var changed *mysql.SQLError
	err := i.raise(ctx, *i.handling, stmt.Info)
	if !errors.As(err, &changed) || !errors.Is(err, i.signalled) {
		return err // an item has a value that it cannot have
	}
	ctx.Session.Warn(&sql.Warning{Level: "Warning", Code: changed.Num, Message: changed.Message})
	return nil
}
