package tableuse

import (
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

// Temporary are the temporary tables that a connection has used. They are
// its own, whatever tables of the same name others have, and end with its session.
type Temporary struct {
	mu     psync.Mutex
	tables map[temporaryName]*perfschema.TableInstance
}

// temporaryName is the name of such a table, in lower case.
type temporaryName struct{ schema, name string }

// Init makes the mutex one of a Schema's.
func (t *Temporary) Init(s *perfschema.Schema, key perfschema.MutexKey) { t.mu.Init(s, key) }

// Destroy ends the mutex, after the last use.
func (t *Temporary) Destroy() { t.mu.Destroy() }

// Instance finds a table, or makes its instance; nil if there is no room. Any
// goroutine of the statement may call it.
func (t *Temporary) Instance(s *perfschema.Schema, schema, name string) *perfschema.TableInstance {
	key := temporaryName{strings.ToLower(schema), strings.ToLower(name)}
	t.mu.Lock()
	defer t.mu.Unlock()
	instance := t.tables[key]
	if instance.Current() {
		return instance
	}
	if instance = s.NewTemporaryTable(schema, name); instance != nil {
		if t.tables == nil {
			t.tables = make(map[temporaryName]*perfschema.TableInstance)
		}
		t.tables[key] = instance
	}
	return instance
}

// Known are the instances of a database's temporary tables.
func (t *Temporary) Known(schema string) (all []*perfschema.TableInstance) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, instance := range t.tables {
		if strings.EqualFold(key.schema, schema) {
			all = append(all, instance)
		}
	}
	return all
}

// Drop forgets a table that is no more; false if it is none of these.
func (t *Temporary) Drop(gone *perfschema.TableInstance) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, instance := range t.tables {
		if instance == gone {
			delete(t.tables, key)
			return true
		}
	}
	return false
}

// End forgets all of them: the session has ended.
func (t *Temporary) End(indexes *Indexes) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, instance := range t.tables {
		instance.Dropped()
		indexes.Known.Delete(instance)
	}
	clear(t.tables)
}
