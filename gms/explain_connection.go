package gms

import (
	"slices"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/operator"
	"github.com/perfschema/perfschema/gms/internal/plantree"
)

// plan is that of the statement; nil if it came to none.
func (c *statementContext) plan() *plantree.Running {
	if c == nil {
		return nil
	}
	return &c.running
}

// publish shows the plan of the statement to others. kept is the one whose nodes are
// counted, nil for none.
func (c *statementContext) publish(root sql.Node, kept *plantree.Tree) {
	if c == nil {
		return
	}
	r := &c.running
	r.Root = root
	if kept != nil {
		r.Plan = kept.Plan
	}
	c.connection.running.Store(r)
}

// showAnalysis shows others the plan of an analysis in the place of the statement's own.
func (c *statementContext) showAnalysis(a *plantree.Analysis) {
	if c != nil {
		c.running.Analysis.Store(a)
	}
}

// tableCount is where the rows of a table are counted; nil if its node is not
// one of the first, or all nodes are counted.
func (c *statementContext) tableCount(n sql.Node) *activity.PlanNode {
	if c == nil || c.running.Plan != nil {
		return nil
	}
	tables := c.running.Tables
	for i := range tables {
		if t := &tables[i]; t.Node == n && n != nil {
			return &t.Count
		}
	}
	return nil
}

// sampledTimes takes the times of a profiler's that looks at the statement of a
// thread.
func sampledTimes(v *plantree.View, a *Adapter, thread uint64) {
	if v.Times != nil {
		return
	}
	for _, p := range a.Profiler().Running() {
		if p.Statement.ThreadID() != thread || p.Samples == 0 {
			continue
		}
		v.Times = make(map[uint16]time.Duration)
		for _, n := range p.Nodes() {
			v.Times[n.Node] += n.Time
		}
	}
}

// explainConnection shows the tree of the statement that another connection
// runs, as far as it is; no rows if it runs none, or has no plan yet. That there
// is no such connection is an error, as in MySQL's EXPLAIN FOR CONNECTION.
func (a *Adapter) explainConnection(id uint64) sqlparser.Statement {
	n := &node.Command{Text: "EXPLAIN ANALYZE FOR CONNECTION", Columns: slices.Clone(plantree.Schema)}
	n.Rows = func(ctx *sql.Context) ([]sql.Row, error) {
		conn, err := a.connectionOf(ctx, id, false)
		if err != nil {
			return nil, err
		}
		r := conn.running.Load()
		if r == nil {
			return nil, nil
		}
		v := r.View()
		sampledTimes(&v, a, conn.thread.ID())
		if conn.running.Load() != r {
			return nil, nil // it has ended meanwhile
		}
		return v.Rows(), nil
	}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// connectionOf is the connection of a number. With own, who lacks PROCESS may ask for
// those of his account.
func (a *Adapter) connectionOf(ctx *sql.Context, id uint64, own bool) (*connection, error) {
	sees := a.seesAll(ctx)
	if !sees && !own {
		return nil, sqlerr.Needs("PROCESS")
	}
	if id > 1<<32-1 {
		return nil, sqlerr.NoSuchThread(id)
	}
	c, ok := a.lifecycle.connections.Load(uint32(id))
	if !ok {
		return nil, sqlerr.NoSuchThread(id)
	}
	conn := c.(*connection)
	if sees {
		return conn, nil
	}
	user, _ := acting.Account(ctx)
	for _, p := range ctx.ProcessList.Processes() {
		if uint64(p.Connection) == id && p.User == user && user != "" {
			return conn, nil
		}
	}
	return nil, sqlerr.Needs("PROCESS")
}

// errNotExplained is ER_EXPLAIN_NOT_SUPPORTED.
const errNotExplained = 3012

// explainOther shows the plan of the statement that another connection runs.
func (a *Adapter) explainOther(id uint64, format string) sqlparser.Statement {
	n := &node.Command{Text: "EXPLAIN FOR CONNECTION", Columns: explainColumns(format)}
	n.Rows = func(ctx *sql.Context) ([]sql.Row, error) {
		conn, err := a.connectionOf(ctx, id, true)
		if err != nil {
			return nil, err
		}
		r := conn.running.Load()
		if r == nil || !isExplained(r.Root) {
			return nil, mysql.NewSQLError(errNotExplained, sqlerr.StateGeneral, "EXPLAIN FOR CONNECTION command is supported only for SELECT/UPDATE/INSERT/DELETE/REPLACE")
		}
		return a.explained(ctx, r.Root, format, "")
	}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// isExplained says whether a plan is of a statement that EXPLAIN takes.
func isExplained(root sql.Node) bool {
	for {
		switch n := root.(type) {
		case *plan.InsertInto, *plan.Update, *plan.DeleteFrom, *plan.Truncate:
			return true
		case *plan.TriggerExecutor:
			root = n.Left()
		case *plan.ForeignKeyHandler:
			root = n.OriginalNode
		default:
			return operator.IsQuery(root)
		}
	}
}
