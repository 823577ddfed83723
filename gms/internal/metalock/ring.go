package metalock

import (
	"errors"
	"iter"
	"maps"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Sessions that wait for each other in a ring would wait for ever. Each wait names the sessions
// that it waits for. A session that begins to wait looks for a ring through itself, and one
// session of the ring gets an error, as in MySQL.

// lockWait is what a session waits for: a lock of any kind, or all others for a garbage collection.
type lockWait struct {
	// others gives the sessions that are waited for, those unknown as nil, until yield returns
	// false. of is the session that waits. storedLocks.mu is held. nil where Use.waits or Use.wants
	// has them.
	others func(of *Use, yield func(*Use) bool) bool
	weight waitWeight
	whole  bool // it is FLUSH TABLES WITH READ LOCK that waits
	paused bool // a garbage collection does not wait for the session
	lost   bool // another session has found a ring, and this one is to end it

	collects bool // it is a garbage collection that waits
}

// waitWeight orders the sessions of a ring: the one of the least weight gets the error.
type waitWeight uint8

const (
	weightOfChange   waitWeight = iota // a statement that uses tables, or changes rows
	weightOfUserLock                   // GET_LOCK()
	weightOfDefinition
)

// errUserLockDeadlock is ER_USER_LOCK_DEADLOCK.
const errUserLockDeadlock = 3058

// beginWait has a session wait. The storage does not wait for the session meanwhile, unless
// ctx runs inside a trigger, a function or a procedure of the storage's: what these have done so
// far is known to nobody else. resume is called when the wait has ended, without storedLocks.mu.
func (k *Locks) beginWait(ctx *sql.Context, w *lockWait) (u *Use, resume func() error) {
	c, u := k.host.Own(ctx)
	if u == nil {
		return nil, func() error { return nil }
	}
	var end func() error
	if u.calls == 0 && (w.weight != weightOfUserLock || u.n == 0 && !c.now.Load()) { // its statement may be reading
		end = k.host.Pause(ctx)
	}
	w.paused = end != nil
	k.setWait(u, w)
	return u, func() error {
		k.setWait(u, nil)
		if end == nil {
			return nil
		}
		return end()
	}
}

func (k *Locks) setWait(u *Use, w *lockWait) {
	k.stored.mu.Lock()
	defer k.stored.mu.Unlock()
	u.ring = w
}

// breakRing looks for a ring through a session that waits. mine reports that the session is the one
// to get the error; found reports that another one is, which has been woken: look again.
func (k *Locks) breakRing(u *Use) (mine, found bool) {
	if u == nil {
		return false, false
	}
	k.stored.mu.Lock()
	defer k.stored.mu.Unlock()
	u.ring.lost = false
	if u.waits != nil {
		return false, false // which looks by itself
	}
	ring := k.ringOf(u)
	if len(ring) == 0 {
		return false, false
	}
	victim := u
	for _, o := range ring {
		if o.ring == nil { // which is about to wait, and to look
			return false, true
		}
		if o.ring.weight < victim.ring.weight {
			victim = o
		}
	}
	if victim == u {
		return true, false
	}
	if !victim.ring.lost {
		victim.ring.lost = true
		k.move()
	}
	return false, true
}

// hasLost reports whether another session has found a ring that this one is to end.
func (k *Locks) hasLost(u *Use) bool {
	if u == nil {
		return false
	}
	k.stored.mu.Lock()
	defer k.stored.mu.Unlock()
	return u.ring.lost
}

// ringOf returns the sessions through which one waits for itself, with itself; none if it does
// not. storedLocks.mu is held.
func (k *Locks) ringOf(of *Use) (ring []*Use) {
	seen := make(map[*Use]bool)
	var leads func(u *Use) bool
	leads = func(u *Use) (found bool) {
		step := func(to *Use) bool {
			if to == of {
				return false
			}
			if to == nil || seen[to] {
				return true
			}
			seen[to] = true
			return !leads(to)
		}
		switch {
		case u.waits != nil && !k.inTheWay(u, *u.waits, step),
			u.wants != nil && !u.wants.granted && !k.ahead(u.wants, step),
			u.ring != nil && u.ring.others != nil && !u.ring.others(u, step):
			ring = append(ring, u)
			return true
		}
		return false
	}
	leads(of)
	return ring
}

// forWhole is a wait for the sessions that have the global read lock or wait for it.
func (k *Locks) forWhole(weight waitWeight) *lockWait {
	return &lockWait{weight: weight, others: func(of *Use, yield func(*Use) bool) bool {
		k.mu.Lock()
		all := k.usesOfOthers(of, maps.Keys(k.held))
		k.mu.Unlock()
		for u := range k.uses {
			if u != of && u.ring != nil && u.ring.whole {
				all = append(all, u)
			}
		}
		return yieldAll(all, yield)
	}}
}

// forBackup is a wait for the sessions that have the backup lock.
func (k *Locks) forBackup() *lockWait {
	return &lockWait{weight: weightOfDefinition, others: func(of *Use, yield func(*Use) bool) bool {
		k.backup.mu.Lock()
		all := k.usesOfOthers(of, maps.Keys(k.backup.held))
		k.backup.mu.Unlock()
		return yieldAll(all, yield)
	}}
}

// forChanges is a wait for the statements of a kind that change something.
func (k *Locks) forChanges(whole bool, is func(*Changing) bool) *lockWait {
	return &lockWait{weight: weightOfDefinition, whole: whole, others: func(of *Use, yield func(*Use) bool) bool {
		done := true
		k.host.Sessions(func(_ uint32, c *Changing, u *Use) bool {
			done = u == of || !is(c) || yield(u)
			return done
		})
		return done
	}}
}

// forRunning is a wait for statements that changed something when they were looked at.
func forRunning(all []runningChange) *lockWait {
	return &lockWait{weight: weightOfDefinition, others: func(_ *Use, yield func(*Use) bool) bool {
		for _, r := range all {
			if !r.over() && !yield(r.use) {
				return false
			}
		}
		return true
	}}
}

// forTable is a wait of a change for the sessions that have locked a table by LOCK TABLES.
func (k *Locks) forTable(name tableName) *lockWait {
	return &lockWait{others: func(of *Use, yield func(*Use) bool) bool { return k.lockedBy(of, name, true, yield) }}
}

// forUserLock is a wait for the session that has a user lock.
func (k *Locks) forUserLock(name string) *lockWait {
	return &lockWait{weight: weightOfUserLock, others: func(_ *Use, yield func(*Use) bool) bool {
		session, ok := k.host.UserLockHolder(name)
		return !ok || yield(k.useOf(session))
	}}
}

// usesOfOthers returns what the sessions but one use, nil for one that is not known.
func (k *Locks) usesOfOthers(of *Use, sessions iter.Seq[uint32]) (all []*Use) {
	for session := range sessions {
		if session != of.session {
			all = append(all, k.useOf(session))
		}
	}
	return all
}

func yieldAll(all []*Use, yield func(*Use) bool) bool {
	for _, u := range all {
		if !yield(u) {
			return false
		}
	}
	return true
}

// InProcedure runs a procedure of the storage's. A garbage collection waits for what waits in it.
func (k *Locks) InProcedure(ctx *sql.Context, n *plan.Call, run func() (sql.RowIter, error)) (sql.RowIter, error) {
	_, u := k.host.Own(ctx)
	if u == nil {
		return run()
	}
	if effect.CollectsGarbage(n) {
		if err := k.beginCollection(u); err != nil {
			return nil, err
		}
		defer k.setWait(u, nil)
	}
	u.calls++
	defer func() { u.calls-- }()
	return run()
}

// beginCollection has a session wait for a garbage collection, which waits until all other sessions
// have ended their statements. It is refused where one of these waits for the session.
func (k *Locks) beginCollection(u *Use) error {
	w := &lockWait{weight: weightOfDefinition, collects: true, others: func(_ *Use, yield func(*Use) bool) bool {
		for o := range k.uses {
			if o != u && o.ring != nil && !o.ring.paused && !o.ring.collects && !yield(o) { // a second one is refused
				return false
			}
		}
		return true
	}}
	k.stored.mu.Lock()
	defer k.stored.mu.Unlock()
	u.ring = w
	if len(k.ringOf(u)) == 0 {
		return nil
	}
	u.ring = nil
	return mysql.NewSQLError(mysql.ERLockWaitTimeout, sqlerr.StateGeneral,
		"A statement that the garbage collection would wait for waits for this session; try again when it has ended")
}

// errRing ends the wait of the session that gets the error of a ring.
var errRing = errors.New("others wait for the session")

// loseRing returns the error of the session that ends a ring.
func (k *Locks) loseRing(ctx *sql.Context, u *Use, w *lockWait) error {
	switch w.weight {
	case weightOfChange:
		return k.loseAll(ctx, u)
	case weightOfUserLock:
		return mysql.NewSQLError(errUserLockDeadlock, sqlerr.StateGeneral,
			"Deadlock found when trying to get user-level lock; try rolling back transaction/releasing locks and restarting lock acquisition.")
	}
	return errDefinitionDeadlock()
}
