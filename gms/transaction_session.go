package gms

import (
	"cmp"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/transaction"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/status"
)

// transactionControl is what a statement asks of the transaction.
type transactionControl uint8

const (
	controlNone transactionControl = iota
	controlStart
	controlCommit
	controlRollback
	controlSavepoint
	controlRollbackTo
	controlRelease
)

func transactionControlOf(n sql.Node) (c transactionControl, readOnly bool) {
	switch n := n.(type) {
	case *plan.StartTransaction:
		return controlStart, n.TransChar == sql.ReadOnly
	case *plan.Commit:
		return controlCommit, false
	case *plan.Rollback:
		return controlRollback, false
	case *plan.CreateSavepoint:
		return controlSavepoint, false
	case *plan.RollbackSavepoint:
		return controlRollbackTo, false
	case *plan.ReleaseSavepoint:
		return controlRelease, false
	}
	return controlNone, false
}

// joinTransaction begins a transaction event for a statement that touches
// tables with transactions and runs in none: its own if it commits by itself,
// else one that lasts until COMMIT or ROLLBACK.
func (x *execution) joinTransaction(ctx *sql.Context, touches bool) {
	conn := x.connection
	tx := ctx.GetTransaction()
	if tx == nil {
		return
	}
	settings := conn.transactionSettings(ctx)
	auto := settings.autoCommit && !ctx.GetIgnoreAutoCommit()
	x.plan.commits, x.plan.touches = auto, touches
	if !touches || conn.thread.CurrentTransaction().Recorded() || effect.SameTransaction(tx, conn.transaction) {
		return
	}
	conn.transaction, conn.readOnly = tx, conn.readsOnly(ctx)
	if x.quiet {
		return
	}
	conn.thread.BeginTransaction(conn.adapter.schema.TransactionKey(), perfschema.TransactionOptions{
		AutoCommit: auto, ReadOnly: conn.readOnly, Isolation: cmp.Or(conn.next.Isolation, settings.isolation),
	})
}

// transactionSettings are the session variables a transaction begins with.
type transactionSettings struct {
	known                bool
	autoCommit, readOnly bool
	isolation            string
	slowAfter            time.Duration // long_query_time
	minExamined          uint64        // min_examined_row_limit
}

// transactionSettings reads them again after a statement that may have changed
// them.
func (conn *connection) transactionSettings(ctx *sql.Context) *transactionSettings {
	s := &conn.settings
	if !s.known {
		*s = transactionSettings{
			known:       true,
			autoCommit:  sessionBool(ctx, sql.AutoCommitSessionVar),
			readOnly:    sessionBool(ctx, "transaction_read_only"),
			isolation:   isolationLevel(ctx),
			slowAfter:   slowAfter(sessionFloat(ctx, "long_query_time")),
			minExamined: sessionUint(ctx, "min_examined_row_limit"),
		}
	}
	return s
}

// forgetSettings is called after a statement that may have changed session variables.
func (conn *connection) forgetSettings() {
	conn.settings.known = false
	conn.limits.SettingsChanged()
}

// keepsSettings says of a plan that it cannot change session variables.
func keepsSettings(n sql.Node) bool {
	switch n.(type) {
	case *plan.Project, *plan.Filter, *plan.IndexedTableAccess, *plan.ResolvedTable, *plan.Limit, *plan.Sort, *plan.TopN,
		*plan.GroupBy, *plan.Distinct, *plan.InsertInto, *plan.Update, *plan.DeleteFrom, *plan.ForeignKeyHandler,
		*plan.StartTransaction, *plan.Commit, *plan.Rollback:
		return true
	}
	return false
}

// settleTransaction ends the transaction event of a statement that ended a
// transaction, and begins that of one that started one. With short it leaves a transaction
// of the statement alone to [perfschema.Statement.EndThin].
func (conn *connection) settleTransaction(err error, short bool) {
	x := &conn.x
	if conn.session == nil {
		return
	}
	if conn.next != (transaction.Next{}) {
		defer conn.settleNext(err)
	}
	if !x.plan.keepsSettings {
		conn.forgetSettings()
	} else if x.plan.changes {
		conn.limits.SettingsChanged() // a trigger may have set some
	}
	conn.countTransaction(err)
	tx := conn.session.GetTransaction()
	switch x.plan.control {
	case controlStart:
		if err != nil {
			break
		}
		conn.endTransaction(true) // START TRANSACTION commits what is open
		if tx != nil {
			conn.transaction = tx
			conn.thread.BeginTransaction(conn.adapter.schema.TransactionKey(), conn.explicitOptions(x.plan.readOnly))
		}
		return
	case controlCommit:
		conn.endTransaction(err == nil)
		return
	case controlRollback:
		conn.endTransaction(false)
		return
	}
	event := conn.thread.CurrentTransaction()
	if err == nil {
		switch x.plan.control {
		case controlSavepoint:
			event.Savepoint()
		case controlRollbackTo:
			event.RollbackToSavepoint()
		case controlRelease:
			event.ReleaseSavepoint()
		}
	}
	switch {
	case !event.Recorded():
		if conn.transaction != nil && !effect.SameTransaction(tx, conn.transaction) {
			conn.transaction = nil
		}
	case event.AutoCommit() && short:
		conn.transaction = nil
	case event.AutoCommit():
		conn.endTransaction(err == nil)
	case !effect.SameTransaction(tx, conn.transaction):
		conn.endTransaction(err == nil) // an implicit commit, or a failed one
	}
}

func (conn *connection) endTransaction(committed bool) {
	conn.thread.CurrentTransaction().End(committed)
	conn.transaction = nil
}

// explicitOptions are those of START TRANSACTION.
func (conn *connection) explicitOptions(readOnly bool) perfschema.TransactionOptions {
	settings := conn.transactionSettings(sql.NewContext(conn.base, sql.WithSession(conn.session)))
	if conn.next.Access != transaction.ReadWrite {
		readOnly = readOnly || settings.readOnly
	}
	return perfschema.TransactionOptions{ReadOnly: readOnly, Isolation: cmp.Or(conn.next.Isolation, settings.isolation)}
}

// sessionFloat is a session variable that is a number; 0 if it is none.
func sessionFloat(ctx *sql.Context, name string) float64 {
	v, err := ctx.GetSessionVariable(ctx, name)
	if err != nil {
		return 0
	}
	f, _ := v.(float64)
	return f
}

func sessionUint(ctx *sql.Context, name string) uint64 {
	v, err := ctx.GetSessionVariable(ctx, name)
	if err != nil {
		return 0
	}
	n, _ := v.(uint64)
	return n
}

func sessionBool(ctx *sql.Context, name string) bool {
	v, err := ctx.GetSessionVariable(ctx, name)
	if err != nil {
		return false
	}
	switch v := v.(type) {
	case bool:
		return v
	case int8:
		return v != 0
	}
	on, err := sql.ConvertToBool(ctx, v)
	return err == nil && on
}

// isolationLevel is ISOLATION_LEVEL, empty if the session does not say.
func isolationLevel(ctx *sql.Context) string {
	v, err := ctx.GetSessionVariable(ctx, "transaction_isolation")
	if err != nil {
		return ""
	}
	s, _ := v.(string)
	switch s {
	case "REPEATABLE-READ":
		return "REPEATABLE READ"
	case "READ-COMMITTED":
		return "READ COMMITTED"
	case "READ-UNCOMMITTED":
		return "READ UNCOMMITTED"
	}
	return strings.ReplaceAll(s, "-", " ")
}

// amendNext has a SET TRANSACTION keep what it says for the next transaction, and a BEGIN
// begin one that reads alone where that has been said; others come back as they are.
func (conn *connection) amendNext(ctx *sql.Context, stmt ast.Statement) ast.Statement {
	if begin, ok := stmt.(*ast.Begin); ok && begin.TransactionCharacteristic == "" && conn.readsOnly(ctx) {
		begin.TransactionCharacteristic = ast.TxReadOnly
		return stmt
	}
	next, ok := transaction.NextOf(stmt)
	if !ok {
		return stmt
	}
	return conn.next.Keep(next, func(ctx *sql.Context) bool {
		return conn.inTransaction(conn.transactionSettings(ctx).autoCommit)
	})
}

// readsOnly says whether a transaction that begins now changes no tables.
func (conn *connection) readsOnly(ctx *sql.Context) bool {
	if conn.next.Access != transaction.OfSession {
		return conn.next.Access == transaction.ReadOnly
	}
	return conn.transactionSettings(ctx).readOnly
}

// refuseReadOnly refuses a change where no transaction has been started, which the engine
// asks, and the next one reads alone. Temporary tables may be changed, and the server's own.
func (x *execution) refuseReadOnly(ctx *sql.Context, n sql.Node) error {
	switch n.(type) {
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom:
	case *node.Command, *plan.Set:
		return nil
	default:
		x.plan.touches = true // it commits by itself
		return nil
	}
	if !x.connection.readsOnly(ctx) || ctx.GetIgnoreAutoCommit() || effect.OwnTables(n) {
		return nil
	}
	return sql.ErrReadOnlyTransaction.New()
}

// settleNext forgets what was said of the next transaction when a statement ends that was,
// began or ended one.
func (conn *connection) settleNext(err error) {
	p := &conn.x.plan
	if err != nil {
		return
	}
	switch p.control {
	case controlStart, controlCommit, controlRollback:
		conn.next = transaction.Next{}
		return
	}
	if conn.settings.known && !conn.settings.autoCommit || conn.session.GetIgnoreAutoCommit() {
		return
	}
	if p.touches || p.changes {
		conn.next = transaction.Next{}
	}
}

// countTransaction counts the commits and roll-backs that a statement has the storage
// do: of what the statement did itself, and of the transaction that it ends.
func (conn *connection) countTransaction(err error) {
	p := &conn.x.plan
	outcome := status.HandlerCommit
	if err != nil {
		outcome = status.HandlerRollback
	}
	switch p.control {
	case controlStart, controlCommit:
		conn.endTouched(status.HandlerCommit)
	case controlRollback:
		conn.endTouched(status.HandlerRollback)
	case controlSavepoint:
		conn.countSavepoint(err, status.HandlerSavepoint)
	case controlRollbackTo:
		conn.countSavepoint(err, status.HandlerSavepointRollback)
	case controlNone:
		if p.touches {
			conn.counts.Add(outcome, 1)
			conn.touched = conn.touched || !p.commits
		}
		if conn.touched && !effect.SameTransaction(conn.session.GetTransaction(), conn.transaction) {
			conn.endTouched(outcome) // an implicit commit, or a failed one
		}
	}
}

func (conn *connection) endTouched(outcome int) {
	if conn.touched {
		conn.counts.Add(outcome, 1)
		conn.touched = false
	}
}

func (conn *connection) countSavepoint(err error, counter int) {
	if err == nil && conn.touched {
		conn.counts.Add(counter, 1)
	}
}
