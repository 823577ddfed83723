package metalock

import (
	"slices"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/definition"
)

// definitionLocks are MySQL's metadata locks on tables: a statement that defines a table
// waits for the statements and transactions that use it, and they for it. Who uses a table
// says so in a place of its own ([Use]) and then looks whether anybody defines
// something or has; who defines says so here and then looks at all who use. So one of the
// two sees the other, and statements share no word that they write. What LOCK TABLES wants
// is one of these until it has it (storedLocks). The mutex is that of storedLocks.
type definitionLocks struct {
	// generation moves with each that is asked for and each definition that has been made.
	generation atomic.Uint64
	// active is how many there are, and how many sessions have locked tables.
	active atomic.Int32
	// waiting is how many sessions wait here, for tables to be used no more or to use them.
	waiting atomic.Int32
	wanted  []*definitionLock // had or waited for, in the order in which they were asked for
	// made remembers which tables were defined; nil before the first one was.
	made *definition.Recent
}

// maxMade is the number of tables whose definitions are remembered, some 2 MB. A transaction
// that stays open while more tables than these are defined is told of a change (1412) of each
// table that it did not use before.
const maxMade = 10_000

// definitionMode is what a lock keeps others from.
type definitionMode uint8

const (
	definitionExclusive   definitionMode = iota // using and defining the table
	definitionNew                               // the same, from now on: CREATE waits for nobody who uses the table, for then it is there
	definitionNoReadWrite                       // LOCK TABLES ... WRITE
	definitionReadOnly                          // LOCK TABLES ... READ: changing and defining it
)

// excludes reports whether the mode keeps others from reading, or from changing.
func (m definitionMode) excludes(write bool) bool { return m != definitionReadOnly || write }

// definedName is a table that is to be locked; one without a name is all of its database.
type definedName struct {
	tableName
	mode definitionMode
}

// covers reports whether the name is a table, or one of both is all of its database.
func (n tableName) covers(o tableName) bool {
	return n.schema == o.schema && (n.name == o.name || n.name == "" || o.name == "")
}

// definitionLock is the locks that one statement wants all at once.
type definitionLock struct {
	use   *Use
	names []definedName
	// recounts says that numbers of AUTO_INCREMENT are to be found anew in any case: the tables
	// get other names, or a program may have a handler of the error that the definition ends in.
	recounts bool
	granted  bool
	read     bool                      // see Use.ReadDefined
	there    bool                      // CREATE ... IF NOT EXISTS found the table: nothing is defined
	shown    []perfschema.MetadataLock // once it is granted
}

// goesBefore reports whether one that was asked for before another has to be had before it. One that
// waits has not for tables that the other's session has locked by LOCK TABLES, for which it waits.
func (l *definitionLock) goesBefore(o *definitionLock, locked map[tableName]bool) bool {
	for _, n := range l.names {
		for _, other := range o.names {
			if _, own := locked[other.tableName]; own && !l.granted {
				continue
			}
			if n.covers(other.tableName) && (n.mode != definitionReadOnly || other.mode != definitionReadOnly) {
				return true
			}
		}
	}
	return false
}

// excludes reports whether it keeps others from using a table.
func (l *definitionLock) excludes(u usedName) bool {
	return slices.ContainsFunc(l.names, func(n definedName) bool { return n.covers(u.tableName) && n.mode.excludes(u.write) })
}

// add asks for a lock.
func (d *definitionLocks) add(l *definitionLock) {
	d.wanted = append(d.wanted, l)
	d.active.Add(1)
	d.generation.Add(1)
}

// remove removes a lock. defined reports that the statement may have defined the tables, and
// failed that it ended in an error: a CREATE that fails defines nothing that others have used.
func (d *definitionLocks) remove(l *definitionLock, defined, failed bool) {
	if defined && !l.there {
		at := d.generation.Add(1)
		if d.made == nil {
			d.made = definition.NewRecent(maxMade)
		}
		for _, n := range l.names {
			if !failed || n.mode != definitionNew {
				d.made.Add(n.schema, n.name, at)
			}
		}
	}
	d.wanted = slices.DeleteFunc(d.wanted, func(o *definitionLock) bool { return o == l })
	d.active.Add(-1)
}

// madeSince reports whether a table's definition may have been made anew since a generation.
func (d *definitionLocks) madeSince(name tableName, since uint64) bool {
	return d.made != nil && d.made.Since(name.schema, name.name, since)
}

// uses gives the sessions that may use tables.
func (k *Locks) uses(yield func(*Use) bool) {
	k.host.Sessions(func(_ uint32, _ *Changing, u *Use) bool { return yield(u) })
}

// useOf is what a session uses; nil for one that is not known.
func (k *Locks) useOf(session uint32) *Use {
	_, u := k.host.Session(session)
	return u
}

// inTheWay gives whom a session waits for that wants to use a table. Who has locked the
// table by LOCK TABLES waits for nobody.
func (k *Locks) inTheWay(of *Use, u usedName, yield func(*Use) bool) bool {
	if _, own := k.stored.held[of.session][u.tableName]; own {
		return true
	}
	for _, l := range k.definitions.wanted {
		if l.use != of && l.excludes(u) && !yield(l.use) {
			return false
		}
	}
	return k.lockedBy(of, u.tableName, u.write, yield)
}

// lockedBy gives the others who have locked a table by LOCK TABLES in a way that is in the way of
// reading it, or of changing it. Those that are not known are given as nil.
func (k *Locks) lockedBy(of *Use, name tableName, write bool, yield func(*Use) bool) bool {
	for table, l := range k.stored.tables {
		if !name.covers(table) {
			continue
		}
		if l.writer != 0 && l.writer != of.session && !yield(k.useOf(l.writer)) {
			return false
		}
		for reader := range l.readers {
			if write && reader != of.session && !yield(k.useOf(reader)) {
				return false
			}
		}
	}
	return true
}

// ahead gives whom a lock waits for: who uses the tables, who has locked them, and who has
// asked before.
func (k *Locks) ahead(of *definitionLock, yield func(*Use) bool) bool {
	for _, l := range k.definitions.wanted {
		if l == of {
			break
		}
		if l.use != of.use && l.goesBefore(of, k.stored.held[of.use.session]) && !yield(l.use) {
			return false
		}
	}
	for _, n := range of.names {
		if !k.lockedBy(of.use, n.tableName, n.mode != definitionReadOnly, yield) {
			return false
		}
	}
	for u := range k.uses {
		if u != of.use && u.inTheWayOf(of) && !yield(u) {
			return false
		}
	}
	return true
}

// isFree says of a question for others in the way that there are none.
func isFree(ask func(yield func(*Use) bool) bool) bool {
	return ask(func(*Use) bool { return false })
}

// mayUse reports whether a session may use a table now.
func (k *Locks) mayUse(of *Use, u usedName) bool {
	return isFree(func(yield func(*Use) bool) bool { return k.inTheWay(of, u, yield) })
}

// mayHave reports whether a lock may be had now.
func (k *Locks) mayHave(l *definitionLock) bool {
	return isFree(func(yield func(*Use) bool) bool { return k.ahead(l, yield) })
}

// errDefinitionDeadlock is the error of who would wait for itself.
func errDefinitionDeadlock() error {
	return sql.ErrLockDeadlock.New("another session waits for what this one has locked or uses")
}
