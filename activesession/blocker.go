package activesession

import (
	"cmp"
	"slices"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// metadataWait is the wait for a lock on metadata, as MySQL calls it.
const metadataWait = "wait/lock/metadata/sql/mdl"

// blocked is what a thread waits for, and who holds it.
type blocked struct {
	object  Object
	holders []uint64 // THREAD_IDs, ascending, each once
}

// blockers says who waits for whom, at one moment.
type blockers struct {
	schema  *perfschema.Schema
	waits   map[uint64]*blocked // for locks on metadata, by the thread that waits
	holders map[uint64]uint64   // of mutexes and rwlocks by OBJECT_INSTANCE_BEGIN; nil: not asked yet
}

// findBlocked finds who waits for a lock on metadata.
func findBlocked(locks []record.MetadataLockInfo) map[uint64]*blocked {
	var pending []*record.MetadataLockInfo
	granted := make(map[Object][]*record.MetadataLockInfo)
	objectOf := func(l *record.MetadataLockInfo) Object { return Object{l.ObjectType, l.Schema, l.Name} }
	for i := range locks {
		switch l := &locks[i]; {
		case l.ThreadID == 0:
		case l.Status == record.MetadataGranted:
			granted[objectOf(l)] = append(granted[objectOf(l)], l)
		case l.Status == record.MetadataPending:
			pending = append(pending, l)
		}
	}
	out := make(map[uint64]*blocked)
	for _, p := range pending {
		b := &blocked{object: objectOf(p)}
		b.holders = inTheWay(p, granted[b.object])
		if len(b.holders) == 0 { // who asks to read waits for who asked to change before
			b.holders = inTheWay(p, pending)
		}
		out[p.ThreadID] = b
	}
	return out
}

// inTheWay is which threads have, or ask for, a lock that another one cannot be granted beside.
func inTheWay(p *record.MetadataLockInfo, of []*record.MetadataLockInfo) (threads []uint64) {
	for _, l := range of {
		same := l.ObjectType == p.ObjectType && l.Schema == p.Schema && l.Name == p.Name
		if same && l.ThreadID != p.ThreadID && !(isShared(l.Type) && isShared(p.Type)) {
			threads = append(threads, l.ThreadID)
		}
	}
	slices.Sort(threads)
	return slices.Compact(threads)
}

func isShared(lockType string) bool { return strings.HasPrefix(lockType, "SHARED") }

// holderOf is who holds a mutex, or a rwlock for writing; 0 if nobody is known.
func (b *blockers) holderOf(instance uint64) uint64 {
	if b.holders == nil {
		b.holders = make(map[uint64]uint64)
		for _, m := range b.schema.Read().MutexInstances() {
			b.holders[m.Begin] = m.LockedBy
		}
		for _, l := range b.schema.Read().RWLockInstances() {
			b.holders[l.Begin] = l.WriteLockedBy
		}
	}
	return b.holders[instance]
}

// fill sets what a waiting thread waits for, and who is in its way. text is the digest's of the
// last statement of that one.
func (b *blockers) fill(r *Row, t *perfschema.Thread) (text func() string) {
	text = func() string { return "" }
	var holders []uint64
	if w := b.waits[r.ThreadID]; w != nil {
		r.Wait, r.Object, holders = metadataWait, w.object, w.holders
	}
	if w, ok := running(t.WaitsCurrent(), func(e *record.WaitEvent) *record.Event { return &e.Event }); ok {
		r.Wait = w.EventName
		if r.Object == (Object{}) {
			r.Object = Object{w.ObjectType, w.ObjectSchema, w.ObjectName}
			if h := b.holderOf(w.ObjectInstance); h != 0 && h != r.ThreadID {
				holders = []uint64{h}
			}
		}
	}
	if len(holders) == 0 {
		return text
	}
	r.Blocker = Blocker{ThreadID: holders[0], Count: uint32(len(holders))}
	h := b.schema.Read().ThreadByID(holders[0])
	if h == nil {
		return text
	}
	r.Blocker.ProcesslistID, r.Blocker.State = h.ProcesslistID(), BlockerIdle
	if x, ok := running(h.TransactionsCurrent(), func(e *record.TransactionEvent) *record.Event { return &e.Event }); ok && !x.AutoCommit {
		r.Blocker.State = BlockerIdleInTransaction
	}
	if all := h.StatementsCurrent(); len(all) > 0 {
		if all[0].Running {
			r.Blocker.State = BlockerActive
		}
		r.Blocker.Digest = all[0].DigestHex
		text = func() string { return all[0].DigestText }
	}
	return text
}

// running is the event that runs, the innermost of several.
func running[T any](all []T, event func(*T) *record.Event) (e T, ok bool) {
	for i := range all {
		if x := event(&all[i]); x.Running && (!ok || cmp.Less(event(&e).EventID, x.EventID)) {
			e, ok = all[i], true
		}
	}
	return e, ok
}
