package definition

import "container/list"

// Recent remembers in which generation a table was defined last, for a limited number of
// tables. When the limit is exceeded, the table whose definition is oldest is evicted: only
// callers that ask about a time before that definition are then told of definitions that may
// not have been made. The zero value is not usable; see NewRecent. The caller locks it.
type Recent struct {
	limit   int
	tables  map[tableKey]*list.Element // of recentTable
	order   list.List                  // the oldest definition first
	evicted uint64                     // the highest generation that was evicted, 0 for none
}

// tableKey names a table; an empty table stands for the whole database.
type tableKey struct{ database, table string }

type recentTable struct {
	tableKey
	generation uint64
}

// NewRecent returns a Recent that remembers limit tables, one at least.
func NewRecent(limit int) *Recent {
	return &Recent{limit: max(limit, 1), tables: make(map[tableKey]*list.Element)}
}

// Add notes that a table was defined in a generation, which is not below those noted before.
// An empty table stands for all tables of the database, those it will have included.
func (r *Recent) Add(database, table string, generation uint64) {
	key := tableKey{database, table}
	if table == "" {
		for k := range r.tables {
			if k.database == database {
				r.remove(k)
			}
		}
	}
	r.remove(key)
	r.tables[key] = r.order.PushBack(recentTable{key, generation})
	if len(r.tables) > r.limit {
		oldest := r.order.Front().Value.(recentTable)
		r.evicted = oldest.generation
		r.remove(oldest.tableKey)
	}
}

func (r *Recent) remove(key tableKey) {
	if e, ok := r.tables[key]; ok {
		r.order.Remove(e)
		delete(r.tables, key)
	}
}

// Since reports whether a table was defined after a generation, or may have been because a
// definition made after that generation was evicted.
func (r *Recent) Since(database, table string, generation uint64) bool {
	return r.evicted > generation || r.last(tableKey{database, table}) > generation || r.last(tableKey{database, ""}) > generation
}

func (r *Recent) last(key tableKey) uint64 {
	if e, ok := r.tables[key]; ok {
		return e.Value.(recentTable).generation
	}
	return 0
}
