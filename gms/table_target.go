package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// targetTable stands in the place of the node of a table that a statement changes: the engine
// asks it for the editors.
type targetTable struct {
	sql.Node           // what the engine had in this place
	table    sql.Table // what it would have asked for the editors
}

// Wrapped implements plantree.Wrapper.
func (t *targetTable) Wrapped() sql.Node { return t.Node }

// Children implements sql.Node.
func (t *targetTable) Children() []sql.Node { return []sql.Node{t.Node} }

// Name implements sql.Table.
func (t *targetTable) Name() string { return t.table.Name() }

// Collation implements sql.Table.
func (t *targetTable) Collation() sql.CollationID { return t.table.Collation() }

// Underlying implements sql.TableWrapper.
func (t *targetTable) Underlying() sql.Table { return t.table }

// Partitions implements sql.Table.
func (t *targetTable) Partitions(ctx *sql.Context) (sql.PartitionIter, error) {
	return t.table.Partitions(ctx)
}

// PartitionRows implements sql.Table.
func (t *targetTable) PartitionRows(ctx *sql.Context, p sql.Partition) (sql.RowIter, error) {
	return t.table.PartitionRows(ctx, p)
}

// targetName is what the columns of a target are called by.
func targetName(n sql.Node, table sql.Table) string {
	for ; n != nil; n = node.FirstChild(n) {
		if alias, ok := n.(*plan.TableAlias); ok {
			return alias.Name()
		}
	}
	return table.Name()
}
