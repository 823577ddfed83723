package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
)

// Most statements of many servers are short and give columns of the one row of a key. Of
// one whose plan is not kept nothing is wrapped but its table: it stands alone. The table's
// meter begins with the first row, on the goroutine that reads it, and the engine's process
// list is told of the end: no iterator has to mark these. Its execution is one stage.

// standsAlone says whether the statement, whose plan was entered, is such a one.
func (x *execution) standsAlone() bool {
	return x.plan.only != nil && x.plan.plain && x.detail.FewStages && x.ctx != nil
}

// buildAlone builds the plan of such a statement.
func (b *operatorBuilder) buildAlone(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (sql.RowIter, error) {
	p := &x.plan
	p.alone = true
	x.ctx.publish(n, nil)
	iter, err := b.build(ctx, x, n, r, true)
	p.state = buildDone
	b.lifecycle.openNamed(ctx, x, n)
	x.enterRun()
	return iter, err
}

// enterAlone is called before the first row of such a statement, on the goroutine that
// reads it. It gives the Thread by which the row is recorded.
func (x *execution) enterAlone() *perfschema.Thread {
	x.connection.drive() // the engine reads one row where it has built the plan, and any others elsewhere
	return x.connection.thread
}
