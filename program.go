package perfschema

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// programKey names a stored program.
type programKey struct {
	kind         record.ProgramType
	schema, name string
}

// is reports whether the key names a program, in any letter case.
func (k programKey) is(kind record.ProgramType, schema, name string) bool {
	return k.kind == kind && strings.EqualFold(k.schema, schema) && strings.EqualFold(k.name, name)
}

// Program is a stored program: a row of events_statements_summary_by_program.
// It is safe for concurrent use. A nil Program is one that is not recorded.
type Program struct {
	registry *Schema
	key      programKey
	setup    atomic.Pointer[programSetup]
	stat     atomic.Pointer[programStat] // replaced when it is reset
}

// programSetup is what setup_objects says of a program, and which rows said so.
type programSetup struct {
	rows           *[]record.Object
	enabled, timed bool
}

// programStat is what a program did: its calls, and the statements in it.
type programStat struct {
	calls      stat.Shared
	statements sharedStatement
}

// programRegistry finds the programs without a lock: each new one makes a new
// map.
type programRegistry struct {
	mu   sync.Mutex
	all  atomic.Pointer[map[programKey]*Program]
	lost atomic.Uint64
}

func (r *programRegistry) find(k programKey) *Program {
	return r.each()[k]
}

func (r *programRegistry) each() map[programKey]*Program {
	if m := r.all.Load(); m != nil {
		return *m
	}
	return nil
}

// change replaces the map.
func (r *programRegistry) change(f func(map[programKey]*Program)) {
	m := make(map[programKey]*Program)
	maps.Copy(m, r.each())
	f(m)
	r.all.Store(&m)
}

// Program returns the row of a stored program, made when it is first asked
// for. It returns nil if performance_schema_max_program_instances rows exist,
// which it counts. Names are compared without regard to case, and the row has
// those that it was first asked for by: by these a program that is known is
// found without a lock.
func (s *Schema) Program(kind record.ProgramType, schema, name string) *Program {
	if !s.Enabled() {
		return nil
	}
	r, k := &s.programs, programKey{kind, schema, name}
	if p := r.find(k); p != nil {
		return p
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for known, p := range r.each() {
		if known.is(kind, schema, name) {
			return p
		}
	}
	if int64(len(r.each())) >= s.sizes.Programs {
		r.lost.Add(1)
		return nil
	}
	p := &Program{registry: s, key: k}
	p.stat.Store(new(programStat))
	r.change(func(m map[programKey]*Program) { m[k] = p })
	return p
}

// DropProgram removes the row of a stored program that was dropped. Letters
// match in either case.
func (s *Schema) DropProgram(kind record.ProgramType, schema, name string) {
	s.dropPrograms(func(k programKey) bool { return k.is(kind, schema, name) })
}

// DropPrograms removes the rows of all programs of a database that was dropped.
func (s *Schema) DropPrograms(schema string) {
	s.dropPrograms(func(k programKey) bool { return strings.EqualFold(k.schema, schema) })
}

func (s *Schema) dropPrograms(dropped func(programKey) bool) {
	if !s.Enabled() {
		return
	}
	s.programs.mu.Lock()
	defer s.programs.mu.Unlock()
	s.programs.change(func(m map[programKey]*Program) {
		maps.DeleteFunc(m, func(k programKey, _ *Program) bool { return dropped(k) })
	})
}

// settings is what setup_objects says of the program now.
func (p *Program) settings() *programSetup {
	rows := p.registry.objects.rows.Load()
	v := p.setup.Load()
	if v == nil || v.rows != rows {
		enabled, timed := p.registry.objectFor(string(p.key.kind), p.key.schema, p.key.name)
		v = &programSetup{rows, enabled, timed}
		p.setup.Store(v)
	}
	return v
}

// ProgramCall is a running call of a stored program, a small value; the zero
// one records nothing.
type ProgramCall struct {
	program *Program
	start   uint64
}

// Call begins a call of the program on a Thread. It records nothing if
// setup_objects does not have the program instrumented, or the Thread is not.
func (p *Program) Call(t *Thread) ProgramCall {
	if p == nil || t == nil {
		return ProgramCall{}
	}
	on, setup := p.registry.consumerSet(), p.settings()
	if !setup.enabled || !on.has(ConsumerGlobalInstrumentation) || on.has(ConsumerThreadInstrumentation) && !t.enabled.Load() {
		return ProgramCall{}
	}
	c := ProgramCall{program: p}
	if setup.timed {
		c.start = p.registry.clock.Now()
	}
	return c
}

// End ends the call; more than once it does nothing.
func (c *ProgramCall) End() {
	p := c.program
	if p == nil {
		return
	}
	c.program = nil
	if c.start == 0 {
		p.stat.Load().calls.Add(0, false)
		return
	}
	p.stat.Load().calls.Add(p.registry.clock.Now()-c.start, true)
}

// SetProgram says that this is a statement in the body of a stored program: it
// sets OBJECT_TYPE, OBJECT_SCHEMA and OBJECT_NAME, and when the statement ends
// its duration and counters are added to the program's.
func (h Statement) SetProgram(p *Program) {
	st := h.running()
	if st == nil || p == nil {
		return
	}
	st.setObject(string(p.key.kind), p.key.schema, p.key.name)
	st.program = p
}

// record counts a statement in the program that has just ended.
func (p *Program) record(r *statementRecord) {
	if p.settings().enabled {
		p.stat.Load().statements.add(r)
	}
}

// Programs returns the stored programs that were called since they were made,
// by type, schema and name.
func (s *Reader) Programs() []record.ProgramInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	var out []record.ProgramInfo
	for k, p := range s.programs.each() {
		b := p.stat.Load()
		calls, statements := b.calls.Load(), b.statements.load()
		out = append(out, record.ProgramInfo{Type: k.kind, Schema: k.schema, Name: k.name, Calls: timerStat(&calls), Statements: statements.export()})
	}
	slices.SortFunc(out, func(a, b record.ProgramInfo) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// truncatePrograms resets events_statements_summary_by_program; the rows stay.
func (s *Reader) truncatePrograms() {
	if !s.Schema().Enabled() {
		return
	}
	for _, p := range s.programs.each() {
		p.stat.Store(new(programStat))
	}
}

func (s *Schema) programBytes() buffer {
	var p Program
	var b programStat
	return array(unsafe.Sizeof(p)+unsafe.Sizeof(b)+unsafe.Sizeof(programKey{}), len(s.programs.each()))
}
