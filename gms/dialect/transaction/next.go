package transaction

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// SET TRANSACTION without SESSION or GLOBAL is about the next transaction alone. The engine
// sets the session's variables, and lets them forbid nothing. What is said of the next one is
// kept beside them until a statement has succeeded that was, began or ended a transaction.

// Access is what a transaction may do.
type Access uint8

// The accesses.
const (
	OfSession Access = iota
	ReadOnly
	ReadWrite
)

// Next is what is said of the next one; zero for nothing.
type Next struct {
	Isolation string // ISOLATION_LEVEL
	Access    Access
}

// errTransactionOpen is ER_CANT_CHANGE_TX_CHARACTERISTICS.
const errTransactionOpen = 1568

// NextOf is what a SET TRANSACTION says, if it is one of the next transaction.
func NextOf(stmt ast.Statement) (next Next, ok bool) {
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
			next.Access = ReadOnly
		case ast.TxReadWrite:
			next.Access = ReadWrite
		default:
			level, isLevel := strings.CutPrefix(said, "isolation level ")
			if !isLevel {
				return next, false
			}
			next.Isolation = strings.ToUpper(level)
		}
	}
	return next, true
}

// Keep returns the statement that keeps what a SET TRANSACTION says. isOpen reports whether a
// transaction is in progress when it runs, which is an error then.
func (n *Next) Keep(said Next, isOpen func(ctx *sql.Context) bool) ast.Statement {
	c := &node.Command{Text: "SET TRANSACTION", Columns: types.OkResultSchema, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		if isOpen(ctx) {
			return nil, mysql.NewSQLError(errTransactionOpen, "25001", "Transaction characteristics can't be changed while a transaction is in progress")
		}
		if said.Isolation != "" {
			n.Isolation = said.Isolation
		}
		if said.Access != OfSession {
			n.Access = said.Access
		}
		return []sql.Row{sql.NewRow(types.NewOkResult(0))}, nil
	}}
	return c.Statement(ast.AuthType_IGNORE)
}
