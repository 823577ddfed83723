package gms

import (
	"context"
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// statementStages are the rules of statements, in their order.
type statementStages struct {
	text, session, answer statementStage
}

// statementStage is the rules of a stage.
type statementStage struct {
	*rule.Registry[statementStep]
	// rows are the steps that may have work for a query or an UPDATE, fewer than half of all.
	rows []statementStep
}

func newStatementStages() (s statementStages, err error) {
	for _, of := range []struct {
		to   *statementStage
		list []rule.Of[statementStep]
	}{{&s.text, textRules}, {&s.session, sessionRules}, {&s.answer, answerRules}} {
		if of.to.Registry, err = rule.New(of.list...); err != nil {
			return s, err
		}
		for _, step := range of.to.Steps() {
			if step.kinds == 0 || step.kinds&kindRows != 0 {
				of.to.rows = append(of.to.rows, step)
			}
		}
	}
	return s, nil
}

// Amend applies the rules of statements to one that has been parsed, and returns the statement
// that is to run: most come back as they are, one that may not run is replaced by its error.
// text is what the statement was parsed from, or longer.
func (a grammarServer) Amend(ctx context.Context, stmt sqlparser.Statement, text string) sqlparser.Statement {
	m := newAmendment(ctx, stmt, text)
	defer func() { *m = amendment{} }() // also where a rule panics: it may be the connection's own
	return a.amend(m)
}

func (a grammarServer) amend(m *amendment) sqlparser.Statement {
	if a.apply(m, &a.statements.text) {
		return m.stmt
	}
	if m.at < inStatement {
		return m.stmt
	}
	x := executionOf(m.sql)
	m.within = x != nil && x.known
	if a.apply(m, &a.statements.session) {
		return m.stmt
	}
	if m.at == ofRunning {
		m.x.amended = true
	}
	a.apply(m, &a.statements.answer)
	return m.stmt
}

// apply applies the rules of a stage, and reports whether the statement is answered.
func (a grammarServer) apply(m *amendment, stage *statementStage) (answered bool) {
	steps := stage.rows
	if m.kind != kindRows {
		steps = stage.Steps()
	}
	for i := range steps {
		s := &steps[i]
		if !m.wants(s) {
			continue
		}
		if err := s.apply(a, m); err != nil {
			m.stmt = node.Refuse(err)
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
