package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// SET TRANSACTION without SESSION or GLOBAL is about the next transaction alone. The engine
// sets the session's variables, and lets them forbid nothing. What is said of the next one is
// kept beside them until a statement has succeeded that was, began or ended a transaction.

// transactionAccess is what a transaction may do.
type transactionAccess uint8

const (
	accessOfSession transactionAccess = iota
	accessReadOnly
	accessReadWrite
)

// nextTransaction is what is said of the next one; zero for nothing.
type nextTransaction struct {
	isolation string // ISOLATION_LEVEL
	access    transactionAccess
}

// errTransactionOpen is ER_CANT_CHANGE_TX_CHARACTERISTICS.
const errTransactionOpen = 1568

// nextOf is what a SET TRANSACTION says, if it is one of the next transaction.
func nextOf(stmt ast.Statement) (next nextTransaction, ok bool) {
	set, ok := stmt.(*ast.Set)
	if !ok || len(set.Exprs) == 0 {
		return next, false
	}
	for _, e := range set.Exprs {
		value, literal := e.Expr.(*ast.SQLVal)
		if e.Scope != ast.SetScope_None || !literal || !e.Name.EqualString(ast.TransactionStr) || !e.Name.Qualifier.IsEmpty() {
			return next, false
		}
		switch said := strings.ToLower(string(value.Val)); said {
		case ast.TxReadOnly:
			next.access = accessReadOnly
		case ast.TxReadWrite:
			next.access = accessReadWrite
		default:
			level, isLevel := strings.CutPrefix(said, "isolation level ")
			if !isLevel {
				return next, false
			}
			next.isolation = strings.ToUpper(level)
		}
	}
	return next, true
}

// amendNext has a SET TRANSACTION keep what it says for the next transaction, and a BEGIN
// begin one that reads alone where that has been said; others come back as they are.
func (conn *connection) amendNext(ctx *sql.Context, stmt ast.Statement) ast.Statement {
	if begin, ok := stmt.(*ast.Begin); ok && begin.TransactionCharacteristic == "" && conn.readsOnly(ctx) {
		begin.TransactionCharacteristic = ast.TxReadOnly
		return stmt
	}
	next, ok := nextOf(stmt)
	if !ok {
		return stmt
	}
	n := &node.Command{Text: "SET TRANSACTION", Columns: types.OkResultSchema, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		if conn.inTransaction(conn.transactionSettings(ctx).autoCommit) {
			return nil, mysql.NewSQLError(errTransactionOpen, "25001", "Transaction characteristics can't be changed while a transaction is in progress")
		}
		if next.isolation != "" {
			conn.next.isolation = next.isolation
		}
		if next.access != accessOfSession {
			conn.next.access = next.access
		}
		return []sql.Row{sql.NewRow(types.NewOkResult(0))}, nil
	}}
	return n.Statement(ast.AuthType_IGNORE)
}

// readsOnly says whether a transaction that begins now changes no tables.
func (conn *connection) readsOnly(ctx *sql.Context) bool {
	if conn.next.access != accessOfSession {
		return conn.next.access == accessReadOnly
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
		conn.next = nextTransaction{}
		return
	}
	if conn.settings.known && !conn.settings.autoCommit || conn.session.GetIgnoreAutoCommit() {
		return
	}
	if p.touches || p.changes {
		conn.next = nextTransaction{}
	}
}
