package node

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// Command is a statement the engine's grammar or planner lacks, carried
// through it whole: it is made where the statement is parsed and its rows are
// computed when it runs.
type Command struct {
	Text    string
	Columns sql.Schema
	Rows    func(ctx *sql.Context) ([]sql.Row, error)
	Writes  bool
	Commits bool // the transaction that is open
	// Bind finds what the statement names, before it runs; nil if there is nothing.
	Bind func() error
	// Prepares is what the statement prepares, without a name for all but PREPARE.
	Prepares Prepared
}

// Prepared is a text that PREPARE gives a name.
type Prepared struct{ Name, Text string }

var (
	_ sql.ExecSourceRel      = (*Command)(nil)
	_ sql.CollationCoercible = (*Command)(nil)
	_ sqlparser.Injectable   = (*Command)(nil)
)

// Statement makes the parsed form of the statement, for accounts that have the
// privilege.
func (n *Command) Statement(privilege string) sqlparser.Statement { return n.About(privilege) }

// About is statement where the privilege depends on what the statement is about.
func (n *Command) About(privilege string, names ...string) sqlparser.Statement {
	return sqlparser.InjectedStatement{
		Auth:      sqlparser.AuthInformation{AuthType: privilege, TargetType: sqlparser.AuthTargetType_Global, TargetNames: names},
		Statement: n,
	}
}

// NothingDone is a statement that found nothing to do, and asks for no right.
func NothingDone(text string) sqlparser.Statement {
	return NothingMade(text, sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE, TargetType: sqlparser.AuthTargetType_Global})
}

// NothingMade is one that has found that what it makes is there, and asks for the right to make it.
func NothingMade(text string, right sqlparser.AuthInformation) sqlparser.Statement {
	n := &Command{Text: text, Columns: types.OkResultSchema, Rows: func(*sql.Context) ([]sql.Row, error) {
		return []sql.Row{sql.NewRow(types.NewOkResult(0))}, nil
	}}
	return sqlparser.InjectedStatement{Auth: right, Statement: n}
}

// WithResolvedChildren implements sqlparser.Injectable.
func (n *Command) WithResolvedChildren([]any) (any, error) {
	if n.Bind == nil {
		return n, nil
	}
	return n, n.Bind()
}

// RowIter implements sql.ExecSourceRel.
func (n *Command) RowIter(ctx *sql.Context, _ sql.Row) (sql.RowIter, error) {
	rows, err := n.Rows(ctx)
	if err != nil {
		return nil, err
	}
	return sql.RowsToRowIter(rows...), nil
}

// Resolved implements sql.Node.
func (n *Command) Resolved() bool { return true }

// String implements sql.Node.
func (n *Command) String() string { return n.Text }

// Schema implements sql.Node.
func (n *Command) Schema() sql.Schema { return n.Columns }

// Children implements sql.Node.
func (n *Command) Children() []sql.Node { return nil }

// WithChildren implements sql.Node.
func (n *Command) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 0)
	}
	return n, nil
}

// IsReadOnly implements sql.Node.
func (n *Command) IsReadOnly() bool { return !n.Writes }

// CommitsTransaction says whether the statement is one that commits by itself.
func (n *Command) CommitsTransaction() bool { return n.Commits }

// CollationCoercibility implements sql.CollationCoercible.
func (n *Command) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 7
}
