package history

import "github.com/perfschema/perfschema/activesession"

// batch is single events that are written at once: statements that have ended, and threads that
// were seen at work.
type batch struct {
	statements []event
	sessions   []activesession.Part
}

// size returns how many events there are.
func (b *batch) size() int {
	n := len(b.statements)
	for _, p := range b.sessions {
		n += p.Len()
	}
	return n
}

// add adds the events of another batch.
func (b *batch) add(more batch) {
	b.statements = append(b.statements, more.statements...)
	b.sessions = append(b.sessions, more.sessions...)
}

// clear drops the events and keeps the room.
func (b *batch) clear() {
	clear(b.statements)
	clear(b.sessions)
	b.statements, b.sessions = b.statements[:0], b.sessions[:0]
}
