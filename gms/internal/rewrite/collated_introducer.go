package rewrite

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/syntaxtree"
)

// Collates says whether a text may have a COLLATE.
func (s Sought) Collates() bool { return s&soughtCollate != 0 }

// CollateIntroduced has the COLLATE behind a literal with its character set, as _utf8mb4'a'
// COLLATE utf8mb4_bin, say how that is compared: the parser puts it into the literal, whose
// collation a column's goes before. It is for sessions whose character set is utf8mb4, of
// which the engine asks that the collation be.
func CollateIntroduced(stmt sqlparser.Statement) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		u, ok := n.(*sqlparser.UnaryExpr)
		if !ok || !strings.EqualFold(u.Operator, sqlparser.Utf8mb4Str) {
			return true, nil
		}
		if c, ok := u.Expr.(*sqlparser.CollateExpr); ok {
			literal := &sqlparser.UnaryExpr{Operator: u.Operator, Expr: c.Expr}
			// The plus is dropped by the engine: a node cannot be put in the place of another.
			u.Operator, u.Expr = sqlparser.UPlusStr, &sqlparser.CollateExpr{Expr: literal, Collation: c.Collation}
		}
		return true, nil
	}, stmt)
}
