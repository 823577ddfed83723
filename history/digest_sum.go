package history

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/perfschema/perfschema/history/inspection"
	"github.com/perfschema/perfschema/record"
)

// DigestFigures are sums of events_statements_summary_by_digest. Time is picoseconds.
type DigestFigures struct {
	Count, Time, Errors, Warnings, RowsSent, RowsExamined uint64
}

// Add adds the figures of others.
func (f *DigestFigures) Add(g *DigestFigures) {
	f.Count += g.Count
	f.Time += g.Time
	f.Errors += g.Errors
	f.Warnings += g.Warnings
	f.RowsSent += g.RowsSent
	f.RowsExamined += g.RowsExamined
}

// DigestSum is what one statement did in a span, by its default database and digest, either
// of which may be empty.
type DigestSum struct {
	Schema, Digest string
	// Text is the normalized text, empty where it is not known.
	Text string
	DigestFigures
	// Windows is in how many windows it ran.
	Windows   int
	Histogram record.Histogram
}

// WindowSum is what all statements did in a window.
type WindowSum struct {
	Start, End time.Time
	DigestFigures
}

// DigestSums is what statements did in a span, in no order.
type DigestSums struct {
	Digests []*DigestSum
	Windows []*WindowSum

	byKey    map[digestKey]*DigestSum
	byWindow map[int64]*WindowSum // by microseconds of Unix
	group    digestGroup          // the one that is read
}

type digestKey struct{ schema, digest string }

func newDigestSums() *DigestSums {
	return &DigestSums{byKey: make(map[digestKey]*DigestSum), byWindow: make(map[int64]*WindowSum)}
}

// SumDigests adds up the windows of a span, those that begin at From or later and before
// To, by statement: what [Directory.Read] of events_statements_summary_by_digest has, of
// the same windows, at a tenth of its cost, and less where there are sums of minutes or an
// hour beside the files ([digestBlock]). It keeps some 4 KB for each statement. A file that
// is damaged is logged; the rows of it that can be read are in the sums.
func (d *Directory) SumDigests(ctx context.Context, span Span) (*DigestSums, error) {
	t, err := d.table(digestTable)
	if err != nil {
		return nil, err
	}
	if err := t.snapshot(span); err != nil {
		return nil, err
	}
	defer t.closeOpened()
	for {
		sums, err := t.sumDigests(ctx, span)
		if !errors.Is(err, errBlock) {
			return sums, err
		}
	}
}

// sumDigests adds up the files of a snapshot.
func (t *table) sumDigests(ctx context.Context, span Span) (*DigestSums, error) {
	sums := newDigestSums()
	covered, err := sums.addBlocks(ctx, t, span)
	if err != nil {
		return nil, err
	}
	has := func(start time.Time) bool { return span.has(start) && !isIn(covered, start) }
	for _, f := range t.files {
		if f.window && isIn(covered, f.start) {
			continue
		}
		if _, err := sums.addFile(ctx, t, f, has); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

// has says whether a window that begins so is of the span.
func (s Span) has(start time.Time) bool {
	return !start.Before(s.From) && (s.To.IsZero() || start.Before(s.To))
}

// addFile adds the windows of a file whose start is to be had. A file that is damaged is
// told of, and is not whole.
func (sums *DigestSums) addFile(ctx context.Context, t *table, of file, has func(start time.Time) bool) (whole bool, err error) {
	f, err := t.open(of.path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	p, err := openParquet(f)
	if err != nil {
		t.damage(of.path, err)
		return false, nil
	}
	for _, g := range p.RowGroups() {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		err := sums.addGroup(g, has)
		if errors.Is(err, errDamaged) {
			t.damage(of.path, err)
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// addGroup adds the rows of a group. Where it is damaged nothing of it is added.
func (sums *DigestSums) addGroup(g parquet.RowGroup, has func(start time.Time) bool) (err error) {
	defer inspection.Recover(&err)
	defer sums.group.release()
	some, err := sums.group.read(g, has)
	if err != nil || !some {
		return err
	}
	if err := sums.find(); err != nil {
		return err
	}
	return sums.addRead()
}

// find finds the statements of the rows of the group, and their texts where those are not
// known yet.
func (sums *DigestSums) find() error {
	g := &sums.group
	unknown := false
	for i, w := range g.windows {
		var s *DigestSum
		if w {
			s = sums.statement(i)
			unknown = unknown || s.Text == "" && s.Digest != ""
		}
		g.of = append(g.of, s)
	}
	if !unknown {
		return nil
	}
	if err := g.readTexts(); err != nil {
		return err
	}
	for i, s := range g.of {
		if s != nil && s.Text == "" {
			s.Text = string(g.text.of(i))
		}
	}
	return nil
}

// statement is the sum that a row of the group goes to.
func (sums *DigestSums) statement(row int) *DigestSum {
	g := &sums.group
	at, schema := g.digest.rows[row], g.schema.rows[row]
	if at >= 0 {
		if f := g.found[at]; f.sum != nil && f.schema == schema {
			return f.sum
		}
	}
	s := sums.byKey[digestKey{string(g.schema.of(row)), string(g.digest.of(row))}]
	if s == nil {
		s = &DigestSum{Schema: string(g.schema.of(row)), Digest: string(g.digest.of(row))}
		sums.byKey[digestKey{s.Schema, s.Digest}] = s
		sums.Digests = append(sums.Digests, s)
	}
	if at >= 0 {
		g.found[at] = foundDigest{schema, s}
	}
	return s
}

// addRead adds the rows of the group.
func (sums *DigestSums) addRead() error {
	g := &sums.group
	var window *WindowSum
	last := int64(math.MinInt64)
	for i, s := range g.of {
		if s == nil {
			continue
		}
		f := g.figuresOf(i)
		s.Add(&f)
		if g.counted == nil {
			s.Windows++
			if start := g.start[i]; start != last {
				last, window = start, sums.window(start)
			}
			window.until(time.UnixMicro(g.end[i]))
			window.Add(&f)
		} else {
			s.Windows += int(g.counted[i])
		}
		buckets, err := g.bucketsOf(i)
		if err != nil {
			return err
		}
		for _, b := range buckets {
			s.Histogram[b.Number] += b.Count
		}
	}
	return nil
}

// until has the window end no earlier.
func (w *WindowSum) until(end time.Time) {
	if end.After(w.End) {
		w.End = end
	}
}

func (sums *DigestSums) window(start int64) *WindowSum {
	w := sums.byWindow[start]
	if w == nil {
		w = &WindowSum{Start: time.UnixMicro(start)}
		sums.byWindow[start] = w
		sums.Windows = append(sums.Windows, w)
	}
	return w
}
