package perfschema

import (
	"iter"
	"strings"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/slab"
	"github.com/perfschema/perfschema/record"
)

// lockTables hold what metadata_locks and table_handles show.
type lockTables struct {
	key      metadataKey // wait/lock/metadata/sql/mdl
	metadata *slab.Slab[metadataLockRecord]
	handles  *slab.Slab[tableHandleRecord]
}

func (l *lockTables) init(z *Sizes) {
	l.metadata = slab.New[metadataLockRecord](z.MetadataLocks)
	l.handles = slab.New[tableHandleRecord](z.TableHandles)
}

// shownClass gives the class of a key, if what is of that class is shown at all:
// nil while the class or global_instrumentation is off.
func (s *Schema) shownClass(kind Kind, key uint32) *Class {
	if !s.consumerSet().has(ConsumerGlobalInstrumentation) {
		return nil
	}
	if c := s.classes[kind].at(key); c != nil && c.Enabled() {
		return c
	}
	return nil
}

// MetadataLockOptions says what is locked, how, and by whom. The strings are
// MySQL's; they are kept, not copied.
type MetadataLockOptions struct {
	// Thread asks for the lock; nil is no Thread.
	Thread *Thread
	// ObjectType is the kind of object: "TABLE", "SCHEMA", "GLOBAL" and the
	// like, or [record.UserLevelLock]. The others name it; empty is NULL.
	ObjectType, Schema, Name, Column string
	// Type is the lock's: "EXCLUSIVE", "SHARED_READ" and the like.
	Type string
	// Duration is when the lock ends.
	Duration record.MetadataLockDuration
	// Status is what the lock begins with; the zero value is [record.MetadataPending].
	Status record.MetadataLockStatus
}

type metadataLockRecord struct {
	class                            *Class
	objectType, schema, name, column string
	lockType                         string
	duration                         record.MetadataLockDuration
	status                           record.MetadataLockStatus
	pc                               uintptr
	threadID, eventID                uint64
}

// MetadataLock is a lock held or waited for, a row of metadata_locks, from
// [Schema.NewMetadataLock] to Release. One goroutine at a time calls its
// methods. Once it has been released they do nothing, whatever is shown by then: it may
// be kept. The zero value is one that is not shown.
type MetadataLock struct {
	row slab.Handle[metadataLockRecord]
}

// Shown says whether the lock is shown, or was until it was released: it is not the zero
// value.
func (l MetadataLock) Shown() bool { return l.row.Made() }

// NewMetadataLock shows a lock. SOURCE is the caller; OWNER_EVENT_ID the event
// the Thread began last. It returns the zero MetadataLock while wait/lock/metadata/sql/mdl or the
// consumer global_instrumentation is off, and where
// performance_schema_max_metadata_locks are shown already, which it counts. Any
// goroutine may call it. No lock, and no allocation but when there have never
// been as many before.
//
//go:noinline
func (s *Schema) NewMetadataLock(o MetadataLockOptions) MetadataLock {
	if !s.Enabled() {
		return MetadataLock{}
	}
	c := s.shownClass(KindMetadata, uint32(s.locks.key))
	if c == nil {
		return MetadataLock{}
	}
	r := metadataLockRecord{
		class: c, objectType: o.ObjectType, schema: o.Schema, name: o.Name, column: o.Column,
		lockType: o.Type, duration: o.Duration, status: o.Status, pc: callsite.PC(),
	}
	if t := c.own(o.Thread); t != nil {
		r.threadID, r.eventID = t.id, t.lastEventID()
	}
	return MetadataLock{s.locks.metadata.Take(r)}
}

// ShowsMetadataLocks says whether NewMetadataLock shows any lock. Who finds locks only as they
// are asked for shows them by this.
func (s *Schema) ShowsMetadataLocks() bool {
	return s.Enabled() && s.shownClass(KindMetadata, uint32(s.locks.key)) != nil
}

// StartWait starts t's wait for the lock, an event of
// wait/lock/metadata/sql/mdl with the object's name. It allocates the name if
// the event is shown; no lock. The wait for a lock that is not shown is seen by a
// profiler, and leaves nothing else.
//
//go:noinline
func (l MetadataLock) StartWait(t *Thread) (w Wait) {
	row := l.row.Row()
	if row == nil {
		if t != nil {
			t.sampleMetadataLock(&w)
		}
		return
	}
	r := row.Value()
	m := r.class.waitMode()
	if t == nil || m&waitShown == 0 {
		w.begin(t, r.class, m, nil, nil, OpMetadataLock, callsite.Site{})
		return
	}
	// The event outlives the lock's row.
	on := &struct {
		instance
		name objectName
	}{instance{class: r.class, address: row.Address()}, objectName{r.objectType, r.schema, r.name}}
	on.object.Store(&on.name)
	w.begin(t, r.class, m, &on.instance, nil, OpMetadataLock, callsite.Pair())
	return
}

// sampleMetadataLock starts a wait for a lock that has no row.
func (t *Thread) sampleMetadataLock(w *Wait) {
	c := t.schema.classes[KindMetadata].at(uint32(t.schema.locks.key))
	if c != nil && c.waitMode()&waitSampled != 0 {
		w.sampleOnly(t, c, OpMetadataLock)
	}
}

// SetStatus changes LOCK_STATUS.
func (l MetadataLock) SetStatus(status record.MetadataLockStatus) {
	l.row.Change(func(r *metadataLockRecord) { r.status = status })
}

// Release ends the lock or the request for it: its row is gone.
func (l MetadataLock) Release() { l.row.Free() }

// MetadataLocks gives the locks held and waited for at this moment. It holds
// up nobody.
func (s *Reader) MetadataLocks() iter.Seq[record.MetadataLockInfo] {
	return func(yield func(record.MetadataLockInfo) bool) {
		if !s.Schema().Enabled() {
			return
		}
		for row, r := range s.locks.metadata.All() {
			info := record.MetadataLockInfo{
				Begin: row.Address(), ObjectType: r.objectType, Schema: r.schema, Name: r.name, Column: r.column,
				Type: r.lockType, Duration: r.duration, Status: r.status, ThreadID: r.threadID, EventID: r.eventID, Site: callsite.Site{PC: r.pc},
			}
			if !yield(info) {
				return
			}
		}
	}
}

type tableHandleRecord struct {
	table              *TableInstance
	threadID, eventID  uint64
	internal, external Operation
}

// TableHandle is a table that a thread has open, a row of table_handles, until
// Close. One goroutine at a time calls its methods. Once it has been closed they do
// nothing, whatever is open by then: it may be kept. The zero value is one that is not
// shown.
type TableHandle struct {
	row slab.Handle[tableHandleRecord]
}

// Shown says whether the handle is shown, or was until it was closed: it is not the zero
// value.
func (h TableHandle) Shown() bool { return h.row.Made() }

// OpenHandle shows that th, or no Thread, has the table open. OWNER_EVENT_ID is
// the event the Thread began last. It returns the zero TableHandle where setup_objects leaves
// the table out, while the instruments of tables are off, and where
// performance_schema_max_table_handles are shown already, which it counts. No
// lock, and no allocation but when there have never been as many before.
func (t *TableInstance) OpenHandle(th *Thread) TableHandle {
	if t == nil {
		return TableHandle{}
	}
	r, shown := t.handleOf(th)
	if !shown {
		return TableHandle{}
	}
	return TableHandle{t.class.schema.locks.handles.Take(r)}
}

// handleOf is what the handle of a Thread shows, if it is to be shown.
func (t *TableInstance) handleOf(th *Thread) (r tableHandleRecord, shown bool) {
	s := t.class.schema
	if t.mode(t.class) == 0 && t.mode(s.classes[KindTable].at(uint32(s.tableLockKey))) == 0 {
		return r, false
	}
	r.table = t
	if th = t.class.own(th); th != nil {
		r.threadID, r.eventID = th.id, th.lastEventID()
	}
	return r, true
}

// Park is Close by who opens tables again and again, one at a time: the place of the row
// is kept for [TableHandle.Reopen] as long as no other handle needs it. In the end it is
// given back by Close.
func (h TableHandle) Park() { h.row.Park() }

// Reopen is [TableInstance.OpenHandle] in the place that Park has kept. Use the handle
// that it returns from there on, and no other.
func (h TableHandle) Reopen(t *TableInstance, th *Thread) TableHandle {
	if t == nil || !h.Shown() {
		return t.OpenHandle(th)
	}
	r, shown := t.handleOf(th)
	if !shown {
		h.Close()
		return TableHandle{}
	}
	if again := h.row.Retake(r); again.Made() {
		return TableHandle{again}
	}
	return TableHandle{t.class.schema.locks.handles.Take(r)}
}

// SetLocks shows which locks on the table its holder has: internal is that of
// the SQL layer, [OpReadNormal] to [OpWriteNormal], external that of the
// storage, [OpReadExternal] or [OpWriteExternal]; OpNone is none.
func (h TableHandle) SetLocks(internal, external Operation) {
	h.row.Change(func(r *tableHandleRecord) { r.internal, r.external = internal, external })
}

// Close takes the row away.
func (h TableHandle) Close() { h.row.Free() }

// lockName returns a table lock as table_handles spells it, "" for OpNone.
func lockName(op Operation) string {
	return strings.TrimSuffix(strings.ToUpper(op.String()), " NORMAL")
}

// TableHandles gives the tables that are open at this moment. It holds up
// nobody.
func (s *Reader) TableHandles() iter.Seq[record.TableHandleInfo] {
	return func(yield func(record.TableHandleInfo) bool) {
		if !s.Schema().Enabled() {
			return
		}
		for row, r := range s.locks.handles.All() {
			o := r.table.object.Load()
			info := record.TableHandleInfo{
				Begin: row.Address(), Type: o.kind, Schema: o.schema, Name: o.name,
				ThreadID: r.threadID, EventID: r.eventID, Internal: lockName(r.internal), External: lockName(r.external),
			}
			if !yield(info) {
				return
			}
		}
	}
}
