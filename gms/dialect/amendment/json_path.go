package amendment

import (
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

var longPathsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "long-json-paths", Changes: rule.Error, About: rule.Comparisons,
		Why:      "The engine reads a path into a JSON document in a time that grows with the square of its length, and heeds no KILL meanwhile; one of more than 32 KiB is an error.",
		NeededBy: rule.End, Golden: "json_paths_long",
	},
	Apply: Step{
		when: inStatement,
		apply: func(_ *Server, m *Statement) error {
			if len(m.Text) <= builtin.MostPath {
				return nil
			}
			return checkPaths(m.Stmt)
		},
	},
}

// checkPaths returns an error if the path of a JSON_TABLE() or behind -> or ->> is too long. Those of
// functions are looked at when these are called.
func checkPaths(stmt sqlparser.Statement) error {
	return syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.JSONTableExpr:
			return true, checkTablePaths(n.Spec)
		case *sqlparser.BinaryExpr:
			if path, ok := n.Right.(*sqlparser.SQLVal); ok && (n.Operator == sqlparser.JSONExtractOp || n.Operator == sqlparser.JSONUnquoteExtractOp) {
				return true, builtin.CheckPath(path.Val)
			}
		}
		return true, nil
	}, stmt)
}

func checkTablePaths(spec *sqlparser.JSONTableSpec) error {
	if spec == nil {
		return nil
	}
	if err := builtin.CheckPath(spec.Path); err != nil {
		return err
	}
	for _, c := range spec.Columns {
		if err := builtin.CheckPath(c.Opts.Path); err != nil {
			return err
		}
		if err := checkTablePaths(c.Spec); err != nil {
			return err
		}
	}
	return nil
}
