package clickhouse

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// chunk is how many rows of a window are sent together, whole or not at all; what is sent
// at once is several of them.
const chunk = 1 << 10

// there is what ClickHouse has of a window.
type there struct {
	rows   int // the number behind the last row's
	chunks int
}

// compare asks ClickHouse which of the windows that wait it has.
func (s *Sink) compare(ctx context.Context, t *shipment) error {
	s.mu.Lock()
	compared := t.compared
	from, to := int64(math.MaxInt64), int64(math.MinInt64)
	for at, w := range t.waiting {
		from, to = min(from, at), max(to, at)
		if w.folded {
			to = max(to, w.end)
		}
	}
	s.mu.Unlock()
	if from > to || compared {
		return nil
	}
	has, err := s.client.windows(ctx, t.of, s.uuid, from, to)
	if err != nil {
		return err
	}
	starts := make([]int64, 0, len(has))
	for at := range has {
		starts = append(starts, at)
	}
	slices.Sort(starts)
	s.mu.Lock()
	defer s.mu.Unlock()
	t.compared = true
	for at, w := range t.waiting {
		switch x, ok := has[at]; {
		case at < from || at > to: // written meanwhile
		case ok && x.rows >= w.rows && x.chunks >= (w.rows+chunk-1)/chunk:
			delete(t.waiting, at)
		case w.folded && !ok && within(starts, at, w.end):
			t.drop(at, w.rows) // some of its minutes are there: with the hour they would count twice
		case w.folded && ok:
			delete(t.waiting, at) // its first minute, and others with it
		default:
			w.lacking = true
		}
	}
	return nil
}

// within says whether some start is between two others.
func within(starts []int64, from, to int64) bool {
	i, _ := slices.BinarySearch(starts, from)
	return i < len(starts) && starts[i] < to
}

// windows asks what there is of a server's windows that begin in a span of microseconds.
func (c *Client) windows(ctx context.Context, t *table, uuid string, from, to int64) (map[int64]there, error) {
	const second = 1_000_000
	rows, err := c.Rows(ctx, fmt.Sprintf("SELECT toUInt32(WINDOW_START), WINDOW_START_MICROSECOND, max(WINDOW_ROW) + 1, uniqExact(intDiv(WINDOW_ROW, %d)) FROM %s.%s"+
		" WHERE SERVER_UUID = %s AND WINDOW_START >= toDateTime(%d, 'UTC') AND WINDOW_START <= toDateTime(%d, 'UTC') GROUP BY WINDOW_START, WINDOW_START_MICROSECOND"+
		" UNION ALL SELECT toUInt32(0), toUInt32(0), toUInt64(0), toUInt64(0)",
		chunk, quoteName(c.dsn.Database), quoteName(t.of.Name), quoteText(uuid), max(from/second, 0), min(to/second, math.MaxUint32)))
	if err != nil {
		return nil, err
	}
	has := make(map[int64]there, len(rows))
	for _, r := range rows {
		var n [4]int64
		if len(r) != len(n) {
			return nil, errAnswer
		}
		for i := range n {
			if n[i], err = strconv.ParseInt(r[i], 10, 64); err != nil {
				return nil, errAnswer
			}
		}
		has[n[0]*second+n[1]] = there{rows: int(n[2]), chunks: int(n[3])}
	}
	// Who knows nothing of the question, and answers nothing, would be sent everything and
	// be taken to have it.
	if _, ok := has[0]; !ok {
		return nil, errAnswer
	}
	delete(has, 0)
	return has, nil
}
