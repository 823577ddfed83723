package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/view/lock"
)

const sqlChains = `SELECT p.OWNER_THREAD_ID AS waits, g.OWNER_THREAD_ID AS holds, p.OBJECT_TYPE, p.OBJECT_SCHEMA, p.OBJECT_NAME
  FROM performance_schema.metadata_locks p JOIN performance_schema.metadata_locks g
    ON g.OBJECT_TYPE = p.OBJECT_TYPE AND g.OBJECT_SCHEMA <=> p.OBJECT_SCHEMA AND g.OBJECT_NAME <=> p.OBJECT_NAME
 WHERE p.LOCK_STATUS = 'PENDING' AND g.LOCK_STATUS = 'GRANTED' AND p.OWNER_THREAD_ID <> g.OWNER_THREAD_ID;
SELECT w.THREAD_ID AS waits, m.LOCKED_BY_THREAD_ID AS holds, w.EVENT_NAME
  FROM performance_schema.events_waits_current w JOIN performance_schema.mutex_instances m
    ON m.OBJECT_INSTANCE_BEGIN = w.OBJECT_INSTANCE_BEGIN
 WHERE w.END_EVENT_ID IS NULL AND m.LOCKED_BY_THREAD_ID IS NOT NULL;
-- And so for rwlock_instances and data_lock_waits.`

// wait is what a thread waits for.
type wait struct {
	what  string
	ps    uint64   // for how long; 0 if that is not known
	holds []uint64 // the threads that hold it
}

// waiting is who waits for whom at this moment.
type waiting struct {
	waits map[uint64]*wait
}

// waiting reads who waits for whom. The tables are read one after the other: a lock that
// was let go in between is missing.
func (p *Pages) waiting() *waiting {
	g := &waiting{waits: make(map[uint64]*wait)}
	holders := make(map[uint64]uint64) // of mutexes and rwlocks, by instance
	for _, t := range [][2]string{{"mutex_instances", "LOCKED_BY_THREAD_ID"}, {"rwlock_instances", "WRITE_LOCKED_BY_THREAD_ID"}} {
		for _, r := range p.read(t[0], nil, "OBJECT_INSTANCE_BEGIN", t[1]) {
			if r[1] != nil {
				holders[number(r[0])] = number(r[1])
			}
		}
	}
	for _, r := range p.read("events_waits_current", nil, "THREAD_ID", "END_EVENT_ID", "EVENT_NAME", "OBJECT_INSTANCE_BEGIN", "TIMER_WAIT", "OBJECT_NAME", "OBJECT_SCHEMA") {
		thread, name := number(r[0]), str(r[2])
		if r[1] != nil || name == "idle" {
			continue
		}
		w := &wait{what: strings.TrimSpace(name + " " + str(r[5])), ps: number(r[4])}
		if holder := holders[number(r[3])]; holder != 0 && holder != thread {
			w.holds = append(w.holds, holder)
		}
		g.waits[thread] = w
	}
	g.addMetadata(p)
	for _, r := range p.read("data_lock_waits", nil, "REQUESTING_THREAD_ID", "BLOCKING_THREAD_ID") {
		g.add(number(r[0]), "a lock on a row", number(r[1]))
	}
	return g
}

// addMetadata adds locks on names, GET_LOCK()'s among them.
func (g *waiting) addMetadata(p *Pages) {
	for thread, b := range activesession.FindBlocked(lock.AllMetadataLocks(p.reader())) {
		o := b.Object
		for _, h := range b.Holders {
			g.add(thread, strings.ToLower(o.Type)+" "+strings.TrimPrefix(o.Schema+"."+o.Name, "."), h)
		}
	}
}

func (g *waiting) add(thread uint64, what string, holder uint64) {
	w := g.waits[thread]
	if w == nil {
		w = new(wait)
		g.waits[thread] = w
	}
	w.what = what
	if holder != 0 && holder != thread && !slices.Contains(w.holds, holder) {
		w.holds = append(w.holds, holder)
	}
}

// trees draws who waits below whom they wait for. Those at the top wait for nobody; of
// threads that wait for each other in a ring one stands there.
func (g *waiting) trees(p *Pages, q *query) []branch {
	below := make(map[uint64][]uint64)
	threads := make([]uint64, 0, len(g.waits))
	for thread, w := range g.waits {
		if len(w.holds) > 0 {
			threads = append(threads, thread)
		}
	}
	if len(threads) == 0 {
		return nil
	}
	slices.Sort(threads)
	var roots []uint64
	for _, thread := range threads {
		for _, h := range g.waits[thread].holds {
			below[h] = append(below[h], thread)
			if w := g.waits[h]; (w == nil || len(w.holds) == 0) && !slices.Contains(roots, h) {
				roots = append(roots, h)
			}
		}
	}
	by := make(map[uint64]*session)
	for _, s := range p.sessions() {
		by[s.thread] = s
	}
	drawn := make(map[uint64]bool)
	var draw func(thread uint64, path []uint64) branch
	draw = func(thread uint64, path []uint64) branch {
		drawn[thread] = true
		b := g.branch(thread, by[thread], q)
		if slices.Contains(path, thread) {
			b.Note += " (a ring: it stands above too)"
			return b
		}
		for _, t := range below[thread] {
			b.Below = append(b.Below, draw(t, append(path[:len(path):len(path)], thread)))
		}
		return b
	}
	var out []branch
	for _, r := range roots {
		out = append(out, draw(r, nil))
	}
	for _, t := range threads { // rings have no top
		if !drawn[t] {
			out = append(out, draw(t, nil))
		}
	}
	return out
}

func (g *waiting) branch(thread uint64, s *session, q *query) branch {
	b := branch{Text: fmt.Sprintf("thread %d", thread)}
	if s != nil {
		b.Text = s.name()
		b.Note = strings.TrimSpace(s.command) + ": " + clip(strings.ToValidUTF8(s.info, "\uFFFD"))
		if s.info == "" {
			b.Note = s.command
		}
		if s.query != nil {
			b.URL = q.link("execution", "id", fmt.Sprint(s.query.Statement.StatementID()))
		}
	}
	if w := g.waits[thread]; w != nil {
		b.Note += " – waits for " + w.what
		if w.ps > 0 {
			b.Note += ", for " + showTime(w.ps)
		}
	}
	return b
}
