package metalock

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// UseTable says that a session uses a table from now on, and waits until nobody defines it. The
// names are in small letters.
// waited is whether the definition may be another one than when the session's transaction began.
func (k *Locks) UseTable(ctx *sql.Context, c *Changing, u *Use, database, name string, write bool) (waited bool, err error) {
	if u.KeepFor(ctx.GetTransaction()) {
		k.wake()
	}
	t := usedName{tableName{database, name}, write}
	if u.has(t) {
		return false, nil
	}
	u.add(t)
	d := &k.definitions
	if d.active.Load() == 0 && d.generation.Load() == u.began {
		return false, nil
	}
	k.stored.mu.Lock()
	if k.mayUse(u, t) {
		defer k.stored.mu.Unlock()
		return d.madeSince(t.tableName, u.began), nil
	}
	u.Drop()
	refused := k.stored.refused(u.session, []tableName{t.tableName}) // others may wait for it
	if refused == nil {
		u.waits = &t
	}
	k.stored.mu.Unlock()
	if refused != nil {
		return false, refused
	}
	return true, k.waitForUse(ctx, c, u, t)
}

// waitForUse waits until a session may use a table. A statement within another that has
// changed something is not one that others wait for meanwhile.
func (k *Locks) waitForUse(ctx *sql.Context, c *Changing, u *Use, t usedName) error {
	d := &k.definitions
	d.waiting.Add(1)
	defer d.waiting.Add(-1)
	changes := c.now.Load()
	if changes {
		k.pause(c)
	} else {
		k.move() // who has seen that the table is used
	}
	mode := "SHARED_READ"
	if t.write {
		mode = "SHARED_WRITE"
	}
	deadlock := false
	err := k.wait(ctx, new(lockWait), k.pendingTable(ctx, t.tableName, mode, record.MetadataTransaction), StageTableLock, func() bool {
		k.stored.mu.Lock()
		defer k.stored.mu.Unlock()
		if k.mayUse(u, t) {
			u.add(t)
		} else if deadlock = len(k.ringOf(u)) > 0; !deadlock {
			return false
		}
		u.waits = nil
		return true
	})
	if err != nil || deadlock {
		k.stored.mu.Lock()
		u.waits = nil
		k.stored.mu.Unlock()
	}
	switch {
	case err != nil:
		return err
	case deadlock:
		return k.loseAll(ctx, u)
	case changes:
		return k.resume(ctx, c)
	}
	return nil
}

// resume has a statement go on to change something that has waited within.
func (k *Locks) resume(ctx *sql.Context, c *Changing) error {
	c.now.Store(true)
	if k.whole.Load() == 0 || c.locked {
		return nil
	}
	k.pause(c)
	return k.wait(ctx, k.forWhole(weightOfChange), k.globalRequest(ctx), StageGlobalReadLock, func() bool { return k.enterWhole(c) })
}

// loseAll is how the transaction of a session ends that would wait for itself.
func (k *Locks) loseAll(ctx *sql.Context, u *Use) error {
	if err := k.host.RollBack(ctx); err != nil {
		return err
	}
	u.clear()
	k.move()
	return errDefinitionDeadlock()
}

// BackOut takes back what a statement said it uses that failed before it ran, as of a table that
// is not there.
func (k *Locks) BackOut(u *Use) {
	if u.n <= u.before {
		return
	}
	for u.n > u.before {
		u.Drop()
	}
	k.wake()
}

// wake has those look again who wait for tables not to be used any more.
func (k *Locks) wake() {
	if k.definitions.waiting.Load() != 0 {
		k.move()
	}
}

// EndUses is called when a session's transaction has been committed.
func (k *Locks) EndUses(u *Use) {
	if u.clear() {
		k.wake()
	}
	u.transaction = nil
}

// KeepUses has the session's uses be those of a transaction that goes on.
func (k *Locks) KeepUses(u *Use, tx sql.Transaction) {
	if u.KeepFor(tx) {
		k.wake()
	}
}

// LeaveDefinition ends the locks of who has defined tables, or has failed to.
func (k *Locks) LeaveDefinition(u *Use, session sql.Session, failed bool) {
	if failed || u.wants.recounts {
		k.recount(u.wants, session)
	}
	k.endDefinition(u, true, failed)
}

// recount has numbers given on from what is stored, while nobody uses the tables.
func (k *Locks) recount(l *definitionLock, session sql.Session) {
	if session == nil || !l.granted {
		return
	}
	for _, n := range l.names {
		if n.name == "" || n.mode == definitionNew {
			continue
		}
		if err := k.host.Recount(session, n.schema, n.name); err != nil {
			logrus.Errorf("numbers of AUTO_INCREMENT: %v", err)
		}
	}
}

// Define takes locks for who defines tables, whose transaction has ended. c is nil for what no
// client runs. It waits for the
// global read lock and for the backup lock first, and holds none of these while it waits for them.
func (k *Locks) Define(ctx *sql.Context, c *Changing, u *Use, of Definitions, recounts bool) error {
	if u.wants != nil {
		k.LeaveDefinition(u, ctx.Session, true)
	}
	k.EndUses(u)
	if c != nil {
		if c.locked {
			return conflictingReadLock()
		}
		if c.now.Load() { // it has committed
			k.pause(c)
		}
	}
	for {
		if err := k.passGates(ctx, c); err != nil {
			return err
		}
		l := &definitionLock{use: u, names: of.names, recounts: recounts || of.Renames}
		if err := k.take(ctx, l, func() {}); err != nil {
			return err
		}
		if c != nil {
			c.now.Store(true)
			c.defining.Store(true)
		}
		if c == nil || k.whole.Load() == 0 && !k.backup.byOther(u.session) {
			if c != nil {
				c.defined = true
			}
			k.showDefinition(ctx, l)
			return nil
		}
		k.endDefinition(u, false, false)
		k.pause(c)
	}
}

// passGates waits until nobody has the global read lock, nor another the backup lock.
func (k *Locks) passGates(ctx *sql.Context, c *Changing) error {
	if c == nil {
		return nil
	}
	if k.whole.Load() != 0 {
		if err := k.wait(ctx, k.forWhole(weightOfDefinition), k.globalRequest(ctx), StageGlobalReadLock, func() bool { return k.whole.Load() == 0 }); err != nil {
			return err
		}
	}
	if session := ctx.Session.ID(); k.backup.byOther(session) {
		return k.wait(ctx, k.forBackup(), k.backupRequest(ctx), StageBackupLock, func() bool { return !k.backup.byOther(session) })
	}
	return nil
}

// take waits until a lock may be had, and shows it. granted is called under the mutex when it is.
func (k *Locks) take(ctx *sql.Context, l *definitionLock, granted func()) error {
	d := &k.definitions
	ask := func() bool {
		k.stored.mu.Lock()
		defer k.stored.mu.Unlock()
		if l.granted = k.mayHave(l); l.granted {
			granted()
		}
		return l.granted
	}
	k.stored.mu.Lock()
	d.add(l)
	l.use.wants = l
	k.stored.mu.Unlock()
	if !ask() {
		if err := k.stored.refuses(l.use.session, l.tables()); err != nil { // others may wait for it
			k.endDefinition(l.use, false, false)
			return err
		}
		d.waiting.Add(1)
		k.move() // who waits may wait for itself now
		err := k.wait(ctx, &lockWait{weight: weightOfDefinition}, k.definitionRequest(ctx, l.names[0], record.MetadataPending), StageTableLock, ask)
		d.waiting.Add(-1)
		if err != nil {
			k.endDefinition(l.use, false, false)
			return err
		}
	}
	return nil
}

// endDefinition ends the locks of a session that defines tables, or has waited to. defined and
// failed are as in remove.
func (k *Locks) endDefinition(u *Use, defined, failed bool) {
	l := u.wants
	for _, shown := range l.shown {
		shown.Release()
	}
	k.stored.mu.Lock()
	u.wants = nil
	k.definitions.remove(l, defined && l.granted, failed)
	k.stored.mu.Unlock()
	k.move()
}

// tables are what is to be locked.
func (l *definitionLock) tables() []tableName {
	names := make([]tableName, len(l.names))
	for i, n := range l.names {
		names[i] = n.tableName
	}
	return names
}

// showDefinition shows locks that have been granted.
func (k *Locks) showDefinition(ctx *sql.Context, l *definitionLock) {
	for _, n := range l.names {
		l.shown = append(l.shown, k.schema.NewMetadataLock(k.definitionRequest(ctx, n, record.MetadataGranted)))
	}
}

// definitionRequest is what is shown of one of the locks.
func (k *Locks) definitionRequest(ctx *sql.Context, n definedName, status record.MetadataLockStatus) perfschema.MetadataLockOptions {
	o := perfschema.MetadataLockOptions{
		Thread: k.host.Thread(ctx), ObjectType: "TABLE", Schema: n.schema, Name: n.name,
		Type: "EXCLUSIVE", Duration: record.MetadataTransaction, Status: status,
	}
	switch {
	case n.name == "":
		o.ObjectType = "SCHEMA"
	case n.mode == definitionNoReadWrite:
		o.Type, o.Duration = "SHARED_NO_READ_WRITE", record.MetadataExplicit
	case n.mode == definitionReadOnly:
		o.Type, o.Duration = "SHARED_READ_ONLY", record.MetadataExplicit
	}
	return o
}
