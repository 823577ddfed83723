package affected

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// Target stands in the place of the node of a table that a statement changes: the engine
// asks it for the editors.
type Target struct {
	sql.Node           // what the engine had in this place
	Table    sql.Table // what it would have asked for the editors
}

// Wrapped implements plantree.Wrapper.
func (t *Target) Wrapped() sql.Node { return t.Node }

// Children implements sql.Node.
func (t *Target) Children() []sql.Node { return []sql.Node{t.Node} }

// Name implements sql.Table.
func (t *Target) Name() string { return t.Table.Name() }

// Collation implements sql.Table.
func (t *Target) Collation() sql.CollationID { return t.Table.Collation() }

// Underlying implements sql.TableWrapper.
func (t *Target) Underlying() sql.Table { return t.Table }

// Partitions implements sql.Table.
func (t *Target) Partitions(ctx *sql.Context) (sql.PartitionIter, error) {
	return t.Table.Partitions(ctx)
}

// PartitionRows implements sql.Table.
func (t *Target) PartitionRows(ctx *sql.Context, p sql.Partition) (sql.RowIter, error) {
	return t.Table.PartitionRows(ctx, p)
}

// TargetName is what the columns of a target are called by.
func TargetName(n sql.Node, table sql.Table) string {
	for ; n != nil; n = node.FirstChild(n) {
		if alias, ok := n.(*plan.TableAlias); ok {
			return alias.Name()
		}
	}
	return table.Name()
}
