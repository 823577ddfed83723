package perfschema

import "github.com/perfschema/perfschema/internal/slab"

// lockTables hold what metadata_locks and table_handles show.
type lockTables struct {
	key      MetadataKey // wait/lock/metadata/sql/mdl
	metadata *slab.Slab[metadataLockRecord]
}

func (l *lockTables) init(z *Sizes) {
	l.metadata = slab.New[metadataLockRecord](z.MetadataLocks)
}

func (l *lockTables) register(s *Schema) {
	s.RegisterMetadata("sql", Info[MetadataKey]{Key: &l.key, Name: "mdl", Documentation: "Metadata locks and user-level locks."})
}

func (l *lockTables) forgetLost() {
	l.metadata.ForgetLost()
}

// shows says whether things of an enabled class are shown at all.
func (s *Schema) shows(kind Kind, key uint32) bool {
	c := s.classes[kind].at(key)
	return c != nil && c.Enabled() && s.consumerSet().has(ConsumerGlobalInstrumentation)
}
