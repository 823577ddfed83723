package affected

import (
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
)

// numberRange gives the rows of one INSERT the numbers of AUTO_INCREMENT. If the statement
// lists its rows, it reserves numbers for all of them at once when the first row needs one, as
// InnoDB does with innodb_autoinc_lock_mode=2: the numbers are consecutive, and one that no
// row takes is lost. The engine asks it for numbers in the place of the table.
type numberRange struct {
	sql.AutoIncrementTable
	lock        *sync.Mutex // held while the table is asked for numbers, see [change.NumberLock]
	column      sql.Type
	every, from uint64             // auto_increment_increment and auto_increment_offset
	rows        [][]sql.Expression // nil if the statement lists none, or one
	place       int                // of the column in rows, -1 where they have none
	row         int                // the row at hand, counted from 1
	next, left  uint64             // the number to give next, and how many are reserved
	last        uint64             // the number that was given last, 0 for none
}

var _ sql.AutoIncrementTable = (*numberRange)(nil)

// GetNextAutoIncrementValue implements sql.AutoIncrementTable. The numbers that follow one that
// a row brings are behind it.
func (r *numberRange) GetNextAutoIncrementValue(ctx *sql.Context, given any) (uint64, error) {
	if number, ok := given.(uint64); ok && number == r.last && number != 0 {
		return number, nil // reserved by take
	}
	r.lock.Lock()
	number, err := r.AutoIncrementTable.GetNextAutoIncrementValue(ctx, given)
	r.lock.Unlock()
	if err != nil {
		return 0, err //nolint:wrapcheck // the table's own
	}
	if r.left > 0 && number >= r.next {
		steps := min((number-r.next)/r.every+1, r.left)
		r.next, r.left = r.next+steps*r.every, r.left-steps
	}
	return number, nil
}

// take gives the row at hand a number.
func (r *numberRange) take(ctx *sql.Context, n *givenNumber, row sql.Row) (uint64, error) {
	if r.left == 0 {
		if err := r.reserve(ctx, r.count(ctx, n, len(row))); err != nil {
			return 0, err
		}
	}
	r.last = r.next
	r.next, r.left = r.next+r.every, r.left-1
	return r.last, nil
}

// count returns how many rows, from the one at hand on, may need a number that is generated.
// width is that of the row at hand, which begins with what surrounds the statement.
func (r *numberRange) count(ctx *sql.Context, n *givenNumber, width int) uint64 {
	count := uint64(1)
	for _, row := range r.rows[min(r.row, len(r.rows)):] {
		if place := r.place - (width - len(row)); r.place >= 0 && place >= 0 && place < len(row) {
			if v, ok := row[place].(*expression.Literal); ok && !n.generates(ctx, v.Value()) {
				continue
			}
		}
		count++
	}
	return count
}

// reserve reserves count numbers in one reach. Where they do not all fit into the column it
// reserves one, so that the row that gets none is refused as it is elsewhere.
func (r *numberRange) reserve(ctx *sql.Context, count uint64) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	number, err := r.AutoIncrementTable.GetNextAutoIncrementValue(ctx, nil)
	if err != nil {
		return err //nolint:wrapcheck // the table's own
	}
	first := number
	if past := (number + r.every - r.from%r.every) % r.every; past != 0 {
		first += r.every - past
	}
	last := first + (count-1)*r.every
	if count > 1 && (last < first || !r.fits(ctx, last)) {
		count, last = 1, first
	}
	if last != number {
		if _, err := r.AutoIncrementTable.GetNextAutoIncrementValue(ctx, last); err != nil {
			return err //nolint:wrapcheck // the table's own
		}
	}
	r.next, r.left = first, count
	return nil
}

// fits reports whether the column can have a number.
func (r *numberRange) fits(ctx *sql.Context, number uint64) bool {
	_, in, err := r.column.Convert(ctx, number)
	return err == nil && in == sql.InRange
}
