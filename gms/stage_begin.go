package gms

import (
	"strings"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/instrument"
)

// The engine begins a transaction for every statement that is in none, also for one that
// needs none. It is a stage of those for which MySQL begins one.

// BeginsTransaction is to be called by a session of a storage when it begins a transaction
// for a statement. That it has begun [ResultSession.SetTransaction] tells. While no stage is
// recorded it costs a few loads.
func (s *ResultSession) BeginsTransaction(ctx *sql.Context) {
	s.beginning = nil // of one that could not begin
	x := executionOf(ctx)
	if x == nil || x.plan.transacts || !x.query && x.prepared == nil || ctx.GetTransaction() != nil {
		return
	}
	conn := x.connection
	if !conn.thread.StagesRecorded() && !conn.profiling.On {
		return
	}
	use := x.transactionUse()
	if use == useNone || (use == useBegins) != (x.phase >= phaseBuilding) {
		return // what the engine begins for BEGIN ends with the one that BEGIN begins
	}
	x.plan.transacts = true
	conn.thread.SetStage(conn.adapter.instruments.Stages.TransactionBegin)
	s.beginning = x
}

// SetTransaction implements sql.Session.
func (s *ResultSession) SetTransaction(tx sql.Transaction) {
	s.BaseSession.SetTransaction(tx)
	if x := s.beginning; x != nil && tx != nil {
		s.beginning = nil
		x.connection.thread.SetStage(x.connection.adapter.instruments.Stages.Starting)
	}
}

// transactionUse is what a statement has to do with transactions, by its text.
type transactionUse uint8

const (
	useUnknown transactionUse = iota
	useNone
	useBegins // BEGIN and START TRANSACTION
	useJoins  // MySQL begins one for it if there is none
)

// transactionUse reads the statement's text, of a prepared one once.
func (x *execution) transactionUse() transactionUse {
	if x.prepared == nil {
		return x.connection.adapter.rights.transactionUse(x.raw)
	}
	if x.prepared.transaction == useUnknown {
		x.prepared.transaction = x.connection.adapter.rights.transactionUse(x.raw)
	}
	return x.prepared.transaction
}

func (a *Adapter) transactionUse(text string) transactionUse {
	first := words.FirstOf(text)
	switch {
	case first.Is(0, "BEGIN") || first.Is(0, "START") && first.Is(1, "TRANSACTION"):
		return useBegins
	case a.usesTransaction(&first, text):
		return useJoins
	}
	return useNone
}

// usesTransaction says of a statement, by its first words and its text, whether MySQL begins
// a transaction for it: it reads or changes tables, calls a program or defines something. The
// engine may not have parsed it yet.
func (a *Adapter) usesTransaction(first *words.First, text string) bool {
	switch word := strings.ToUpper(first.Word(0)); word {
	case "SELECT":
		return a.readsTables(text)
	case "SHOW":
		return first.Is(1, "TABLES") || first.Is(1, "FULL") && first.Is(2, "TABLES")
	default:
		return transactionWords[word]
	}
}

// transactionWords are what those statements begin with.
var transactionWords = map[string]bool{
	"INSERT": true, "REPLACE": true, "UPDATE": true, "DELETE": true, "WITH": true, "TABLE": true, "VALUES": true, "CALL": true, "LOAD": true,
	"CREATE": true, "ALTER": true, "DROP": true, "RENAME": true, "TRUNCATE": true, "ANALYZE": true, "CHECK": true, "OPTIMIZE": true, "REPAIR": true,
	"EXPLAIN": true, "DESCRIBE": true, "DESC": true, "PREPARE": true, "EXECUTE": true, "DEALLOCATE": true, "LOCK": true, "UNLOCK": true, "FLUSH": true,
	"GRANT": true, "REVOKE": true,
}

// calledWords are words of the grammar that parentheses follow as those of a function.
var calledWords = map[string]bool{
	"select": true, "distinct": true, "in": true, "not": true, "and": true, "or": true, "xor": true, "if": true, "exists": true, "when": true, "then": true, "else": true,
	"cast": true, "convert": true, "extract": true, "trim": true, "substring": true, "substr": true, "mid": true, "position": true, "char": true, "decimal": true,
	"binary": true, "interval": true, "values": true, "over": true, "count": true, "group_concat": true, "current_timestamp": true, "now": true, "user": true,
}

// readsTables says of the text of a SELECT that it names a table, or calls what is no
// function of the server's own.
func (a *Adapter) readsTables(text string) bool {
	s, depth := words.Scanner{Text: text}, 0
	for before, t := (words.Token{}), s.Next(); t.Kind != words.End; before, t = t, s.Next() {
		switch {
		case t.Of(text) == "(":
			depth++
			name := strings.ToLower(strings.Trim(before.Of(text), "`"))
			if called := t.Glued && (before.Kind == words.Name || before.Kind == words.Word); called && !a.native[name] && !calledWords[name] {
				return true
			}
		case t.Of(text) == ")":
			depth--
		case t.Is(text, "FROM") && depth == 0:
			dual := s
			table := dual.Next()
			return !table.Is(text, "DUAL")
		case t.Is(text, "SELECT") && depth > 0:
			return true
		}
	}
	return false
}

// isUnplanned says of a statement that there is nothing to plan: it begins or ends a
// transaction, sets something, or names a database. What the engine does with it before it
// runs is too little for a stage.
func isUnplanned(n sql.Node) bool {
	switch n.(type) {
	case *plan.StartTransaction, *plan.Commit, *plan.Rollback, *plan.CreateSavepoint, *plan.RollbackSavepoint, *plan.ReleaseSavepoint,
		*plan.Set, *plan.Use, *plan.DeallocateQuery, *plan.UnlockTables:
		return true
	}
	return false
}

// openProgram is the stage in which the database of a program that a statement calls is
// looked up, and whose rights it has, until opened is called first. It is none while no
// stage is recorded, and on other goroutines than that which drives the statement.
func (x *execution) openProgram() (opened func()) {
	t := x.connection.thread
	if !x.recorded || !t.StagesRecorded() || !t.IsBound() {
		return func() {}
	}
	before := t.Stage()
	t.SetStage(x.connection.adapter.instruments.Stages.OpeningTables)
	return sync.OnceFunc(func() { t.SetStage(before) })
}

// advance moves to a later phase; false if the statement is there or beyond.
// It is for the goroutine that drives the statement; while rows flow, when
// none moves it, others may ask.
func (x *execution) advance(to phase) bool {
	if x.phase == phaseIdle || x.phase >= to {
		return false
	}
	x.phase = to
	return true
}

// phase is how far a statement is. Stages only go forward: what runs again
// later, as the analysis of a subquery or a nested statement does, changes
// nothing.
type phase = uint32

const (
	phaseIdle phase = iota
	phaseStarting
	phaseBinding
	phaseOpening
	phaseInit
	phaseLocking
	phaseOptimizing
	phaseStatistics
	phasePreparing
	phaseBuilding
	phaseRunning
	phaseClosing
	phaseFreeing
	phaseCleaning
)

// showWait shows what a function of SQL waits for: as an event of the running
// goroutine's Thread, and as a stage where that is the connection's.
func showWait(ctx *sql.Context, stage func(*instrument.Stages) perfschema.StageKey, start func(*perfschema.Thread) perfschema.Wait, wait func() error) error {
	var t *perfschema.Thread
	x := runningOf(ctx)
	if x != nil {
		t = x.helpers.Thread()
	}
	if t == nil || t != x.connection.thread {
		event := start(t)
		defer event.End()
		return wait()
	}
	before := t.Stage()
	t.SetStage(stage(&x.connection.adapter.instruments.Stages))
	event := start(t)
	err := wait()
	event.End()
	t.SetStage(before)
	return err
}
