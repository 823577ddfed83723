package column

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
)

// errNotAltered is ER_ALTER_OPERATION_NOT_SUPPORTED_REASON.
const errNotAltered = 1846

// rewriteForPlace has a column that ALTER TABLE places before others be added by writing the rows of a
// table without a PRIMARY KEY anew. The storage would put it into the rows one place too early: values
// went to other columns, or the rows could not be read any more. It writes rows anew for a default.
func rewriteForPlace(n *plan.AddColumn, t sql.Table) {
	c := n.Column()
	if n.Order() == nil || c.Default != nil || c.Generated != nil || !c.Nullable || slices.ContainsFunc(t.Schema(), isPrimary) {
		return
	}
	if null, err := sql.NewColumnDefaultValue(expression.NewLiteral(nil, types.Null), c.Type, true, false, true); err == nil {
		c.Default = null
	}
}

func isPrimary(c *sql.Column) bool { return c.PrimaryKey }

// placeColumns gives a part of an ALTER TABLE the columns of the table in the order that they have now.
// The engine takes each column that an earlier part has added for the last, and writes the table so when
// it makes an index or a key.
func placeColumns(n sql.Node, t sql.Table) (sql.Node, error) {
	of, ok := n.(sql.SchemaTarget)
	if !ok {
		return n, nil
	}
	target := of.TargetSchema()
	if len(target) != len(t.Schema()) {
		return n, nil
	}
	placed, moved := make(sql.Schema, len(target)), false
	for i, now := range t.Schema() {
		at := slices.IndexFunc(target, func(c *sql.Column) bool { return strings.EqualFold(c.Name, now.Name) })
		if at < 0 {
			return n, nil
		}
		placed[i], moved = target[at], moved || at != i
	}
	if !moved {
		return n, nil
	}
	if slices.ContainsFunc(placed, isComputed) {
		return nil, mysql.NewSQLError(errNotAltered, "0A000", "FIRST or AFTER is not supported. Reason: the table has computed columns or defaults, and another part of the statement writes it anew. Try an ALTER TABLE statement for each part.")
	}
	out, err := of.WithTargetSchema(placed)
	if err != nil {
		return nil, fmt.Errorf("placing columns: %w", err)
	}
	return out, nil
}

// isComputed reports whether a column's values are made by an expression, which knows other columns by
// their places.
func isComputed(c *sql.Column) bool {
	return c.Generated != nil || c.Default != nil && !c.Default.IsLiteral()
}
