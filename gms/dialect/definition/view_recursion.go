package definition

import (
	"context"
	"runtime"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// errViewRecursive is ER_VIEW_RECURSIVE.
const errViewRecursive = 1462

// maxNestedCalls is how deep a stack may be where the definition of a view or a
// stored program is read for a statement that uses it. A view that selects from
// another is some thirty calls deeper, a procedure that calls another a hundred.
const maxNestedCalls = 15_000

// NestsTooDeeply reports whether a text that defines something is read by a
// statement that has come too deep already: short texts that use one another nest
// as deeply as a long one. For other texts it costs a comparison.
func NestsTooDeeply(text string) bool {
	const create = "CREATE"
	if text = strings.TrimLeft(text, " \t\r\n"); len(text) < len(create) || !strings.EqualFold(text[:len(create)], create) {
		return false
	}
	var caller [1]uintptr
	return runtime.Callers(maxNestedCalls, caller[:]) > 0
}

// TooDeep gives the error of a definition that is read too deep down. If
// it is a view's that selects from itself, that is why.
func TooDeep(ctx context.Context, catalog *analyzer.Catalog, text string) error {
	c, ok := ctx.(*sql.Context)
	if !ok {
		return sqlerr.TooDeep()
	}
	view, ok := ViewIn(text)
	if !ok {
		return sqlerr.TooDeep()
	}
	db := c.GetCurrentDatabase()
	if q := view.ViewName.DbQualifier.String(); q != "" {
		db = q
	}
	name := view.ViewName.Name.String()
	if SelectsFrom(c, catalog, db, view.ViewExpr, db, name) {
		return viewRecursion(db, name)
	}
	return sqlerr.TooDeep()
}

func viewRecursion(db, name string) error {
	return mysql.NewSQLError(errViewRecursive, sqlerr.StateGeneral, "`%s`.`%s` contains view recursion", db, name)
}

// RefuseRecursive gives the error of a statement that replaces a view by one
// that selects from it, if by others.
func RefuseRecursive(ctx *sql.Context, catalog *analyzer.Catalog, s *sqlparser.DDL) error {
	if s.ViewSpec == nil || s.ViewSpec.ViewExpr == nil || !s.OrReplace && s.Action != sqlparser.AlterStr {
		return nil
	}
	db, name := ctx.GetCurrentDatabase(), s.ViewSpec.ViewName.Name.String()
	if q := s.ViewSpec.ViewName.DbQualifier.String(); q != "" {
		db = q
	}
	if _, exists := View(ctx, catalog, db, name); exists && SelectsFrom(ctx, catalog, db, s.ViewSpec.ViewExpr, db, name) {
		return viewRecursion(db, name)
	}
	return nil
}
