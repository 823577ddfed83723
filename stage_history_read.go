package perfschema

import (
	"strings"
	"time"

	"github.com/perfschema/perfschema/internal/callsite"
)

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
	c.marks = make([]stageEntry, len(r.marks))
	for {
		v := t.lock.Start()
		all = r.runs
		c.began, c.open, c.count = r.began, r.open, r.count
		copy(c.marks, r.marks)
		running = t.stageHistoryText()
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
func (t *Thread) stageHistoryProfiles(except map[uint64]bool) (out []StageProfile) {
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
		p := StageProfile{EventID: run.eventID, Text: strings.Clone(cutRunes(strings.ToValidUTF8(run.text, ""), maxProfileText))}
		end := run.end
		if c.open && i == len(c.runs)-1 {
			p.Running, end = true, now
		}
		t.fillStages(&p, &c, run, end)
		out = append(out, p)
	}
	return out
}

func (t *Thread) fillStages(p *StageProfile, c *stageHistoryCopy, run *stageHistoryRun, end stageEntry) {
	s := t.schema
	at := func(m stageEntry) uint64 { return s.waitTick(m.tick, m.raw) / picoPerNano }
	mark := func(i uint64) stageEntry { return c.marks[i%uint64(len(c.marks))] }
	p.start = at(mark(run.first))
	passed := func(m stageEntry) int64 { // whole microseconds since the first
		return micros(int64(max(at(m), p.start) - p.start))
	}
	for i := run.first; i < run.after; i++ {
		m, next := mark(i), end
		if i+1 < run.after {
			next = mark(i + 1)
		}
		stage := ProfileStage{Seq: firstProfileSeq + len(p.Stages), place: callsite.Site{PC: m.pc},
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
