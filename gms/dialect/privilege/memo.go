package privilege

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// A connection asks for the same rights over and over. What the account has been
// found to hold is remembered, and holds until anything is granted, revoked, created
// or dropped: the engine counts those changes, and takes what a session keeps of its
// account's privileges for good as long as the count has not moved. Only what was
// allowed is remembered, and nothing of what a program of another author asks.

// memoSize is how many rights a connection remembers: those of a few statements of
// one table each.
const memoSize = 8

// Memo is what a connection's account has been found to hold.
type Memo struct {
	version uint64 // 0: nothing is remembered
	session sql.Session
	public  bool // it has been let in, see [Rights.AdmitPublic]
	// state is what the engine looks up of the account for each statement; nil if not known.
	state  sql.AuthorizationQueryState
	rights [memoSize]right
	next   int

	// What was asked for last: one of rights, from 1 on, or else looked.
	last   int
	looked lookedUp
}

// right is what was asked for: a command on one table, or the table's being known
// where there is no command. current is the database in use where none was named.
type right struct{ command, database, table, current string }

// rightsVersion finds the number that moves with every change of accounts; nil where
// the engine keeps none by that name, and then nothing is remembered.
func rightsVersion(db *mysql_db.MySQLDb) *atomic.Uint64 {
	f := reflect.ValueOf(db).Elem().FieldByName("updateCounter")
	if !f.IsValid() || f.Type() != reflect.TypeFor[atomic.Uint64]() {
		return nil
	}
	return (*atomic.Uint64)(unsafe.Pointer(f.UnsafeAddr()))
}

// memo is what the connection of a statement remembers as of now, emptied if that
// is out of date. It is nil where nothing can be remembered. checks and tell are as
// [Running.Memo] has them.
func (r *Rights) memo(ctx *sql.Context, checks bool) (m *Memo, tell bool) {
	if ctx == nil || ctx.Session == nil {
		return nil, false
	}
	m, tell = r.running.Memo(ctx, checks)
	if m == nil || r.version == nil {
		return nil, tell
	}
	if now := r.version.Load(); m.version != now || m.session != ctx.Session {
		*m = Memo{version: now, session: ctx.Session, looked: m.asked()}
	}
	return m, tell
}

// aboutOneTable says whether what a check of rights asks for is one right on one table.
func aboutOneTable(auth *sqlparser.AuthInformation) bool {
	if len(auth.TargetNames) != 2 || auth.Extra != nil {
		return false
	}
	switch auth.TargetType {
	case sqlparser.AuthTargetType_SingleTableIdentifier, sqlparser.AuthTargetType_MultipleTableIdentifiers:
	default:
		return false
	}
	switch auth.AuthType {
	case sqlparser.AuthType_SELECT, sqlparser.AuthType_INSERT, sqlparser.AuthType_UPDATE, sqlparser.AuthType_DELETE:
		return true
	}
	return false
}

// asked is the right to a command on a table, named with its database or without.
func asked(ctx *sql.Context, command, database, table string) right {
	r := right{command: command, database: database, table: table}
	if database == "" {
		r.current = ctx.GetCurrentDatabase()
	}
	return r
}

// holds says whether a right is among those remembered. Nil remembers none.
func (m *Memo) holds(r *right) bool {
	if m == nil || r.table == "" { // as in a place that nothing is remembered in yet
		return false
	}
	for i := range m.rights {
		if k := &m.rights[i]; k.table == r.table && k.command == r.command && k.database == r.database && k.current == r.current {
			m.last = i + 1
			return true
		}
	}
	return false
}

// asked is the table that was asked for last.
func (m *Memo) asked() lookedUp {
	if m.last == 0 {
		return m.looked
	}
	of := &m.rights[m.last-1]
	if of.database != "" {
		return lookedUp{database: of.database, table: of.table}
	}
	return lookedUp{database: of.current, table: of.table}
}

// keep remembers a right that has been found to be held.
func (m *Memo) keep(r right) {
	if m != nil {
		m.rights[m.next%memoSize] = r
		m.next++
	}
}
