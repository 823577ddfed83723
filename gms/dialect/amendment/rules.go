package amendment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/grammar"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Server is what the rules of statements need of the server.
type Server struct {
	Rights   *privilege.Rights
	Accounts *account.Accounts
	Grammar  *grammar.Grammar
	// Catalog returns the engine's catalog, nil until there is an engine.
	Catalog func() *analyzer.Catalog
	// Stored finds the stored function that a call names.
	Stored interface {
		StoredFunction(ctx *sql.Context, name string) (sql.Function, bool)
	}
	Tables computed.Tables // those whose rows are computed
}

// Own are what the rules do that are listed here and not done here, by their names.
type Own map[string]func(a *Server, m *Statement) error

// Rules are the rules of statements, in their order.
type Rules struct {
	Server                *Server
	text, session, answer statementStage
}

// statementStage is the rules of a stage.
type statementStage struct {
	*rule.Registry[Step]
	// rows are the steps that may have work for a query or an UPDATE, fewer than half of all.
	rows []Step
	// defining are the steps of definitions in programs.
	defining []Step
}

// New puts the rules in order. It fails if own lacks one, or has one that is not
// wanted.
func New(server *Server, own Own) (*Rules, error) {
	s, found := &Rules{Server: server}, 0
	for _, of := range []struct {
		to   *statementStage
		list []rule.Of[Step]
	}{{&s.text, textRules}, {&s.session, sessionRules}, {&s.answer, answerRules}} {
		list := make([]rule.Of[Step], len(of.list))
		for i, r := range of.list {
			if r.Apply.apply == nil {
				found++
				if r.Apply.apply = own[r.Name]; r.Apply.apply == nil {
					return nil, fmt.Errorf("rule %q: nothing is done for it", r.Name)
				}
			}
			list[i] = r
		}
		var err error
		if of.to.Registry, err = rule.New(list...); err != nil {
			return nil, err //nolint:wrapcheck // it names the rule
		}
		for _, step := range of.to.Steps() {
			if step.kinds == 0 || step.kinds&kindRows != 0 {
				of.to.rows = append(of.to.rows, step)
			}
			if step.defines {
				of.to.defining = append(of.to.defining, step)
			}
		}
	}
	if found != len(own) {
		return nil, fmt.Errorf("%d rules are done elsewhere, and %d are wanted", len(own), found)
	}
	return s, nil
}

// Stages returns the rules of each stage in their order: of any text, of a session's statements,
// and those that may answer in the engine's place.
func (s *Rules) Stages() (text, session, answer []rule.Rule) {
	return s.text.Rules(), s.session.Rules(), s.answer.Rules()
}

// Amend applies the rules of statements to one that has been parsed, and returns the statement
// that is to run: most come back as they are, one that may not run is replaced by its error.
// text is what the statement was parsed from, or longer. x.Statement is nil if none runs.
func (s *Rules) Amend(ctx context.Context, stmt sqlparser.Statement, text string, x Running) sqlparser.Statement {
	m := newAmendment(ctx, stmt, text, x)
	defer func() { *m = Statement{} }() // also where a rule panics: it may be the connection's own
	return s.applyAll(m)
}

// Define applies the rules of definitions of tables to a statement of a program that is about to run,
// and returns the statement that is to run; others come back as they are. A program may run stmt again,
// so that the rules write a copy. text is the statement's, empty where it is not known.
func (s *Rules) Define(ctx *sql.Context, stmt sqlparser.Statement, text string) sqlparser.Statement {
	switch of := stmt.(type) {
	case *sqlparser.DDL:
		if of.TableSpec == nil {
			return stmt
		}
		stmt = copyDefinition(of)
	case *sqlparser.AlterTable:
		again := *of
		again.Statements = slices.Clone(of.Statements)
		for i, part := range again.Statements {
			again.Statements[i] = copyDefinition(part)
		}
		stmt = &again
	default:
		return stmt
	}
	m := &Statement{Ctx: ctx, SQL: ctx, Stmt: stmt, Text: text, kind: kindOf(stmt), at: inSession}
	for _, steps := range [...][]Step{s.text.defining, s.session.defining} {
		for i := range steps {
			if !m.wants(&steps[i]) {
				continue
			}
			if err := steps[i].apply(s.Server, m); err != nil {
				return node.Refuse(err)
			}
		}
	}
	return m.Stmt
}

// copyDefinition copies what rules write of a definition: its columns, its foreign keys and the lists of
// its parts.
func copyDefinition(of *sqlparser.DDL) *sqlparser.DDL {
	again := *of
	if again.TableSpec == nil {
		return &again
	}
	spec := *again.TableSpec
	spec.Columns = slices.Clone(spec.Columns)
	for i, c := range spec.Columns {
		column := *c
		if key := column.Type.ForeignKeyDef; key != nil {
			own := *key
			column.Type.ForeignKeyDef = &own
		}
		spec.Columns[i] = &column
	}
	spec.Indexes, spec.Constraints = slices.Clone(spec.Indexes), slices.Clone(spec.Constraints)
	for i, c := range spec.Constraints {
		if key, ok := c.Details.(*sqlparser.ForeignKeyDefinition); ok {
			constraint, own := *c, *key
			constraint.Details = &own
			spec.Constraints[i] = &constraint
		}
	}
	again.TableSpec = &spec
	return &again
}

func (s *Rules) applyAll(m *Statement) sqlparser.Statement {
	if s.apply(m, &s.text) {
		return m.Stmt
	}
	if m.at < inStatement {
		return m.Stmt
	}
	if s.apply(m, &s.session) {
		return m.Stmt
	}
	if m.at == ofRunning {
		*m.amended = true
	}
	s.apply(m, &s.answer)
	return m.Stmt
}

// apply applies the rules of a stage, and reports whether the statement is answered.
func (s *Rules) apply(m *Statement, stage *statementStage) (answered bool) {
	steps := stage.rows
	if m.kind != kindRows {
		steps = stage.Steps()
	}
	for i := range steps {
		step := &steps[i]
		if !m.wants(step) {
			continue
		}
		if err := step.apply(s.Server, m); err != nil {
			m.Stmt = node.Refuse(err)
			return true
		}
		if m.answered {
			return true
		}
	}
	return false
}

// asksWarnings reports whether a SET asks how many warnings there are, or keeps them.
func asksWarnings(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "_count") || strings.Contains(text, "lock_warnings")
}
