package activesession

import (
	"sync"
	"time"
	"unsafe"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
)

// Options sets a Recorder up.
type Options struct {
	// Interval is the time between two samples that are kept, 0 that of sampler.Options.
	Interval time.Duration
	// Size is how many bytes the rows may take, as they are needed; 0 is that of sampler.Options.
	Size uint64
	// Locks gives all locks on metadata that are held and waited for; nil: those that the Schema
	// shows. It is called on the Profiler's goroutine, where a thread waits, at most once in an
	// interval.
	Locks func() []record.MetadataLockInfo
}

// Recorder keeps the active sessions of one Schema, from [Start] to [Recorder.Close]. Its methods
// may be called from any goroutine, and of a nil Recorder, which has no rows.
type Recorder struct {
	schema   *perfschema.Schema
	profiler *sampler.Profiler
	options  Options
	stop     func()

	mu   sync.Mutex
	ring ring
}

// Start has a Recorder keep what a Profiler samples. It returns nil where there is no Profiler.
func Start(s *perfschema.Schema, p *sampler.Profiler, o Options) *Recorder {
	if p == nil {
		return nil
	}
	if o.Interval <= 0 {
		o.Interval = sampler.DefaultSessionInterval
	}
	if o.Size == 0 {
		o.Size = sampler.DefaultSessionBytes
	}
	r := &Recorder{schema: s, profiler: p, options: o, ring: ring{size: o.Size, since: time.Now()}}
	if o.Locks == nil {
		r.options.Locks = func() (all []record.MetadataLockInfo) {
			for l := range s.Read().MetadataLocks() {
				all = append(all, l)
			}
			return all
		}
	}
	r.stop = p.WatchSessions(o.Interval, r.keep)
	return r
}

// Close ends the recording. The rows stay to be read.
func (r *Recorder) Close() {
	if r != nil {
		r.stop()
	}
}

// keep keeps the threads of a sample.
func (r *Recorder) keep(all []sampler.Session) {
	b := blockers{schema: r.schema}
	for i := range all {
		s := &all[i]
		row := r.row(s)
		var text func() string
		if row.State == Waiting && s.Thread != nil {
			if b.waits == nil {
				b.waits = FindBlocked(r.options.Locks())
			}
			text = b.fill(&row, s.Thread)
		}
		r.mu.Lock()
		r.ring.add(&row, s.Statement.DigestText, text)
		r.mu.Unlock()
	}
}

// row is what is known of a thread.
func (r *Recorder) row(s *sampler.Session) Row {
	st := s.Statement
	row := Row{
		SampleID: s.Sample, At: s.At, QueryThreadID: st.ThreadID(), ThreadID: st.ThreadID(),
		Schema: st.Schema(), EventName: st.EventName(), StatementID: st.StatementID(), EventID: st.EventID(), Digest: st.DigestHex(),
		Plan: st.Plan().Hash(), Elapsed: s.Elapsed, ElapsedKnown: s.ElapsedKnown, Node: s.State.Node(),
		Operator: r.schema.Read().OperatorName(s.State.Operator()),
	}
	switch resource := s.State.Resource(); {
	case s.Queued:
		row.State = Queued
	case resource != snowset.ResourceNone && resource != snowset.ResourceCPU:
		row.State, row.Resource = Waiting, r.schema.Read().ResourceName(resource)
	}
	if s.Thread != nil {
		if id := s.Thread.ID(); s.Helper {
			row.ThreadID = id
		}
		row.Stage, row.Memory = s.Thread.Info().State, s.Thread.Memory().Total
	}
	if t := r.schema.Read().ThreadByID(row.QueryThreadID); t != nil {
		info := t.Info()
		row.ProcesslistID, row.User, row.Host = info.ProcesslistID, info.User, info.Host
		for _, a := range t.ConnectAttrs() {
			if a.Name == "program_name" {
				row.Program = a.Value
			}
		}
		if x, ok := running(t.TransactionsCurrent(), func(e *record.TransactionEvent) *record.Event { return &e.Event }); ok {
			row.TransactionEventID, row.TransactionAge = x.EventID, time.Duration(x.TimerWait/1000)
		}
	}
	return row
}

// Parts returns the rows of this moment, oldest first, in parts.
func (r *Recorder) Parts() []Part {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ring.parts()
}

// Rows calls yield with the rows of samples that were taken after from and until to, oldest first. A
// Row is yield's until it returns. It costs some 0.2 µs for each of these rows.
func (r *Recorder) Rows(from, to time.Time, yield func(*Row)) {
	for _, p := range r.Parts() {
		p.between(from.UnixNano(), to.UnixNano(), yield)
	}
}

// Interval returns the time between two samples that are kept, 0 of a nil Recorder.
func (r *Recorder) Interval() time.Duration {
	if r == nil {
		return 0
	}
	return r.options.Interval
}

// Truncate forgets the rows.
func (r *Recorder) Truncate() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ring.clear()
}

// Status is how a Recorder does.
type Status struct {
	// Rows are kept, in so many Bytes of Size.
	Rows        int
	Bytes, Size uint64
	// Since is from when on all rows are there: since the recording began, or since the last row
	// that was evicted or truncated.
	Since time.Time
	// Evicted is how many rows made room for newer ones.
	Evicted uint64
	// Lost is how many threads were seen at work of whose statements nothing was learnt.
	Lost uint64
}

// Status tells how the Recorder does.
func (r *Recorder) Status() Status {
	if r == nil {
		return Status{}
	}
	lost := r.profiler.LostSessions()
	r.mu.Lock()
	defer r.mu.Unlock()
	return Status{Rows: r.ring.rows, Bytes: r.ring.taken(), Size: r.ring.size, Since: r.ring.since, Evicted: r.ring.evicted, Lost: lost}
}

// BufferName is the name of the buffer and what it holds.
func BufferName() [2]string {
	return [2]string{"active_session_history", "threads that samples saw at work"}
}

// Buffer is what the rows take.
func (r *Recorder) Buffer() sampler.Buffer {
	s := r.Status()
	return sampler.Buffer{Name: BufferName()[0], Size: uint64(unsafe.Sizeof(packedRow{})), Count: uint64(s.Rows), Memory: s.Bytes}
}
