package perfschema

import (
	"strings"
	"time"

	"github.com/perfschema/perfschema/internal/callsite"
)

// trailCopy is a consistent copy of a trail.
type trailCopy struct {
	runs  []trailRun // oldest first; cut is text now
	began uint64     // the number of the last
	open  bool
	marks []trailMark
	count uint64
}

// copyTrail copies the Thread's trail; false if there is none.
func (t *Thread) copyTrail() (c trailCopy, ok bool) {
	r := t.trail.kept.Load()
	if r == nil {
		return c, false
	}
	for {
		v := t.lock.Start()
		c = trailCopy{runs: c.runs[:0], began: r.began, open: r.open, marks: append(c.marks[:0], r.marks...), count: r.count}
		for n := c.began - min(c.began, trailRuns) + 1; n <= c.began; n++ {
			run := r.runs[n%trailRuns]
			run.cut = append([]byte(nil), run.cut...)
			c.runs = append(c.runs, run)
		}
		if c.open {
			c.runs[len(c.runs)-1].text = t.trailText()
		}
		if t.lock.Valid(v) {
			break
		}
	}
	for i := range c.runs {
		if run := &c.runs[i]; len(run.cut) > 0 {
			run.text = string(run.cut)
		}
	}
	return c, true
}

// trailProfiles makes profiles of the statements of the trail that are still
// whole, but for those with the numbers in except.
func (t *Thread) trailProfiles(except map[uint64]bool) (out []Profile) {
	c, ok := t.copyTrail()
	if !ok {
		return nil
	}
	var now trailMark
	now.tick, now.raw = t.trailTick()
	first := c.began - uint64(len(c.runs)) + 1
	for i := range c.runs {
		run := &c.runs[i]
		// The oldest may have lost stages to younger ones; what has no text is a
		// command and no statement.
		if run.text == "" || c.count-run.first > uint64(len(c.marks)) || except[first+uint64(i)] {
			continue
		}
		p := Profile{EventID: run.eventID, Text: strings.Clone(cutRunes(strings.ToValidUTF8(run.text, ""), maxProfileText))}
		end := run.end
		if c.open && i == len(c.runs)-1 {
			p.Running, end = true, now
		}
		t.fillStages(&p, &c, run, end)
		out = append(out, p)
	}
	return out
}

func (t *Thread) fillStages(p *Profile, c *trailCopy, run *trailRun, end trailMark) {
	s := t.schema
	at := func(m trailMark) uint64 { return s.waitTick(m.tick, m.raw) / picoPerNano }
	mark := func(i uint64) trailMark { return c.marks[i%uint64(len(c.marks))] }
	p.start = at(mark(run.first))
	passed := func(m trailMark) int64 { // whole microseconds since the first
		return micros(int64(max(at(m), p.start) - p.start))
	}
	for i := run.first; i < run.after; i++ {
		m, next := mark(i), end
		if i+1 < run.after {
			next = mark(i + 1)
		}
		stage := ProfileStage{Seq: firstProfileSeq + len(p.Stages), place: callsite.Place{PC: m.pc},
			Duration: time.Duration(max(passed(next)-passed(m), 0)) * time.Microsecond}
		if class := s.classes[KindStage].at(m.key); class != nil {
			stage.State = cutRunes(stageState(class.Name()), maxProfileState)
		}
		p.Duration += stage.Duration
		p.Stages = append(p.Stages, stage)
	}
}
