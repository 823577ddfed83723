package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/words"
)

// injected is a statement the engine's grammar or planner lacks, carried
// through it whole: it is made where the statement is parsed and its rows are
// computed when it runs.
type injected struct {
	text   string
	schema sql.Schema
	rows   func(ctx *sql.Context) ([]sql.Row, error)
	writes bool
}

var (
	_ sql.ExecSourceRel      = (*injected)(nil)
	_ sql.CollationCoercible = (*injected)(nil)
	_ sqlparser.Injectable   = (*injected)(nil)
)

// statement makes the parsed form of the statement, for accounts that have the
// privilege.
func (n *injected) statement(privilege string) sqlparser.Statement { return n.about(privilege) }

// about is statement where the privilege depends on what the statement is about.
func (n *injected) about(privilege string, names ...string) sqlparser.Statement {
	return sqlparser.InjectedStatement{
		Auth:      sqlparser.AuthInformation{AuthType: privilege, TargetType: sqlparser.AuthTargetType_Global, TargetNames: names},
		Statement: n,
	}
}

// nothingDone is a statement that found nothing to do.
func nothingDone(text string) sqlparser.Statement {
	n := &injected{text: text, schema: types.OkResultSchema, rows: func(*sql.Context) ([]sql.Row, error) {
		return []sql.Row{sql.NewRow(types.NewOkResult(0))}, nil
	}}
	return n.statement(sqlparser.AuthType_IGNORE)
}

// matchInjected recognises the statements this package adds to the grammar.
// For any other it costs a comparison or two.
func (a *Adapter) matchInjected(query string) (sqlparser.Statement, bool) {
	leading, ok := leadingWords(query)
	if !ok {
		return nil, false
	}
	switch leading {
	case "show engine performance_schema status":
		return a.engineStatusStatement(), true
	case "flush status", "flush local status", "flush no_write_to_binlog status":
		return a.flushStatusStatement(), true
	}
	return nil, false
}

// leadingWords gives a short statement as lower-case words between single
// spaces, without comments, quotes around names and the final semicolon. It
// gives up at once on a statement that begins with neither SHOW nor FLUSH.
func leadingWords(query string) (string, bool) {
	const longest = 5
	var list []string
	for s := (words.Scanner{Text: query}); ; {
		t := s.Next()
		word := t.Of(query)
		switch {
		case t.Kind == words.End && !s.Invalid(), word == ";" && s.AtEnd():
			return strings.Join(list, " "), len(list) > 0
		case t.Kind == words.Name:
			word = strings.Trim(word, "`")
		case t.Kind != words.Word:
			return "", false
		}
		if len(list) == longest || len(list) == 0 && !strings.EqualFold(word, "show") && !strings.EqualFold(word, "flush") {
			return "", false
		}
		list = append(list, strings.ToLower(word))
	}
}

// WithResolvedChildren implements sqlparser.Injectable.
func (n *injected) WithResolvedChildren([]any) (any, error) { return n, nil }

// RowIter implements sql.ExecSourceRel.
func (n *injected) RowIter(ctx *sql.Context, _ sql.Row) (sql.RowIter, error) {
	rows, err := n.rows(ctx)
	if err != nil {
		return nil, err
	}
	return sql.RowsToRowIter(rows...), nil
}

// Resolved implements sql.Node.
func (n *injected) Resolved() bool { return true }

// String implements sql.Node.
func (n *injected) String() string { return n.text }

// Schema implements sql.Node.
func (n *injected) Schema() sql.Schema { return n.schema }

// Children implements sql.Node.
func (n *injected) Children() []sql.Node { return nil }

// WithChildren implements sql.Node.
func (n *injected) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 0)
	}
	return n, nil
}

// IsReadOnly implements sql.Node.
func (n *injected) IsReadOnly() bool { return !n.writes }

// CollationCoercibility implements sql.CollationCoercible.
func (n *injected) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 7
}
