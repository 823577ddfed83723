package perfschema

import "github.com/perfschema/perfschema/internal/slab"

// lockTables hold what metadata_locks and table_handles show.
type lockTables struct {
	key      MetadataKey // wait/lock/metadata/sql/mdl
	metadata *slab.Slab[metadataLockRecord]
	handles  *slab.Slab[tableHandleRecord]
}

func (l *lockTables) init(z *Sizes) {
	l.metadata = slab.New[metadataLockRecord](z.MetadataLocks)
	l.handles = slab.New[tableHandleRecord](z.TableHandles)
}

func (l *lockTables) register(s *Schema) {
	s.RegisterMetadata("sql", Info[MetadataKey]{Key: &l.key, Name: "mdl", Documentation: "Metadata locks and user-level locks."})
}

// shownClass gives the class of a key, if what is of that class is shown at all:
// nil while the class or global_instrumentation is off.
func (s *Schema) shownClass(kind Kind, key uint32) *Class {
	if !s.consumerSet().has(ConsumerGlobalInstrumentation) {
		return nil
	}
	if c := s.classes[kind].at(key); c != nil && c.Enabled() {
		return c
	}
	return nil
}
