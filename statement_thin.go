package perfschema

import (
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/digest"
	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/internal/stateword"
	"github.com/perfschema/perfschema/record"
)

// A thin statement is one of which an engine records what is exact and no more: it is expected to
// be short ([Statement.KeepsDetail]), and no stage of it is recorded ([Statement.LeavesStages]).
// What begins with it, and what ends with it, is written in one write section each.

// Execution has the arguments of [Thread.BeginExecution].
type Execution struct {
	// Packet is the class that it begins as, Kind the one that it is of: see [Statement.Refine].
	Packet, Kind StatementKey
	// Stage is its first stage, Command is PROCESSLIST_COMMAND, and Text its SQL_TEXT.
	Stage         StageKey
	Command, Text string
	// Prepared is what it executes.
	Prepared *PreparedStatement
}

// BeginExecution is BeginStatement, StartStage, SetPhase of the setup, SetCommand, Refine, SetText,
// Executes and ComputeExecuteDigest of a statement that is the only one of its Thread, whose text
// was executed before, and that is asked for [Statement.KeepsDetail]: keeps is the answer, true
// without a profiler. It changes nothing and returns the zero Statement where this would not record the
// same as those calls: while stages are recorded or profiled, and where anything is disabled. No lock,
// no allocation.
//
//go:noinline
func (t *Thread) BeginExecution(o Execution) (h Statement, keeps bool) {
	p := o.Prepared
	if t == nil || p == nil || p.digest == nil || t.depth != 0 || t.stage.running || t.profiler.Load() != nil || !t.enabled.Load() {
		return Statement{}, false
	}
	s := t.schema
	classes := s.classes[KindStatement]
	packet, c, e := classes.at(uint32(o.Packet)), classes.at(uint32(o.Kind)), p.digest
	const asked = 1<<ConsumerGlobalInstrumentation | 1<<ConsumerThreadInstrumentation | 1<<ConsumerStatementsDigest
	on, history := s.consumerSet(), &t.stageHistory
	kept := history.kept.Load()
	if packet == nil || c == nil || !packet.Enabled() || !c.Enabled() || !packet.Timed() || !c.Timed() || on&asked != asked ||
		s.stagesEnabled.Load() != 0 || history.size != 0 && (kept == nil || kept.open) || len(o.Text) > int(s.sizes.SQLTextLength) ||
		p.prefix != digest.Execute || p.text != o.Text || e.generation != s.digests.table.Load().generation || e.schema != t.info.database {
		return Statement{}, false
	}
	ceiling, pc, now := s.detailCeiling.Load(), callsite.PC(), s.clock.Now()
	st, w := t.slot(0), t.stateWord.Load()
	st.id, st.active, st.past, st.fullText = s.statementIDs.Add(1), true, false, o.Text
	st.shown = on&(1<<ConsumerEventsStatementsCurrent) != 0
	st.passing, st.prepared, st.preparing, st.program, st.lockTime, st.warned = 0, p, false, nil, 0, 0

	t.lock.Begin()
	r := &st.rec
	r.statementFacts, st.plan = statementFacts{}, nil
	r.statementID, r.schema, r.text = st.id, t.info.database, o.Text
	r.sum, r.hasDigest, r.entry = e.sum, true, e
	t.open(&r.eventHead, c, pc, now, st.shown)
	if tx := &t.transaction; tx.active && !tx.rec.autoCommit && tx.rec.eventID != 0 {
		r.nestingID, r.nestingType = tx.rec.eventID, record.EventTransaction
	}
	t.beginMemory(st)
	t.depth = 1
	t.info.command, t.info.text, t.info.commandStart = o.Command, o.Text, now
	if history.size != 0 {
		history.waitFirst(o.Stage, pc, now, false)
	}
	keeps = true
	if w != nil && ceiling != 0 {
		keeps = t.drawDetail(e, r, ceiling)
	}
	t.lock.End()
	t.stageKey.Store(uint32(o.Stage))
	if w != nil && t.owner == nil {
		w.begin()
		w.word.Store(w.word.Load() | uint64(activity.PhaseSetup)<<stateword.Phase)
	}
	return Statement{st, st.id}, keeps
}

// ShowPhase is [Thread.SetPhase] and [Thread.SetStage] of a statement that [Statement.LeavesStages]:
// the stage history has the stage if the statement turns out to be long. It reads one clock, unless
// SetPhase and SetStage have to be called in its place.
//
//go:noinline
func (t *Thread) ShowPhase(p activity.Phase, key StageKey) {
	if t == nil || p > activity.PhaseTeardown {
		return
	}
	h := &t.stageHistory
	if h.size != 0 && (h.waits == 0 || h.waits == waitingStages) || t.profiler.Load() != nil {
		t.SetPhase(p)
		t.SetStage(key)
		return
	}
	t.stageKey.Store(uint32(key))
	e := stageEntry{pc: callsite.PC(), key: uint32(key)}
	w := t.stateWord.Load()
	if p == activity.PhaseTeardown {
		e.tick, e.raw = t.stageHistoryTick()
		e.left = true // it stands for the others
		if w != nil {
			w.torn.Store(e.tick)
		}
	} else {
		e.tick = t.now()
		if w != nil && p == activity.PhaseExecution && w.executed.Load() == 0 {
			w.executed.Store(e.tick)
		}
	}
	if h.size != 0 {
		h.waiting[h.waits] = e
		h.waits++
	}
	if w != nil {
		w.word.Store(w.word.Load()&^stateword.PhaseMask | uint64(p)<<stateword.Phase)
	}
}

// EndThin is SetCounters and End of a statement that has not failed, with the transaction that it began
// if that is its own, [Thread.EndStage] and SetCommand. One that [Statement.LeavesStages] and took less
// than 10 ms leaves none in the stage history, if it entered no more than a dozen. command is
// PROCESSLIST_COMMAND from here on. No lock, no allocation.
func (h Statement) EndThin(c StatementCounters, command string) {
	st := h.running()
	if st == nil {
		return
	}
	t, tx := st.thread, &st.thread.transaction
	s, on := t.schema, t.schema.consumerSet()
	ends := tx.active && tx.rec.autoCommit
	const long = 1<<ConsumerEventsStatementsHistoryLong | 1<<ConsumerEventsTransactionsHistoryLong
	if st.rec.level != 0 || t.depth != 1 || st.past || st.program != nil || st.preparing || !st.rec.timed || st.delayed == st.id || st.rec.entry == nil ||
		on&long != 0 || t.stage.running || t.profiler.Load() != nil || ends && (tx.rec.past || !tx.rec.timed) {
		h.endParts(c, ends, command)
		return
	}
	r, now := &st.rec, t.now()
	own := st.shown && t.history.Load()
	t.stageKey.Store(0)
	t.lock.Begin()
	if ends {
		tx.active = false
		x := &tx.rec
		x.state = record.TransactionCommitted
		t.shut(&x.eventHead, now)
		if b := t.transactionCache.At(&t.stats.transactions, x.class.index); b != nil {
			b.add(x)
		}
		if x.shown && t.history.Load() && on&(1<<ConsumerEventsTransactionsHistory) != 0 {
			if p := t.transactions.Next(); p != nil {
				p.copyFrom(x)
			}
		}
	}
	r.counters = c
	r.counters.LockTime += st.lockTime
	r.counters.Warnings += st.warned
	t.shut(&r.eventHead, now)
	t.endMemory(st)
	if b := t.statementCache.At(&t.stats.statements, r.class.index); b != nil {
		b.add(r)
	}
	took := r.end - r.start
	s.digests.record(t, r, histogram.Bucket(took*picoPerNano), now)
	if own && on&(1<<ConsumerEventsStatementsHistory) != 0 {
		if p := t.statements.Next(); p != nil {
			p.copyFrom(r)
		}
	}
	if kept := t.stageHistory.kept.Load(); kept != nil && (kept.open || t.stageHistory.waits != 0) {
		if kept.open || took >= detailTick || !r.bare {
			t.keepWaitingStages(kept)
			t.closeStageHistory(kept, now, false)
		}
		t.stageHistory.forgetWaiting()
	}
	t.unwind(st)
	plan := st.plan
	st.plan = nil
	t.info.command, t.info.text, t.info.commandStart = command, "", now
	t.lock.End()
	t.endSampled(st, plan, false)
	if took >= detailTick || plan != nil {
		if r.bare {
			plan = nil
		}
		r.entry.detail.ended(took, plan, s.detailCeiling.Load())
	}
	if st.prepared != nil {
		st.prepared.record(r, false)
	}
	st.fullText = ""
}

// endParts is EndThin by the calls that it stands for.
func (h Statement) endParts(c StatementCounters, ends bool, command string) {
	t := h.slot.thread
	if ends {
		t.transaction.end(true)
	}
	h.SetCounters(c)
	h.End()
	t.EndStage()
	t.SetCommand(command, "")
}
