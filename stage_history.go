package perfschema

import (
	"strings"
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/record"
)

const (
	// stageHistoryRuns is how many statements a session's stage history tells of.
	stageHistoryRuns = 16
	// maxStageHistoryText is how many bytes of a long statement are kept: more than
	// maxProfileText characters have.
	maxStageHistoryText = 4 * maxProfileText
	// defaultSessionStages is the default of profiling_session_stages: two
	// dozen stages of ten statements.
	defaultSessionStages = 256
)

// stageHistory is what a connection's Thread remembers of the stages of its last
// statements with nothing switched on: where each was entered, and when. It lies
// in the Thread's write section. The Thread's writer alone stores into it.
type stageHistory struct {
	runs  [stageHistoryRuns]stageHistoryRun // a ring
	began uint64                            // statements ever begun
	open  bool                              // the last of them runs
	marks []stageEntry                      // a ring
	next  int                               // where the next mark goes
	count uint64                            // marks ever kept
}

// stageHistoryRun is a statement: what lies between the first stage and the end of the
// last.
type stageHistoryRun struct {
	eventID uint64 // 0 if the event was not recorded
	first   uint64 // mark
	after   uint64 // one more than its last mark
	end     stageEntry
	text    string
	// cut holds instead of text the first length bytes of one that is long. It is
	// made once and used again.
	cut    *[maxStageHistoryText]byte
	length int
}

// stageEntry is the entry into a stage. Ticks are nanoseconds of the Schema's
// clock or, if raw, of the cycle counter.
type stageEntry struct {
	pc   uintptr
	tick uint64
	key  uint32
	raw  bool
	left bool // stages that came next were left out: it stands for them too
}

// stageHistoryWriter is the part of a Thread that keeps its stage history. size is 0 for a
// Thread that keeps none: one of no connection.
type stageHistoryWriter struct {
	size int
	left leftOut
	kept atomic.Pointer[stageHistory] // made with the first stage
	// waiting holds the first stages of the running statement, waits of them; kept does not have them
	// yet. If it stays a short one of which little is recorded, kept never has them. Readers look at
	// the first told of them, which like told are written in the Thread's write section. The others
	// and waits are the writer's alone.
	waiting [waitingStages]stageEntry
	waits   int
	told    int
}

// waitingStages is more stages than most short statements have, after which they wait no longer.
const waitingStages = 12

// leftOut is which stages of the running statement are left out, if it is short
// ([Statement.KeepsDetail]): those of its setup and of its teardown but the first of
// each. Those of its execution, which may turn out to be long, are kept.
type leftOut uint8

const (
	leftNone  leftOut = iota
	leftLater         // those to come may be
	leftNext          // those after the next
	leftAll           // until the execution begins, or the statement ends
)

// leaveOut begins it, in the setup of a statement. It is called in the write section.
func (h *stageHistoryWriter) leaveOut() {
	if h.waits != 0 {
		h.waiting[0].left = true
		h.left = leftAll
		return
	}
	r := h.kept.Load()
	if r == nil || !r.open {
		return
	}
	if run := &r.runs[r.began%stageHistoryRuns]; run.after > run.first {
		r.marks[(run.after-1)%uint64(len(r.marks))].left = true
		h.left = leftAll
	}
}

// enterPhase is called when another phase of the statement begins.
func (h *stageHistoryWriter) enterPhase(p activity.Phase) {
	switch {
	case h.left == leftNone:
	case p == activity.PhaseExecution:
		h.left = leftLater
	case p == activity.PhaseTeardown && h.left != leftAll:
		h.left = leftNext
	}
}

// enterStageHistory marks a stage. nanos is the clock, where it has been read anyway;
// else the cycle counter is read, which takes a few nanoseconds.
func (t *Thread) enterStageHistory(key StageKey, pc uintptr, nanos uint64) {
	if !t.enabled.Load() {
		return
	}
	tick, raw := nanos, false
	if nanos == 0 {
		tick, raw = t.enteredTick()
	}
	t.markStageHistory(key, pc, tick, raw)
}

// markStageHistory marks a stage of an enabled Thread at a tick.
func (t *Thread) markStageHistory(key StageKey, pc uintptr, tick uint64, raw bool) {
	r := t.stageHistory.kept.Load()
	if r == nil {
		if key == 0 {
			return
		}
		r = &stageHistory{marks: make([]stageEntry, t.stageHistory.size)}
		t.stageHistory.kept.Store(r)
	}
	left := t.stageHistory.left == leftNext
	if left {
		t.stageHistory.left = leftAll
	}
	t.lock.Begin()
	if h := &t.stageHistory; h.waits != 0 {
		if key != 0 && h.left != leftNone && h.waits < waitingStages {
			h.waiting[h.waits] = stageEntry{pc, tick, uint32(key), raw, left}
			h.waits++
			h.told = h.waits
			t.lock.End()
			return
		}
		t.keepWaitingStages(r)
	}
	if key == 0 {
		t.closeStageHistory(r, tick, raw)
	} else {
		t.addStage(r, &stageEntry{pc, tick, uint32(key), raw, left})
	}
	t.lock.End()
}

// addStage adds a stage to the running statement of a history, which begins with its first.
func (t *Thread) addStage(r *stageHistory, e *stageEntry) {
	run := &r.runs[r.began%stageHistoryRuns]
	switch {
	case !r.open:
		r.open = true
		r.began++
		run = &r.runs[r.began%stageHistoryRuns]
		run.eventID, run.first, run.after, run.text, run.length = 0, r.count, r.count, "", 0
		if t.depth > 0 {
			run.eventID = t.stack[0].Load().rec.eventID
		}
	case run.after-run.first == uint64(len(r.marks)):
		t.schema.sessionStagesLost.Add(1) // it counts as part of the last
		return
	}
	m := &r.marks[r.next]
	m.pc, m.tick, m.key, m.raw, m.left = e.pc, e.tick, e.key, e.raw, e.left
	if r.next++; r.next == len(r.marks) {
		r.next = 0
	}
	r.count++
	run.after = r.count
}

// beginStageHistory has the first stage of a statement wait to be kept.
func (t *Thread) beginStageHistory(key StageKey, pc uintptr, nanos uint64) {
	if r := t.stageHistory.kept.Load(); r == nil || r.open || t.stageHistory.waits != 0 || !t.enabled.Load() {
		t.enterStageHistory(key, pc, nanos)
		return
	}
	tick, raw := nanos, false
	if nanos == 0 {
		tick, raw = t.enteredTick()
	}
	t.lock.Begin()
	t.stageHistory.waitFirst(key, pc, tick, raw)
	t.lock.End()
}

// waitFirst is called in the write section.
func (h *stageHistoryWriter) waitFirst(key StageKey, pc uintptr, tick uint64, raw bool) {
	h.waiting[0] = stageEntry{pc, tick, uint32(key), raw, false}
	h.waits, h.told = 1, 1
}

// keepWaitingStages keeps the stages that wait, in the write section.
func (t *Thread) keepWaitingStages(r *stageHistory) {
	h := &t.stageHistory
	for i := range h.waits {
		t.addStage(r, &h.waiting[i])
	}
	h.forgetWaiting()
}

// forgetWaiting is called in the write section.
func (h *stageHistoryWriter) forgetWaiting() {
	h.waits, h.told = 0, 0
}

// endStageHistory ends the last stage.
func (t *Thread) endStageHistory(nanos uint64) {
	r := t.stageHistory.kept.Load()
	if r == nil || !r.open && t.stageHistory.waits == 0 {
		return
	}
	tick, raw := nanos, false
	if nanos == 0 {
		tick, raw = t.enteredTick()
	}
	t.lock.Begin()
	if t.stageHistory.waits != 0 {
		t.keepWaitingStages(r)
	}
	t.closeStageHistory(r, tick, raw)
	t.lock.End()
}

// closeStageHistory ends a statement inside the write section. Its text is known by
// now.
func (t *Thread) closeStageHistory(r *stageHistory, tick uint64, raw bool) {
	if !r.open {
		return
	}
	r.open = false
	run := &r.runs[r.began%stageHistoryRuns]
	run.end.tick, run.end.raw = tick, raw
	text := t.stageHistoryText()
	if len(text) <= maxStageHistoryText {
		run.text = text
		return
	}
	if run.cut == nil {
		run.cut = new([maxStageHistoryText]byte)
	}
	run.length = copy(run.cut[:], text)
}

// stageHistoryText is the text of the statement that runs. A reader calls it between
// Start and Valid.
func (t *Thread) stageHistoryText() string {
	if t.info.text == "" && t.depth > 0 {
		if st := t.stack[0].Load(); st != nil {
			return st.rec.text
		}
	}
	return t.info.text
}

// enteredTick is stageHistoryTick for the Thread's writer: in a moment that has read
// the clock, that.
func (t *Thread) enteredTick() (tick uint64, raw bool) {
	if t.moment.on && t.moment.tick != 0 {
		return t.moment.tick, false
	}
	return t.stageHistoryTick()
}

func (t *Thread) stageHistoryTick() (tick uint64, raw bool) {
	if t.schema.cycles {
		return clock.Cycles(), true
	}
	return t.schema.clock.Now(), false
}

// stageHistoryRun is the number of the statement that runs, from 1; 0 if there is no
// stage history of it. The Thread's writer calls it.
func (t *Thread) stageHistoryRun() uint64 {
	r := t.stageHistory.kept.Load()
	switch {
	case r == nil:
		return 0
	case r.open:
		return r.began
	case t.stageHistory.waits != 0:
		return r.began + 1
	}
	return 0
}

// leftOutMark stands behind the name of a stage that was told with those after it.
const leftOutMark = " ..."

// stageHistoryCopy is a consistent copy of a stage history.
type stageHistoryCopy struct {
	runs  []stageHistoryRun // oldest first; their texts are in text
	began uint64            // the number of the last
	open  bool
	marks []stageEntry
	count uint64
}

// copyStageHistory copies the Thread's stage history; false if there is none.
func (t *Thread) copyStageHistory() (c stageHistoryCopy, ok bool) {
	r := t.stageHistory.kept.Load()
	if r == nil {
		return c, false
	}
	var all [stageHistoryRuns]stageHistoryRun
	var cuts [stageHistoryRuns]*[maxStageHistoryText]byte
	var running string
	var waiting [waitingStages]stageEntry
	var told int
	var firstID uint64
	c.marks = make([]stageEntry, len(r.marks))
	for {
		v := t.lock.Start()
		all = r.runs
		c.began, c.open, c.count = r.began, r.open, r.count
		copy(c.marks, r.marks)
		running = t.stageHistoryText()
		told = min(t.stageHistory.told, waitingStages)
		copy(waiting[:told], t.stageHistory.waiting[:told])
		if st := t.stack[0].Load(); st != nil {
			firstID = st.rec.eventID
		}
		for i := range all {
			// What the pointer leads to is overwritten and never given back.
			if p := all[i].cut; p != nil && all[i].length > 0 {
				if cuts[i] == nil {
					cuts[i] = new([maxStageHistoryText]byte)
				}
				*cuts[i] = *p
			}
		}
		if t.lock.Valid(v) {
			break
		}
	}
	if told = min(told, len(c.marks)); told != 0 && !c.open {
		c.open = true
		c.began++
		all[c.began%stageHistoryRuns] = stageHistoryRun{eventID: firstID, first: c.count, after: c.count + uint64(told)}
		for _, e := range waiting[:told] {
			c.marks[c.count%uint64(len(c.marks))] = e
			c.count++
		}
	}
	for n := c.began - min(c.began, stageHistoryRuns) + 1; n <= c.began; n++ {
		run := &all[n%stageHistoryRuns]
		switch {
		case c.open && n == c.began:
			run.text = running
		case run.length > 0:
			run.text = string(cuts[n%stageHistoryRuns][:run.length])
		}
		c.runs = append(c.runs, *run)
	}
	return c, true
}

// stageHistoryProfiles makes profiles of the statements of the stage history that are still
// whole, but for those with the numbers in except.
func (t *Thread) stageHistoryProfiles(except map[uint64]bool) (out []record.StageProfile) {
	c, ok := t.copyStageHistory()
	if !ok {
		return nil
	}
	var now stageEntry
	now.tick, now.raw = t.stageHistoryTick()
	first := c.began - uint64(len(c.runs)) + 1
	for i := range c.runs {
		run := &c.runs[i]
		// The oldest may have lost stages to younger ones; what has no text is a
		// command and no statement.
		if run.text == "" || c.count-run.first > uint64(len(c.marks)) || except[first+uint64(i)] {
			continue
		}
		p := record.StageProfile{EventID: run.eventID, Text: strings.Clone(cutRunes(strings.ToValidUTF8(run.text, ""), maxProfileText))}
		end := run.end
		if c.open && i == len(c.runs)-1 {
			p.Running, end = true, now
		}
		t.fillStages(&p, &c, run, end)
		out = append(out, p)
	}
	return out
}

func (t *Thread) fillStages(p *record.StageProfile, c *stageHistoryCopy, run *stageHistoryRun, end stageEntry) {
	s := t.schema
	at := func(m stageEntry) uint64 { return s.waitTick(m.tick, m.raw) / picoPerNano }
	mark := func(i uint64) stageEntry { return c.marks[i%uint64(len(c.marks))] }
	p.Began = at(mark(run.first))
	passed := func(m stageEntry) int64 { // whole microseconds since the first
		return micros(int64(max(at(m), p.Began) - p.Began))
	}
	for i := run.first; i < run.after; i++ {
		m, next := mark(i), end
		if i+1 < run.after {
			next = mark(i + 1)
		}
		stage := record.ProfileStage{Seq: firstProfileSeq + len(p.Stages), Site: callsite.Site{PC: m.pc},
			Duration: time.Duration(max(passed(next)-passed(m), 0)) * time.Microsecond}
		if class := s.classes[KindStage].at(m.key); class != nil {
			stage.State = cutRunes(stageState(class.Name()), maxProfileState)
			if m.left {
				stage.State = cutRunes(stageState(class.Name()), maxProfileState-len(leftOutMark)) + leftOutMark
			}
		}
		p.Duration += stage.Duration
		p.Stages = append(p.Stages, stage)
	}
}
