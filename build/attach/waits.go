package attach

import (
	"cmp"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/build/internal/report"
)

// maxName is how long the name of an instrument may be with what stands before it.
const maxName = 128

// waits counts a program's waits in a Schema. It is for one goroutine at a time.
type waits struct {
	schema    *perfschema.Schema
	from      perfschema.Importer
	instances map[uint64]*counted // by address, as the program keeps them
	reasons   map[string]*counted // waits that are in no instance
	inside    map[string]total    // waits that have been counted for instances, by reason
	takes     int
}

// counted is a row, and how much of it has been counted.
type counted struct {
	kind, name string // of the instance
	row        *perfschema.ImportedInstance
	by         map[string]total // by reason
	take       int              // the last that had it
}

type total struct {
	count   uint64
	blocked int64
}

func newWaits(ps *perfschema.Schema) *waits {
	w := &waits{schema: ps, from: ps.Import(), instances: make(map[uint64]*counted), reasons: make(map[string]*counted), inside: make(map[string]total)}
	// Where the program has more names than there is room for, they share these.
	ps.RegisterMutex("go", perfschema.Info{Name: others})
	ps.RegisterRWLock("go", perfschema.Info{Name: others})
	ps.RegisterCond("go", perfschema.Info{Name: others})
	ps.RegisterCond("chan", perfschema.Info{Name: others})
	ps.RegisterCond("goroutine", perfschema.Info{Name: others})
	return w
}

// Names of instruments for what has no name of its own.
const (
	unnamed = "(no name)"
	others  = "(others)"
)

// unreadTakes is how many takes a row outlives that the program could not read.
const unreadTakes = 60

// take counts what has been added since the take before.
func (w *waits) take(t *report.Told) {
	w.takes++
	for i := range t.Instances {
		in := &t.Instances[i]
		c := w.instances[in.Addr]
		switch {
		case c == nil:
			c = &counted{kind: in.Kind, name: in.Name, row: w.row(in), by: make(map[string]total)}
			w.instances[in.Addr] = c
		case c.kind != in.Kind || c.name != in.Name:
			// The program names an instance by the line that has waited for it the longest, so that
			// names change. What has been counted by the name before stays there.
			c.row.Destroy()
			c.kind, c.name, c.row = in.Kind, in.Name, w.row(in)
		}
		c.take = w.takes
		if c.row == nil {
			continue // no room for it: its waits are in no instance
		}
		for _, r := range in.Reasons {
			added := c.add(r.Reason, r.Sum, t.Unread > 0)
			inside := w.inside[r.Reason]
			w.inside[r.Reason] = total{inside.count + added.count, inside.blocked + added.blocked}
		}
	}
	oldest := w.takes
	if t.Unread > 0 { // what is missing may be there, and its waits may be in the reasons
		oldest -= unreadTakes
	}
	for addr, c := range w.instances {
		if c.take < oldest { // it made room for another: what it had is in the reason's Evicted
			c.row.Destroy()
			delete(w.instances, addr)
		}
	}
	if t.Unread > 0 {
		return
	}
	for _, r := range t.Reasons {
		w.takeRest(r)
	}
}

// takeRest counts the waits for a reason that are in no instance: of what has none, as sleep, and of
// those that made room for others. The program waits on while it is read, so that instances may have
// more than their reason by then: what is short of it now is counted with a later reading.
func (w *waits) takeRest(r report.ToldReason) {
	inside, seen := w.inside[r.Reason], r.Sum
	if seen.Count <= inside.count {
		return
	}
	c := w.reasons[r.Reason]
	if c == nil {
		key := keyOf(w.schema.RegisterCond, "cond", "goroutine", r.Reason)
		c = &counted{row: w.from.Cond(key, 0), by: make(map[string]total)}
		w.reasons[r.Reason] = c
	}
	had := c.by[r.Reason]
	rest := report.Sum{Count: seen.Count - inside.count, Blocked: time.Duration(max(int64(seen.Blocked)-inside.blocked, had.blocked))}
	if rest.Count <= had.count {
		return
	}
	bounds := seen
	switch {
	case r.Evicted.Count > 0:
		bounds = r.Evicted
	case inside.count > 0: // the least and the most of all may be an instance's
		bounds.Min = rest.Blocked / time.Duration(rest.Count)
		bounds.Max = bounds.Min
	}
	c.count(r.Reason, rest, had, bounds)
}

// add counts what a sum has more than had been counted of it. Each P has a row of its own of an
// instance, and each of them may make room for another and come back: where the sum has become less,
// it is not known which of it is new, so that nothing is counted of it here but with those that are
// in no instance. Where rows were unread, the sum has become less for one reading alone.
func (c *counted) add(reason string, sum report.Sum, unread bool) (added total) {
	had, blocked := c.by[reason], int64(sum.Blocked)
	switch {
	case sum.Count > had.count && blocked >= had.blocked:
		return c.count(reason, sum, had, sum)
	case !unread:
		c.by[reason] = total{sum.Count, blocked}
	}
	return total{}
}

// count counts what a sum has more than had. The least and the most are those of bounds.
func (c *counted) count(reason string, sum report.Sum, had total, bounds report.Sum) (added total) {
	c.by[reason] = total{sum.Count, int64(sum.Blocked)}
	added = total{sum.Count - had.count, int64(sum.Blocked) - had.blocked}
	c.row.Add(operationOf(reason), perfschema.WaitSum{Count: added.count, Sum: time.Duration(added.blocked), Min: bounds.Min, Max: bounds.Max})
	return added
}

// row makes the row of an instance.
func (w *waits) row(in *report.ToldInstance) *perfschema.ImportedInstance {
	name := cmp.Or(in.Name, unnamed)
	switch in.Kind {
	case "sync.Mutex", "sync.Once":
		return w.from.Mutex(keyOf(w.schema.RegisterMutex, "mutex", "go", name), in.Addr)
	case "sync.RWMutex":
		return w.from.RWLock(keyOf(w.schema.RegisterRWLock, "rwlock", "go", name), in.Addr)
	case "chan":
		return w.from.Cond(keyOf(w.schema.RegisterCond, "cond", "chan", name), in.Addr)
	}
	return w.from.Cond(keyOf(w.schema.RegisterCond, "cond", "go", name), in.Addr)
}

// keyOf registers the instrument wait/synch/kind/category/name and returns its key: that of the
// others' where there is no room for another name.
func keyOf[K ~uint32](register func(category string, info perfschema.Info) K, kind, category, name string) K {
	prefix := "wait/synch/" + kind + "/" + category + "/"
	if key := register(category, perfschema.Info{Name: fit(name, maxName-len(prefix))}); key != 0 {
		return key
	}
	return register(category, perfschema.Info{Name: others})
}

// operationOf is what waits for a reason do.
func operationOf(reason string) perfschema.Operation {
	switch reason {
	case "sync.RWMutex.RLock":
		return perfschema.OpReadLock
	case "sync.RWMutex.Lock", "sync.Mutex.Lock": // of a RWMutex its Mutex, by who writes
		return perfschema.OpWriteLock
	case "chan receive":
		return perfschema.OpRecv
	case "chan send":
		return perfschema.OpSend
	case "select":
		return perfschema.OpSelect
	}
	return perfschema.OpWait
}
