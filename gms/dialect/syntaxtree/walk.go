package syntaxtree

import "github.com/dolthub/vitess/go/vt/sqlparser"

// Walk is [sqlparser.Walk] for whoever must see all of a query: besides what that visits it
// visits the WITH, ORDER BY and LIMIT of a UNION, INTERSECT or EXCEPT, the WINDOW of a SELECT,
// and the frames of windows. What is below a definition or an EXPLAIN is no query of the
// statement's own, and is not visited. It costs a type switch for each node besides.
func Walk(visit sqlparser.Visit, nodes ...sqlparser.SQLNode) error {
	return sqlparser.Walk(func(n sqlparser.SQLNode) (bool, error) {
		within, err := visit(n)
		if err != nil || !within {
			return within, err
		}
		return true, Walk(visit, passedOver(n)...)
	}, nodes...)
}

// passedOver is what [sqlparser.Walk] does not visit of a node.
func passedOver(n sqlparser.SQLNode) (parts []sqlparser.SQLNode) {
	switch n := n.(type) {
	case *sqlparser.SetOp:
		if n == nil {
			return nil
		}
		if n.With != nil {
			parts = append(parts, n.With)
		}
		if len(n.OrderBy) > 0 {
			parts = append(parts, n.OrderBy)
		}
		if n.Limit != nil {
			parts = append(parts, n.Limit)
		}
	case *sqlparser.Select:
		if n != nil && len(n.Window) > 0 {
			for _, w := range n.Window {
				parts = append(parts, w)
			}
		}
	case *sqlparser.WindowDef:
		if n != nil && n.Frame != nil {
			parts = append(parts, n.Frame)
		}
	case *sqlparser.Over:
		if n != nil && n.Frame != nil {
			parts = append(parts, n.Frame)
		}
	}
	return parts
}
