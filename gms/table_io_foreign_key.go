package gms

import (
	"errors"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/affected"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/held"
)

// measureForeignKeys copies what handles a table's foreign keys, with measured
// editors: that of the table itself, and those of the tables to which a change
// cascades. What the checks look up is not measured.
func (l *lifecycle) measureForeignKeys(x *execution, h *plan.ForeignKeyHandler, use tableUse) *plan.ForeignKeyHandler {
	m := &foreignKeyMeters{lifecycle: l, execution: x, handler: h}
	measured := *h
	measured.Editor = m.editor(h.Editor, use)
	measured.AllUpdaters = append(slices.Clone(h.AllUpdaters), m)
	return &measured
}

// foreignKeyMeters are the measured editors of a statement. They are among the
// handler's to be closed with them.
type foreignKeyMeters struct {
	sql.ForeignKeyEditor // nil: only what follows is called
	lifecycle            *lifecycle
	execution            *execution
	handler              *plan.ForeignKeyHandler // that is measured
	copies               map[*plan.ForeignKeyEditor]*plan.ForeignKeyEditor
	measured             []*foreignKeyEditor
}

// editor copies an editor and those that follow from it. They may refer to each
// other.
func (m *foreignKeyMeters) editor(e *plan.ForeignKeyEditor, use tableUse) *plan.ForeignKeyEditor {
	if e == nil || e.Editor == nil {
		return e
	}
	if c, ok := m.copies[e]; ok {
		return c
	}
	f := &foreignKeyEditor{ForeignKeyEditor: e.Editor}
	f.edits.Statement = &m.execution.memory
	f.adapter = m.lifecycle
	f.rows.Of(m.lifecycle.storage.FindRows, e.Schema, e.Editor)
	f.rows.Cascaded = len(m.measured) > 0
	f.inserts = newRowMeter(m.execution, use, perfschema.OpInsert)
	f.updates = newRowMeter(m.execution, use, perfschema.OpUpdate)
	f.deletes = newRowMeter(m.execution, use, perfschema.OpDeleteRow)
	f.inserts.use.index = ""
	m.measured = append(m.measured, f)
	c := *e
	c.Editor = f
	if len(e.RefActions) == 0 {
		return &c
	}
	if m.copies == nil {
		m.copies = make(map[*plan.ForeignKeyEditor]*plan.ForeignKeyEditor)
	}
	m.copies[e] = &c
	c.RefActions = slices.Clone(e.RefActions)
	for i := range c.RefActions {
		a := &c.RefActions[i]
		child := tableUse{instance: m.lifecycle.schema.TableInstance("TABLE", a.ForeignKey.Database, a.ForeignKey.Table)}
		if a.RowMapper != nil && a.RowMapper.Index != nil {
			child.index = a.RowMapper.Index.ID()
		}
		affected.Finder(m.lifecycle.storage.FindRows).WholeRows(a)
		a.Editor = m.editor(a.Editor, child)
	}
	return &c
}

// StatementBegin implements sql.EditOpenerCloser.
func (*foreignKeyMeters) StatementBegin(*sql.Context) {}

// DiscardChanges implements sql.EditOpenerCloser.
func (m *foreignKeyMeters) DiscardChanges(ctx *sql.Context, err error) error {
	if len(m.measured) > 0 && m.lifecycle.dialect {
		m.refuse(ctx, err, m.measured[0])
	}
	return nil
}

// refuse is told that a row was not written, or a change of it not passed on.
func (m *foreignKeyMeters) refuse(ctx *sql.Context, err error, own *foreignKeyEditor) {
	if ignored(err) {
		m.warn(ctx)
	}
	if told := sqlerr.ForeignKey(m.handler, err); told != nil {
		m.execution.connection.tellFailure(err, told)
		return
	}
	for _, f := range m.measured[1:] {
		if f.refused.err != nil {
			return // which index of another table it was is not looked for
		}
	}
	t := rowTarget{Target: affected.Target{Node: m.handler.OriginalNode, Table: m.handler.Table}, schema: m.handler.Sch, x: m.execution}
	t.refuse(ctx, err, own.row+1, own.refused)
}

// warn gives the warning about a row that was left out MySQL's message.
func (m *foreignKeyMeters) warn(ctx *sql.Context) {
	warnings := ctx.Session.Warnings()
	if len(warnings) == 0 {
		return
	}
	w := warnings[0]
	if told := sqlerr.ForeignKey(m.handler, errors.New(w.Message)); told != nil { //nolint:err113 // the engine's, of which it keeps the text
		w.Level, w.Code, w.Message = "Warning", told.Num, told.Message
	}
}

// StatementComplete implements sql.EditOpenerCloser.
func (*foreignKeyMeters) StatementComplete(*sql.Context) error { return nil }

// Close implements sql.Closer.
func (m *foreignKeyMeters) Close(*sql.Context) error {
	for _, f := range m.measured {
		f.inserts.end()
		f.updates.end()
		f.deletes.end()
		f.edits.Close()
	}
	return nil
}

// foreignKeyEditor measures the editor of a table with foreign keys.
type foreignKeyEditor struct {
	sql.ForeignKeyEditor
	inserts, updates, deletes RowMeter
	edits                     held.TableEdits
	row                       int64   // how many rows it was asked to insert
	refused                   refusal // the last it did not take
	rows                      affected.Rows
	adapter                   *lifecycle
}

// Insert implements sql.RowInserter.
func (f *foreignKeyEditor) Insert(ctx *sql.Context, row sql.Row) error {
	f.inserts.Start()
	err := f.rows.Insert(ctx, f.adapter.storage.FindRows, f.ForeignKeyEditor, row)
	f.inserts.Stop(1)
	f.row++
	if err != nil {
		f.refused = refusal{row, err}
	}
	f.edits.Row(f.ForeignKeyEditor)
	return err
}

// Update implements sql.RowUpdater.
func (f *foreignKeyEditor) Update(ctx *sql.Context, old, row sql.Row) error {
	f.updates.Start()
	err := f.rows.Update(ctx, f.adapter.storage.FindRows, f.ForeignKeyEditor, old, row)
	f.updates.Stop(1)
	if err != nil {
		f.refused = refusal{row, err}
	}
	f.edits.Row(f.ForeignKeyEditor)
	return err
}

// Delete implements sql.RowDeleter.
func (f *foreignKeyEditor) Delete(ctx *sql.Context, row sql.Row) error {
	f.deletes.Start()
	err := f.ForeignKeyEditor.Delete(ctx, row)
	f.deletes.Stop(1)
	f.edits.Row(f.ForeignKeyEditor)
	return err
}

// setDefaultRuleID is that of [refuseSetDefault] among the engine's rules.
const setDefaultRuleID = amendRuleID + 1

// refuseSetDefault refuses foreign keys of ON DELETE or ON UPDATE SET DEFAULT, as the engine does where
// its parser is of its own type. The recorder's parser is around that one.
func refuseSetDefault(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	switch n := n.(type) {
	case *plan.CreateForeignKey:
		if setsDefault(n.FkDef) {
			return nil, transform.SameTree, sql.ErrForeignKeySetDefault.New()
		}
	case *plan.CreateTable:
		for _, key := range n.ForeignKeys() {
			if setsDefault(key) {
				return nil, transform.SameTree, sql.ErrForeignKeySetDefault.New()
			}
		}
	case *plan.Block: // several changes of one ALTER TABLE
		for _, child := range n.Children() {
			if _, _, err := refuseSetDefault(nil, nil, child, nil, nil, nil); err != nil {
				return nil, transform.SameTree, err
			}
		}
	}
	return n, transform.SameTree, nil
}

// setsDefault reports whether a foreign key has SET DEFAULT among its actions.
func setsDefault(key *sql.ForeignKeyConstraint) bool {
	return key.OnDelete == sql.ForeignKeyReferentialAction_SetDefault || key.OnUpdate == sql.ForeignKeyReferentialAction_SetDefault
}

// isEngines reports whether a parser is of the engine's own type.
func isEngines(p sql.Parser) bool {
	_, ok := p.(*sql.MysqlParser)
	return ok
}
