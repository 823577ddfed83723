package view

import (
	"iter"
	"slices"
)

// A read makes room for a few rows at a time: few at first, since many readers
// want no more, then up to mostAtOnce, since a row costs less so.
const (
	fewAtOnce  = 4
	mostAtOnce = 64
)

// Cursor is a read of a table that is under way. Rows are computed as they are
// asked for, some at a time. Between two calls it holds no lock and no goroutine, and
// nothing else that must be given back unless the table is [Table.Stored]: of such a
// table who wants no more rows calls Close.
//
// Its calls may come from several goroutines, one at a time.
type Cursor struct {
	width int
	// more computes the next rows, around n of them, and gives them to add; it is
	// false once those were the last. nil: there are no more.
	more func(n int) bool
	n    int
	rows []Row // computed
	next int   // of rows, the one to give out
	room Row
	// end gives back what the read of a stored table holds, and says what it failed by.
	end       func() error
	unordered bool
}

// NewCursor returns a read of computed rows of width values each. begin is called once, and
// returns what computes the next rows, around n of them, and adds each by Add; it returns
// false once those were the last.
func NewCursor(width int, begin func(c *Cursor) (more func(n int) bool)) *Cursor {
	c := &Cursor{width: width}
	c.more = begin(c)
	return c
}

// StoredCursor is a read of a stored table: next gives rows, each the caller's own, and
// false after the last. end is called once, and says what the read has failed by.
// unordered says that the rows do not come in the table's Order this time.
func StoredCursor(next func() (Row, bool), end func() error, unordered bool) *Cursor {
	c := &Cursor{end: end, unordered: unordered}
	c.more = func(n int) bool {
		for range n {
			row, ok := next()
			if !ok {
				return false
			}
			c.rows = append(c.rows, row)
		}
		return true
	}
	return c
}

// Unordered says that the rows do not come in the order that the table declares.
func (c *Cursor) Unordered() bool { return c.unordered }

// Close ends the read and says what it has failed by, if it has: there may be rows that
// were not given then.
func (c *Cursor) Close() error {
	c.more = nil
	if c.end == nil {
		return nil
	}
	end := c.end
	c.end = nil
	return end()
}

// Next gives the next row, which is the caller's own; ok is false after the last.
func (c *Cursor) Next() (row Row, ok bool) {
	for c.next == len(c.rows) {
		if c.more == nil {
			return nil, false
		}
		c.rows, c.next = c.rows[:0], 0
		c.n = min(max(2*c.n, fewAtOnce), mostAtOnce)
		if !c.more(c.n) {
			c.more = nil
		}
	}
	row, c.rows[c.next] = c.rows[c.next], nil
	c.next++
	return row, true
}

// Add adds an empty row, to be filled by the function that computes the next rows.
func (c *Cursor) Add() Row {
	if len(c.room) < c.width {
		c.room = make(Row, c.n*c.width)
	}
	row := c.room[:c.width:c.width]
	c.room = c.room[c.width:]
	c.rows = append(c.rows, row)
	return row
}

// CursorOf is a read, by r, of a table that has certain rows.
func CursorOf(r Reader, rows []Row) *Cursor {
	c := &Cursor{rows: make([]Row, len(rows))}
	for i, row := range rows {
		if r.Columns == nil {
			c.rows[i] = slices.Clone(row)
			continue
		}
		for _, column := range r.Columns {
			c.rows[i] = append(c.rows[i], row[column])
		}
	}
	return c
}

// Rows yields the rows of a read of the table, as [Table.Open] computes them.
func (t *Table) Rows(r Reader) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		c := t.Open(r)
		defer c.Close()
		for {
			row, ok := c.Next()
			if !ok || !yield(row) {
				return
			}
		}
	}
}
