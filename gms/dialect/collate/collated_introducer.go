package collate

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// CollateIntroduced has the COLLATE behind a literal with its character set, as _utf8mb4'a'
// COLLATE utf8mb4_bin, say how that is compared: the parser puts it into the literal, whose
// collation a column's goes before. It is for sessions whose character set is utf8mb4, of
// which the engine asks that the collation be.
func CollateIntroduced(stmt sqlparser.Statement) {
	syntaxtree.ReplaceExpressions(stmt, func(e sqlparser.Expr) sqlparser.Expr {
		u, ok := e.(*sqlparser.UnaryExpr)
		if !ok || !strings.EqualFold(u.Operator, sqlparser.Utf8mb4Str) {
			return nil
		}
		c, ok := u.Expr.(*sqlparser.CollateExpr)
		if !ok {
			return nil
		}
		return &sqlparser.CollateExpr{Expr: &sqlparser.UnaryExpr{Operator: u.Operator, Expr: c.Expr}, Collation: c.Collation}
	})
}
