package collate

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// AlteredColumnsRule describes [SettleColumns].
var AlteredColumnsRule = rule.Rule{
	Name: "collation-of-altered-columns", Changes: rule.Plan, About: rule.Tables,
	Why:      "A column that ALTER TABLE adds beside other clauses has the engine's default collation; in MySQL it has the table's.",
	NeededBy: rule.Data, Golden: "alter_add",
}

// SettleColumns gives columns that ALTER TABLE adds or changes, and that name no collation,
// their table's. The engine does so for one clause alone: with others, as an index on the
// column, it gave its own default.
func SettleColumns(n sql.Node) {
	switch n.(type) {
	case *plan.Block, *plan.AddColumn, *plan.ModifyColumn:
	default:
		return
	}
	transform.Inspect(n, func(n sql.Node) bool {
		switch t := n.(type) {
		case *plan.AddColumn:
			settleColumn(t.Column(), t.Table)
		case *plan.ModifyColumn:
			settleColumn(t.NewColumn(), t.Table)
		case *plan.Block:
			return true
		}
		return false
	})
}

func settleColumn(c *sql.Column, of sql.Node) {
	typ, ok := c.Type.(sql.TypeWithCollation)
	if !ok || typ.Collation() != sql.Collation_Unspecified {
		return
	}
	table, ok := of.(*plan.ResolvedTable)
	if !ok {
		return
	}
	if settled, err := typ.WithNewCollation(table.Collation()); err == nil {
		c.Type = settled
	}
}
