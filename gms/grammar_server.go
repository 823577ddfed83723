package gms

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/grammar"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/enginestatus"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/snowset"
)

// grammarServer implements grammar.Server.
type grammarServer struct{ *Adapter }

var _ grammar.Server = grammarServer{}

// Match implements grammar.Server.
func (a grammarServer) Match(ctx context.Context, query string) (sqlparser.Statement, bool, error) {
	if enginestatus.Matches(query) {
		return a.buffers.Statement(), true, nil
	}
	if stmt, ok, err := a.profiles().Match(query); ok {
		return stmt, true, err
	}
	return a.matchExplain(ctx, query)
}

// NestsTooDeeply implements grammar.Server.
func (a grammarServer) NestsTooDeeply(ctx context.Context, query string) error {
	if !definition.NestsTooDeeply(query) {
		return nil
	}
	return definition.TooDeep(ctx, a.catalog(), query)
}

// Query implements grammar.Server.
func (a grammarServer) Query(ctx *sql.Context, query string, begin func(sql.Schema), each func(sql.Row) error) error {
	x, engine := executionOf(ctx), a.engine.Load()
	if engine == nil {
		return sqlerr.NotSupportedYet("a statement without an engine")
	}
	if x != nil {
		t := x.connection.thread
		defer t.LeaveOperator(t.EnterOperator(snowset.OperatorOther, 0)) // in no node of the statement's own plan
	}
	root, err := engine.AnalyzeQuery(ctx, query)
	if err != nil {
		return err
	}
	if begin != nil {
		begin(root.Schema())
	}
	iter, err := engine.Analyzer.ExecBuilder.Build(ctx, root, nil)
	if err != nil {
		return err
	}
	if x != nil {
		state := x.plan.state
		x.plan.state = buildDone
		defer func() { x.plan.state = state }()
	}
	for {
		row, next := iter.Next(ctx)
		if err = next; err == nil && each != nil {
			err = each(row)
		}
		if err != nil {
			break
		}
	}
	closed := iter.Close(ctx)
	if !errors.Is(err, io.EOF) {
		return err
	}
	return closed
}

// Status implements grammar.Server.
func (a grammarServer) Status(ctx *sql.Context, global bool) map[string]any {
	return a.status(ctx, global)
}

// FlushLogs implements grammar.Server.
func (a grammarServer) FlushLogs(general, slow bool) {
	if general {
		a.lifecycle.general.settle(true)
	}
	if slow && a.options.OnFlushLogs != nil {
		a.options.OnFlushLogs()
	}
}

// LockTables implements grammar.Server.
func (a grammarServer) LockTables(ctx *sql.Context, named bool) error {
	x := runningOf(ctx)
	if x == nil {
		return sqlerr.NotSupportedYet("FLUSH TABLES WITH READ LOCK without a connection")
	}
	if err := a.lifecycle.readLock.LockGlobal(ctx, &x.connection.changing); err != nil {
		return err
	}
	x.connection.changing.Tables = named
	return nil
}

// LockInstance implements grammar.Server.
func (a grammarServer) LockInstance(ctx *sql.Context) error {
	return a.lifecycle.readLock.LockInstance(ctx)
}

// UnlockInstance implements grammar.Server.
func (a grammarServer) UnlockInstance(ctx *sql.Context) {
	a.lifecycle.readLock.UnlockInstance(ctx.Session.ID())
}

// WarnShortTimes implements grammar.Server.
func (a grammarServer) WarnShortTimes(ctx *sql.Context, made *sqlparser.DDL) {
	for _, w := range amendment.ShortTimes(nil, made) {
		ctx.Session.Warn(w)
	}
}

// IsNative implements grammar.Server.
func (a grammarServer) IsNative(function string) bool { return a.native[strings.ToLower(function)] }

// FunctionDropped implements grammar.Server.
func (a grammarServer) FunctionDropped(database, name string) {
	a.schema.DropProgram(record.ProgramFunction, database, name)
}

// ForgetHosts implements grammar.Server.
func (g grammarServer) ForgetHosts() { g.hosts.Forget() }

// OpenTables implements grammar.Server.
func (g grammarServer) OpenTables() iter.Seq[grammar.OpenTable] {
	return func(yield func(grammar.OpenTable) bool) {
		for h := range g.schema.Read().TableHandles() {
			locked := h.Internal != "" || h.External != ""
			if !yield(grammar.OpenTable{Schema: h.Schema, Name: h.Name, Locked: locked}) {
				return
			}
		}
	}
}

// Computed implements grammar.Server.
func (grammarServer) Computed(database, name string) *computed.Table {
	return table.Computed(database, name)
}

// ComputedFunction implements grammar.Server.
func (grammarServer) ComputedFunction(database, name string) (string, bool) {
	if !strings.EqualFold(database, computed.Sys) {
		return "", false
	}
	return table.SysFunction(name)
}
