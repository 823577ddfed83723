package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
)

// buildDrop builds a statement after which some tables are no more under their
// names, and forgets those it has done away with. Statements other than these
// that do away with tables, as a storage's own procedures may, leave their
// statistics in place.
func (b *operatorBuilder) buildDrop(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (sql.RowIter, error) {
	gone := b.lifecycle.goingTables(ctx, n)
	iter, err := b.engineNode(ctx, x, n, r)
	if err != nil {
		return nil, err
	}
	for _, t := range gone {
		t.Dropped()
		if x.connection.temporary.drop(t) {
			b.lifecycle.indexes.known.Delete(t)
		} else {
			b.lifecycle.indexes.forget(t)
		}
	}
	return iter, nil
}

// goingTables are the tables with statistics that a statement is about to drop
// or rename.
func (l *lifecycle) goingTables(ctx *sql.Context, n sql.Node) (gone []*perfschema.TableInstance) {
	switch n := n.(type) {
	case *plan.DropTable:
		for _, t := range n.Tables {
			if t, ok := t.(*plan.ResolvedTable); ok {
				gone = append(gone, l.table(ctx, t.SqlDatabase, t.UnderlyingTable(), t.Name()))
			}
		}
	case *plan.RenameTable:
		for _, name := range n.OldNames {
			if t, ok := n.TableExists(ctx, name); ok {
				gone = append(gone, l.table(ctx, n.Database(), t, t.Name()))
			}
		}
	case *plan.DropDB:
		for _, t := range l.schema.Read().TableInstances() {
			if t.Type == "TABLE" && strings.EqualFold(t.Schema, n.DbName) {
				gone = append(gone, l.schema.TableInstance(t.Type, t.Schema, t.Name))
			}
		}
		if conn := connectionOf(ctx); conn != nil {
			gone = append(gone, conn.temporary.known(n.DbName)...)
		}
	}
	return gone
}
