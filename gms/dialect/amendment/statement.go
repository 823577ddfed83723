package amendment

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/step"
)

// Statement is a statement on its way through the rules of statements.
type Statement struct {
	Ctx context.Context
	SQL *sql.Context // ctx, nil if it is another
	// running is the running statement, nil unless at is ofRunning.
	Running any
	// amended: the text that the client has sent has been through the rules; nil unless at is
	// ofRunning.
	amended *bool
	query   bool // the client has sent a query, and nothing to prepare
	Stmt    sqlparser.Statement
	Text    string // what stmt was parsed from, or longer
	found   step.Sought
	kind    Kinds
	at      Time
	// within: stmt is read for another statement, as the definition of a view is.
	within bool
	// answered: stmt is what runs, whatever the rules behind would do.
	answered bool
	// undefaulted is the error of a column without a default, until rights are known.
	undefaulted error
	// learned is what is found out about the statement; nil unless at is ofRunning.
	learned *Learned
}

// Learned is what the rules of statements find out about one, for the code that runs it.
type Learned struct {
	// warnings are those that its text gives, until they are raised.
	warnings []*sql.Warning
	// absent are the tables of a DROP TABLE IF EXISTS, until those that are not there are noted.
	absent []sqlparser.TableName
	// like is what a new table is to be like; nil for most statements.
	Like *sqlparser.OptLike
	// refusal is the error in which it ends, unless its account lacks a right.
	Refusal error
	// strict: it changes rows without IGNORE, and a strict sql_mode ends it by some warnings.
	Strict bool
	// ignores: it is a DELETE IGNORE, which its plan does not tell.
	Ignores bool
	// sets: it is a SET, which the engine lets the warnings before it outlive.
	Sets bool
	// asksCount: that asks for the warnings before it, and so leaves them.
	asksCount bool
}

// Time is when a rule of statements applies.
type Time uint8

const (
	always      Time = iota
	inStatement      // there is a statement, and a context of the engine's
	inSession        // and a session
	ofRunning        // and a running statement
	ofOwn            // which stmt is what the client has sent
	ofOther          // in a session, and not ofOwn: a definition that is read, as a view's
)

// Kinds are kinds of statements.
type Kinds uint16

const (
	kindDDL Kinds = 1 << iota
	kindInsert
	kindExecute
	kindCall
	kindExplain
	kindPrepare
	kindAlter
	kindRows  // a query or an UPDATE
	kindOther // but nil

	notRows = ^kindRows
)

func kindOf(stmt sqlparser.Statement) Kinds {
	switch stmt.(type) {
	case *sqlparser.DDL:
		return kindDDL
	case *sqlparser.Insert:
		return kindInsert
	case *sqlparser.Execute:
		return kindExecute
	case *sqlparser.Call:
		return kindCall
	case *sqlparser.Explain:
		return kindExplain
	case *sqlparser.Prepare:
		return kindPrepare
	case *sqlparser.AlterTable:
		return kindAlter
	case sqlparser.SelectStatement, *sqlparser.Update:
		return kindRows
	case nil:
		return 0
	}
	return kindOther
}

// Step is what a rule of statements does. An error of apply is the answer.
type Step struct {
	sought step.Sought // all of which the text has
	kinds  Kinds       // one of which the statement is; 0 is any
	when   Time
	// defines: the rule also applies to definitions of tables that a program runs.
	defines bool
	apply   func(a *Server, m *Statement) error
}

// Running is what the rules of statements know of the one that runs.
type Running struct {
	Statement any  // for rules that are not of this package
	Query     bool // it is a query, and nothing to prepare
	Known     bool // the kind of what the client has sent has been learned
	// Amended is set when the text that the client has sent has been through the rules.
	Amended *bool
	// Own is used for that text, so that nothing is allocated.
	Own *Statement
	// Learned is what the rules find out.
	Learned *Learned
}

// newAmendment returns the connection's own Statement for the text that a client has sent, and
// allocates one for what is read on its behalf.
func newAmendment(ctx context.Context, stmt sqlparser.Statement, text string, x Running) *Statement {
	c, _ := ctx.(*sql.Context)
	var m *Statement
	if x.Statement != nil && !*x.Amended && x.Own.Ctx == nil {
		m = x.Own
	} else {
		m = new(Statement)
	}
	m.Ctx, m.SQL, m.Stmt, m.Text = ctx, c, stmt, text
	m.found, m.kind = step.Seek(text), kindOf(stmt)
	switch {
	case c == nil || stmt == nil:
	case c.Session == nil:
		m.at = inStatement
	case x.Statement == nil:
		m.at = inSession
	default:
		m.at, m.Running, m.amended, m.learned = ofRunning, x.Statement, x.Amended, x.Learned
		m.query, m.within = x.Query, x.Known
	}
	return m
}

// isOwn reports whether the statement is what the client has sent.
func (m *Statement) isOwn() bool { return m.at == ofRunning && !*m.amended }

// IsRead reports whether the statement is read for the one that runs.
func (m *Statement) IsRead() bool { return m.at == ofRunning && *m.amended }

// wants reports whether a step has work for the statement.
func (m *Statement) wants(s *Step) bool {
	if m.found&s.sought != s.sought || s.kinds != 0 && m.kind&s.kinds == 0 {
		return false
	}
	if s.when <= ofRunning {
		return s.when <= m.at
	}
	return m.isOwn() == (s.when == ofOwn) && m.at >= inSession
}

// End has a statement run in the place of stmt, and the rules behind see none.
func (m *Statement) End(own sqlparser.Statement) { m.Stmt, m.answered = own, true }

// Answer has a statement run in the place of stmt, unless it is nil.
func (m *Statement) Answer(own sqlparser.Statement) {
	if own != nil {
		m.Stmt, m.answered = own, true
	}
}

// Replace has the rules behind see another statement.
func (m *Statement) Replace(stmt sqlparser.Statement) {
	m.Stmt, m.kind = stmt, kindOf(stmt)
}
