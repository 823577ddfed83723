package perfschema

import (
	"iter"

	"github.com/perfschema/perfschema/internal/slab"
)

type tableHandleRecord struct {
	table              *TableInstance
	threadID, eventID  uint64
	internal, external Operation
}

// TableHandle is a table that a thread has open, a row of table_handles, until
// Close. One goroutine at a time calls its methods; a nil TableHandle is one
// that is not shown.
type TableHandle slab.Row[tableHandleRecord]

// OpenHandle shows that th, or no Thread, has the table open. OWNER_EVENT_ID is
// the event the Thread began last. It returns nil where setup_objects leaves
// the table out, while the instruments of tables are off, and where
// performance_schema_max_table_handles are shown already, which it counts. No
// lock, and no allocation but when there have never been as many before.
func (t *TableInstance) OpenHandle(th *Thread) *TableHandle {
	if t == nil {
		return nil
	}
	s := t.class.schema
	if t.mode(t.class) == 0 && t.mode(s.classes[KindTable].at(uint32(s.tableLockKey))) == 0 {
		return nil
	}
	r := tableHandleRecord{table: t}
	if th = t.class.own(th); th != nil {
		r.threadID, r.eventID = th.id, th.lastEventID()
	}
	return (*TableHandle)(s.locks.handles.Take(r))
}

// SetLocks shows which locks on the table its holder has: internal is that of
// the SQL layer, [OpReadNormal] to [OpWriteNormal], external that of the
// storage, [OpReadExternal] or [OpWriteExternal]; OpNone is none.
func (h *TableHandle) SetLocks(internal, external Operation) {
	if h != nil {
		h.row().Change(func(r *tableHandleRecord) { r.internal, r.external = internal, external })
	}
}

// Close takes the row away; the TableHandle must not be used any more.
func (h *TableHandle) Close() {
	if h != nil {
		h.row().Free()
	}
}

func (h *TableHandle) row() *slab.Row[tableHandleRecord] { return (*slab.Row[tableHandleRecord])(h) }

// TableHandleInfo is a row of table_handles. A ThreadID of 0 and an operation
// of OpNone are NULL.
type TableHandleInfo struct {
	Begin              uint64 // OBJECT_INSTANCE_BEGIN
	Type, Schema, Name string
	ThreadID, EventID  uint64
	Internal, External Operation
}

// TableHandles gives the tables that are open at this moment. It holds up
// nobody.
func (s *Reader) TableHandles() iter.Seq[TableHandleInfo] {
	return func(yield func(TableHandleInfo) bool) {
		if !s.Schema().Enabled() {
			return
		}
		for row, r := range s.locks.handles.All() {
			o := r.table.object.Load()
			info := TableHandleInfo{
				Begin: row.Address(), Type: o.kind, Schema: o.schema, Name: o.name,
				ThreadID: r.threadID, EventID: r.eventID, Internal: r.internal, External: r.external,
			}
			if !yield(info) {
				return
			}
		}
	}
}
