package metalock

import (
	"errors"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
)

// ringHost is a Host of two sessions, 1 and 2, and of one user lock.
type ringHost struct {
	Host
	changing [2]Changing
	uses     [2]*Use
	holder   uint32 // has the user lock; 0 for none
	waitsFor bool   // the storage waits for sessions that wait
	resumed  int    // waits that have ended for which the storage did not
}

func newRingHost() *ringHost { return &ringHost{uses: [2]*Use{NewUse(1, nil), NewUse(2, nil)}} }

func (h *ringHost) Sessions(yield func(uint32, *Changing, *Use) bool) {
	for i, u := range h.uses {
		if !yield(u.session, &h.changing[i], u) {
			return
		}
	}
}

func (h *ringHost) Session(session uint32) (*Changing, *Use) {
	return &h.changing[session-1], h.uses[session-1]
}

func (h *ringHost) Own(*sql.Context) (*Changing, *Use) { return h.Session(1) }

func (h *ringHost) UserLockHolder(string) (uint32, bool) { return h.holder, h.holder != 0 }

func (h *ringHost) Pause(*sql.Context) (resume func() error) {
	if h.waitsFor {
		return nil
	}
	return func() error { h.resumed++; return nil }
}

// Each kind of wait finds the ring that another session closes by waiting for what this one has locked,
// and the session of the least weight ends it, the one that looks if both weigh the same.
func TestRingOfEachWait(t *testing.T) {
	a, b := tableName{"d", "a"}, tableName{"d", "b"}
	for _, test := range []struct {
		name  string
		begin func(k *Locks, h *ringHost) *lockWait // session 1 waits for session 2
		mine  bool
	}{
		{"global read lock, of a change", func(k *Locks, _ *ringHost) *lockWait { k.held[2] = nil; return k.forWhole(weightOfChange) }, true},
		{"global read lock, of a definition", func(k *Locks, _ *ringHost) *lockWait { k.held[2] = nil; return k.forWhole(weightOfDefinition) }, false},
		{"backup lock", func(k *Locks, _ *ringHost) *lockWait { k.backup.add(2); return k.forBackup() }, false},
		{"changes", func(k *Locks, h *ringHost) *lockWait {
			h.changing[1].now.Store(true)
			return k.forChanges(true, func(c *Changing) bool { return c.now.Load() })
		}, false},
		{"statements that ran", func(k *Locks, h *ringHost) *lockWait {
			h.changing[1].now.Store(true)
			return forRunning(k.running(1))
		}, false},
		{"table locked for writing", func(k *Locks, _ *ringHost) *lockWait {
			k.stored.give(2, map[tableName]bool{b: true})
			return k.forTable(b)
		}, true},
		{"table locked for reading", func(k *Locks, _ *ringHost) *lockWait {
			k.stored.give(2, map[tableName]bool{b: false})
			return k.forTable(b)
		}, true},
		{"user lock", func(k *Locks, h *ringHost) *lockWait { h.holder = 2; return k.forUserLock("x") }, false},
		{"table to use", func(k *Locks, h *ringHost) *lockWait {
			k.stored.give(2, map[tableName]bool{b: true})
			h.uses[0].waits = &usedName{b, false}
			return new(lockWait)
		}, false}, // which looks in its own condition
		{"table to define", func(k *Locks, h *ringHost) *lockWait {
			k.stored.give(2, map[tableName]bool{b: true})
			h.uses[0].wants = &definitionLock{use: h.uses[0], names: []definedName{{b, definitionExclusive}}}
			return &lockWait{weight: weightOfDefinition}
		}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newRingHost()
			k := New(h, nil)
			one, two := h.uses[0], h.uses[1]
			k.stored.give(1, map[tableName]bool{a: true})
			k.setWait(one, test.begin(k, h))
			if ring := k.ringOf(one); len(ring) != 0 {
				t.Error("there is a ring while the other waits for nothing")
			}
			k.setWait(two, k.forTable(a))
			if ring := k.ringOf(one); len(ring) != 2 {
				t.Fatalf("a ring of %d sessions, not of both", len(ring))
			}
			moved := k.next()
			mine, found := k.breakRing(one)
			lost := !test.mine && one.waits == nil
			if mine != test.mine || found != lost || k.hasLost(two) != lost || k.hasLost(one) {
				t.Errorf("mine %v, found %v, the other has lost: %v", mine, found, k.hasLost(two))
			}
			select {
			case <-moved:
				if !lost {
					t.Error("it has woken who waits")
				}
			default:
				if lost {
					t.Error("the other has not been woken")
				}
			}
		})
	}
}

// A change waits for who waits for the global read lock, and not for who waits for the backup lock.
func TestRingOfWantedReadLock(t *testing.T) {
	for _, whole := range []bool{false, true} {
		h := newRingHost()
		k := New(h, nil)
		h.changing[0].now.Store(true)
		k.setWait(h.uses[1], k.forChanges(whole, func(c *Changing) bool { return c.now.Load() }))
		k.setWait(h.uses[0], k.forWhole(weightOfChange))
		if ring := k.ringOf(h.uses[0]); (len(ring) == 2) != whole {
			t.Errorf("a ring of %d sessions, where the read lock is wanted: %v", len(ring), whole)
		}
	}
}

// A garbage collection is refused where a statement that it would wait for waits for its session.
func TestCollectionInRing(t *testing.T) {
	h := newRingHost()
	k := New(h, nil)
	one, two, name := h.uses[0], h.uses[1], tableName{"d", "a"}
	k.stored.give(1, map[tableName]bool{name: true})
	w := k.forTable(name)
	k.setWait(two, w)
	var refused *mysql.SQLError
	if err := k.beginCollection(one); !errors.As(err, &refused) || refused.Num != mysql.ERLockWaitTimeout || one.ring != nil {
		t.Errorf("the collection is not refused: %v", err)
	}
	w.paused = true
	if err := k.beginCollection(one); err != nil || one.ring == nil {
		t.Errorf("it is refused though it does not wait: %v", err)
	}
	w.paused, w.collects = false, true
	if err := k.beginCollection(one); err != nil {
		t.Errorf("it waits for another collection: %v", err)
	}
}

// The storage waits for a session whose statement has begun something that nobody else knows of.
func TestPausedWaits(t *testing.T) {
	for _, test := range []struct {
		name   string
		begin  func(h *ringHost)
		weight waitWeight
		paused bool
	}{
		{"a change", func(h *ringHost) { h.changing[0].now.Store(true); h.uses[0].n = 1 }, weightOfChange, true},
		{"in a procedure of the storage's", func(h *ringHost) { h.uses[0].calls = 1 }, weightOfChange, false},
		{"as the host says", func(h *ringHost) { h.waitsFor = true }, weightOfDefinition, false},
		{"a user lock", func(*ringHost) {}, weightOfUserLock, true},
		{"a user lock beside tables", func(h *ringHost) { h.uses[0].n = 1 }, weightOfUserLock, false},
		{"a user lock in a change", func(h *ringHost) { h.changing[0].now.Store(true) }, weightOfUserLock, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newRingHost()
			test.begin(h)
			k, w := New(h, nil), &lockWait{weight: test.weight}
			u, resume := k.beginWait(nil, w)
			if w.paused != test.paused || u.ring != w {
				t.Errorf("paused: %v", w.paused)
			}
			if err := resume(); err != nil || u.ring != nil || (h.resumed == 1) != test.paused {
				t.Errorf("resumed %d times: %v", h.resumed, err)
			}
		})
	}
}
