package memory

import (
	"reflect"
	"strings"
	"sync"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms"
)

// SessionThings is how many things Dolt keeps for a session: databases, branches,
// and the tables, indexes and the like that it has met, by state of the database.
func SessionThings(s sql.Session) (n int) {
	withSession(s, func(parts []reflect.Value) {
		for _, p := range parts {
			for i := range p.NumField() {
				if f := p.Field(i); f.Kind() == reflect.Map {
					n += f.Len()
					if f.Type().Elem().Kind() == reflect.Map { // temporary tables, by database
						for j := f.MapRange(); j.Next(); {
							n += j.Value().Len()
						}
					}
				}
			}
		}
	})
	return n
}

// SessionSize is the bytes of what Dolt keeps for a session and its transaction,
// as far as it is theirs alone: databases' and branches' states, tables and
// indexes as this session has met them, and writers. The chunks these lead to are
// not, nor are schemas, of which sessions share some, databases and types.
func SessionSize(s sql.Session) (n int64) {
	withSession(s, func([]reflect.Value) {
		n = gms.ObjectSize([2]any{doltSession(s), s.GetTransaction()}, sessionOwns)
	})
	return n
}

// doltSession is Dolt's part of a session.
func doltSession(s sql.Session) *dsess.DoltSession {
	d, _ := s.(*dsess.DoltSession)
	return d
}

// withSession locks what Dolt keeps for a session, and gives its parts: the
// session, its databases, and their caches.
func withSession(s sql.Session, do func(parts []reflect.Value)) {
	d := doltSession(s)
	if d == nil {
		return
	}
	v := reflect.ValueOf(d).Elem()
	if lock := private[*sync.Mutex](v, "mu"); lock != nil && *lock != nil {
		(*lock).Lock()
		defer (*lock).Unlock()
	}
	parts := []reflect.Value{v}
	if c := v.FieldByName("dbCache"); c.Kind() == reflect.Pointer && !c.IsNil() {
		parts = append(parts, c.Elem())
	}
	states := v.FieldByName("dbStates")
	if states.Kind() != reflect.Map {
		return
	}
	for i := states.MapRange(); i.Next(); {
		state := i.Value()
		if state.Kind() != reflect.Pointer || state.IsNil() {
			continue
		}
		parts = append(parts, state.Elem())
		caches := state.Elem().FieldByName("headCache")
		if caches.Kind() != reflect.Map {
			continue
		}
		for j := caches.MapRange(); j.Next(); {
			if c := j.Value(); c.Kind() == reflect.Pointer && !c.IsNil() {
				parts = append(parts, c.Elem())
			}
		}
	}
	for _, p := range parts[1:] {
		if lock := private[sync.RWMutex](p, "mu"); lock != nil {
			lock.RLock()
			defer lock.RUnlock()
		}
	}
	do(parts)
}

// sessionTypes are what a session has of its own, by package and the beginning
// of the name.
var sessionTypes = map[string][]string{
	"libraries/doltcore/sqle/dsess": {
		"DoltSession", "DatabaseSessionState", "branchState", "SessionCache", "DatabaseCache", "InitialDbState", "WriterState", "IndexState",
		"DoltTransaction", "savepoint", "dbRoot",
	},
	"libraries/doltcore/sqle":        {"WritableDoltTable", "AlterableDoltTable", "DoltTable", "Database", "TempTable"},
	"libraries/doltcore/sqle/index":  {"doltIndex", "LookupMeta", "cachedDurableIndexes"},
	"libraries/doltcore/sqle/writer": {"prolly"},
	"libraries/doltcore/doltdb":      {"WorkingSet", "rootValue", "Table"},
	"store/prolly":                   {"GenericMutableMap"},
	"store/skip":                     {"List", "skipNode"},
	"store/val":                      {"TupleBuilder"},
}

// sessionOwned remembers of types whether a session has them of its own.
var sessionOwned sync.Map

func sessionOwns(t reflect.Type) bool {
	if own, ok := sessionOwned.Load(t); ok {
		return own.(bool)
	}
	own := t == reflect.TypeFor[sql.Column]() || t.Name() == "" && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array)
	if path, ok := strings.CutPrefix(t.PkgPath(), doltPackages); ok && !own {
		for _, name := range sessionTypes[path] {
			own = own || strings.HasPrefix(t.Name(), name) && !strings.HasSuffix(t.Name(), "Provider")
		}
	}
	sessionOwned.Store(t, own)
	return own
}

const doltPackages = "github.com/dolthub/dolt/go/"
