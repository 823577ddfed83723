package perfschema

import "sync/atomic"

// RowOperations counts rows since the Schema was made: those of tables that have
// been dropped and of summaries that have been reset count on.
type RowOperations struct {
	// Fetched are all that were read, Scanned those of them without an index.
	Fetched, Scanned, Inserted, Updated, Deleted uint64
}

// Add adds every count of o.
func (r *RowOperations) Add(o RowOperations) {
	r.Fetched += o.Fetched
	r.Scanned += o.Scanned
	r.Inserted += o.Inserted
	r.Updated += o.Updated
	r.Deleted += o.Deleted
}

// pastRows are the row operations that no table shows any more.
type pastRows struct{ fetched, scanned, inserted, updated, deleted atomic.Uint64 }

func (p *pastRows) add(o RowOperations) {
	p.fetched.Add(o.Fetched)
	p.scanned.Add(o.Scanned)
	p.inserted.Add(o.Inserted)
	p.updated.Add(o.Updated)
	p.deleted.Add(o.Deleted)
}

func (t *TableInfo) rowOperations() RowOperations {
	o := RowOperations{Fetched: t.IO.Fetch.Count, Inserted: t.IO.Insert.Count, Updated: t.IO.Update.Count, Deleted: t.IO.Delete.Count}
	if n := len(t.Indexes); n > 0 {
		o.Scanned = t.Indexes[n-1].IO.Fetch.Count // the last is of no index
	}
	return o
}

// RowOperations are all the tables' together, the Performance Schema's own not
// among them. A table that is dropped meanwhile may count twice. Any goroutine may
// call it; it looks at every table.
func (s *Reader) RowOperations() (sum RowOperations) {
	if !s.Schema().Enabled() {
		return sum
	}
	for _, t := range s.TableInstances() {
		sum.Add(t.rowOperations())
	}
	p := &s.tables.past
	sum.Add(RowOperations{p.fetched.Load(), p.scanned.Load(), p.inserted.Load(), p.updated.Load(), p.deleted.Load()})
	return sum
}
