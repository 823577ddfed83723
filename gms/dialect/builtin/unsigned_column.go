package builtin

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// unsignedColumns declares the references to columns that are results of operators which
// are unsigned now, and were not when the references were made.
func unsignedColumns(n sql.Node) (sql.Node, error) {
	columns := make(map[sql.ColumnId]bool)
	for known := -1; known < len(columns); {
		known = len(columns)
		var err error
		n, _, err = transform.NodeExprsWithOpaque(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			switch e := e.(type) {
			case *expression.GetField:
				if columns[e.Id()] && e.Type() == types.Int64 {
					field := expression.NewGetFieldWithTable(e.Index(), int(e.TableId()), types.Uint64, e.Database(), e.Table(), e.Name(), e.IsNullable())
					return field.WithId(e.Id()).(sql.Expression), transform.NewTree, nil
				}
			case sql.Aggregation:
				if e.Id() != 0 && e.Type() == types.Uint64 {
					columns[e.Id()] = true
				}
			case *expression.Alias:
				switch of := e.Child.(type) {
				case *operand.Integers:
					if e.Id() != 0 && of.Unsigned() {
						columns[e.Id()] = true
					}
				case *expression.GetField:
					if e.Id() != 0 && columns[of.Id()] {
						columns[e.Id()] = true
					}
				}
			}
			return e, transform.SameTree, nil
		})
		if err != nil {
			return n, err
		}
		transform.InspectWithOpaque(n, func(n sql.Node) bool {
			if s, ok := n.(*plan.SubqueryAlias); ok {
				unsignedOf(s, columns)
			}
			return true
		})
	}
	return n, nil
}

// unsignedOf notes the columns of a derived table that have become unsigned.
func unsignedOf(s *plan.SubqueryAlias, columns map[sql.ColumnId]bool) {
	schema := s.Child.Schema()
	for outer, inner := range s.ScopeMapping {
		field, ok := inner.(*expression.GetField)
		if !ok || field.Type() != types.Int64 {
			continue
		}
		for _, c := range schema {
			if c.Type == types.Uint64 && strings.EqualFold(c.Name, field.Name()) {
				columns[outer] = true
			}
		}
	}
}
