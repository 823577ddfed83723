package clickhouse

import (
	"context"
	"errors"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/view"
)

// What is sent at once is at least so much, if there is as much of an hour.
const (
	mostRows  = 64 << 10
	mostBytes = 32 << 20
)

// send sends the windows of a table that wait, hour by hour.
func (s *Sink) send(ctx context.Context, dir *history.Directory, t *shipment) error {
	names := make([]string, len(t.of.of.Columns))
	for i, c := range t.of.of.Columns {
		names[i] = c.Name
	}
	for {
		b, span := s.nextHour(t)
		if b == nil {
			return nil
		}
		err := dir.Read(ctx, t.of.of.Name, names, span, func(row view.Row) error { return b.add(ctx, row) })
		if err == nil {
			err = b.flush(ctx)
		}
		if err != nil {
			s.mu.Lock()
			t.compared = false // what was sent last may be there or not
			s.mu.Unlock()
			return err
		}
		b.end()
	}
}

// batch is what is sent of the windows of an hour.
type batch struct {
	sink      *Sink
	of        *shipment
	statement string
	start     int           // place of WINDOW_START
	wanted    map[int64]int // rows, by window
	read      map[int64]int // the same, of those that were read
	block     *block
	wire      []byte        // a block on its way
	bad       map[int64]int // rows that have no form
}

// nextHour is the oldest hour that has windows to send; nil: there is none.
func (s *Sink) nextHour(t *shipment) (*batch, history.Span) {
	s.mu.Lock()
	defer s.mu.Unlock()
	oldest, found := int64(0), false
	for at := range t.waiting {
		if !found || at < oldest {
			oldest, found = at, true
		}
	}
	if !found {
		return nil, history.Span{}
	}
	end := time.UnixMicro(oldest).Truncate(time.Hour).Add(time.Hour).UnixMicro()
	b := &batch{sink: s, of: t, statement: t.of.insertStatement(s.client.dsn.Database), block: newBlock(t.of), start: t.of.place("WINDOW_START"),
		wanted: make(map[int64]int), read: make(map[int64]int), bad: make(map[int64]int)}
	last := oldest
	for at, w := range t.waiting {
		if at < end {
			b.wanted[at] = w.rows
			last = max(last, at)
		}
	}
	// A file may be named after a moment a little later than its window's start.
	return b, history.Span{From: time.UnixMicro(oldest), To: time.UnixMicro(last).Add(time.Second)}
}

// add adds a row, if it is of a window to send.
func (b *batch) add(ctx context.Context, row view.Row) error {
	start, ok := row[b.start].(time.Time)
	if !ok {
		return nil
	}
	at := start.UnixMicro()
	if _, ok := b.wanted[at]; !ok {
		return nil
	}
	n := b.read[at]
	if n%chunk == 0 && (b.block.rows >= b.sink.batchRows || b.block.size >= mostBytes) {
		if err := b.flush(ctx); err != nil {
			return err
		}
	}
	b.read[at]++
	if uuid, ok := row[0].(string); ok {
		row[0] = plainUUID(uuid)
	} else {
		row[0] = b.sink.uuid
	}
	err := b.block.add(row, uint64(n)) //nolint:gosec // not negative
	if errors.Is(err, errValue) {
		b.bad[at]++
		return nil
	}
	return err
}

// flush sends what was added. What is whole then waits no longer.
func (b *batch) flush(ctx context.Context) error {
	rows := b.block.rows
	if rows > 0 {
		b.wire = b.block.appendTo(b.wire[:0])
		if err := b.sink.client.insert(ctx, b.statement, b.wire); err != nil {
			return err
		}
	}
	b.sink.mu.Lock()
	defer b.sink.mu.Unlock()
	b.of.status.RowsSent += uint64(rows) //nolint:gosec // not negative
	for at, rows := range b.wanted {
		if b.read[at] >= rows {
			b.done(at)
		}
	}
	return nil
}

// done ends the wait of a window of which all is sent that there is. The sink's mu is held.
func (b *batch) done(at int64) {
	lost := b.bad[at] + max(b.wanted[at]-b.read[at], 0)
	read := b.read[at]
	delete(b.wanted, at)
	if w := b.of.waiting[at]; w != nil && w.rows > read+lost {
		return // more was written of it meanwhile
	}
	switch {
	case lost > 0:
		b.of.drop(at, lost)
	default:
		delete(b.of.waiting, at)
		b.of.status.WindowsSent++
	}
}

// end gives up the windows, or parts, that the files have not any more.
func (b *batch) end() {
	b.sink.mu.Lock()
	defer b.sink.mu.Unlock()
	for at := range b.wanted {
		b.done(at)
	}
}

// place is where a column of the view stands; -1: there is none.
func (t *table) place(name string) int {
	for i, c := range t.of.Columns {
		if c.Name == name {
			return i
		}
	}
	return -1
}
