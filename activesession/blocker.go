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

// Blocked is what a thread waits for, and who holds it.
type Blocked struct {
	Object Object
	// Holders are THREAD_IDs, ascending, each once.
	Holders []uint64
}

// blockers says who waits for whom, at one moment.
type blockers struct {
	schema  *perfschema.Schema
	waits   map[uint64]*Blocked // for locks on metadata, by the thread that waits
	holders map[uint64]uint64   // of mutexes and rwlocks by OBJECT_INSTANCE_BEGIN; nil: not asked yet
}

// FindBlocked returns the threads that wait for a lock on metadata, by THREAD_ID, and who is in the way
// of each. It costs by the number of locks of the databases in which threads wait.
func FindBlocked(locks []record.MetadataLockInfo) map[uint64]*Blocked {
	var pending, granted []*record.MetadataLockInfo
	for i := range locks {
		switch l := &locks[i]; {
		case l.ThreadID == 0:
		case l.Status == record.MetadataGranted:
			granted = append(granted, l)
		case l.Status == record.MetadataPending:
			pending = append(pending, l)
		}
	}
	grantedOf := make(map[string][]*record.MetadataLockInfo) // by database: a whole one may be locked
	for _, l := range granted {
		grantedOf[l.Schema] = append(grantedOf[l.Schema], l)
	}
	out := make(map[uint64]*Blocked)
	for _, p := range pending {
		b := &Blocked{Object: Object{p.ObjectType, p.Schema, p.Name}}
		b.Holders = inTheWay(p, grantedOf[p.Schema])
		if len(b.Holders) == 0 && isUse(p.Type) { // who uses a table waits for all who want to change it
			b.Holders = inTheWay(p, slices.DeleteFunc(slices.Clone(pending), func(l *record.MetadataLockInfo) bool { return isUse(l.Type) }))
		}
		out[p.ThreadID] = b
	}
	return out
}

// inTheWay is which threads have, or ask for, a lock that another one cannot be granted beside.
func inTheWay(p *record.MetadataLockInfo, of []*record.MetadataLockInfo) (threads []uint64) {
	for _, l := range of {
		if l.ThreadID != p.ThreadID && (covers(l, p) || covers(p, l)) && (excludes(l.Type, p.Type) || excludes(p.Type, l.Type)) {
			threads = append(threads, l.ThreadID)
		}
	}
	slices.Sort(threads)
	return slices.Compact(threads)
}

// covers reports whether lock l is on the object of lock o, or on the database of o's table.
func covers(l, o *record.MetadataLockInfo) bool {
	if l.Schema != o.Schema {
		return false
	}
	return l.ObjectType == o.ObjectType && l.Name == o.Name || l.ObjectType == "SCHEMA" && o.ObjectType == "TABLE"
}

// isUse reports whether statements that read or change rows ask for such a lock. They wait behind
// all other statements that wait for the same object.
func isUse(lockType string) bool {
	return slices.Contains([]string{"SHARED_READ", "SHARED_WRITE", "INTENTION_EXCLUSIVE"}, lockType)
}

// excludes reports whether MySQL grants no lock of a kind while another thread holds one of the other
// kind. It tells half of the pairs: who asks for both orders has all of them.
func excludes(kind, other string) bool {
	switch kind {
	case "INTENTION_EXCLUSIVE":
		return other == "SHARED"
	case "SHARED_UPGRADABLE":
		return other == kind
	case "SHARED_READ_ONLY":
		return strings.HasPrefix(other, "SHARED_WRITE")
	case "SHARED_NO_WRITE":
		return strings.HasPrefix(other, "SHARED_WRITE") || other == "SHARED_UPGRADABLE" || other == kind
	case "SHARED_NO_READ_WRITE":
		return other != "SHARED" && other != "SHARED_HIGH_PRIO"
	}
	return !strings.HasPrefix(kind, "SHARED")
}

// holderOf returns the THREAD_ID of the thread that holds a mutex, or a rwlock for writing; 0 for none.
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

// fill sets what a waiting thread waits for, and the thread in its way. text returns the normalized
// text of that one's last statement.
func (b *blockers) fill(r *Row, t *perfschema.Thread) (text func() string) {
	text = func() string { return "" }
	var holders []uint64
	if w := b.waits[r.ThreadID]; w != nil {
		r.Wait, r.Object, holders = metadataWait, w.Object, w.Holders
	}
	if w, ok := running(t.WaitsCurrent(), func(e *record.WaitEvent) *record.Event { return &e.Event }); ok {
		r.Wait = w.EventName
		if r.Object == (Object{}) {
			r.Object = Object{w.ObjectType, w.ObjectSchema, w.ObjectName}
			if strings.HasPrefix(w.EventName, "wait/synch/") { // others have no holder
				if h := b.holderOf(w.ObjectInstance); h != 0 && h != r.ThreadID {
					holders = []uint64{h}
				}
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
	if c := h.Info().Command; c != "" && c != "Sleep" { // known while no event is
		r.Blocker.State = BlockerActive
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
