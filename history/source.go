package history

import (
	"slices"
	"sync"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// The columns that the rows of every table begin with.
var windowColumns = []view.Column{
	{Name: "SERVER_UUID", Type: "varchar(36)", Nullable: true, Comment: "server_uuid of the server"},
	{Name: "SERVER_NAME", Type: "varchar(255)", Nullable: true, Comment: "Name of the server"},
	{Name: "WINDOW_START", Type: "timestamp(6)", Comment: "When the window began"},
	{Name: "WINDOW_END", Type: "timestamp(6)", Comment: "When the window ended"},
}

// histogramColumn is the last column of the table of digests.
var histogramColumn = view.Column{Name: "HISTOGRAM", Type: "longtext", Nullable: true,
	Comment: "An object of JSON: the BUCKET_NUMBER of each bucket of events_statements_histogram_by_digest that has counted something, and its count"}

const (
	digestTable = "events_statements_summary_by_digest"
	indexTable  = "table_io_waits_summary_by_index_usage"
)

// originals are the tables that windows are kept of.
func originals() []*view.Table {
	return append(view.SinceStart(), view.Lookup("global_status"), view.Lookup(indexTable), view.Lookup(digestTable))
}

// keys are the columns that tell the rows of a window apart, by table: the first ones. Of
// others it is the first.
var keys = map[string]int{digestTable: 2, indexTable: 4}

// addSeries makes the series of all tables that are kept.
func (h *History) addSeries() {
	reader := view.Reader{Schema: h.schema, Variables: h.options.Variables}
	for _, t := range originals() {
		s := newSeries(t.Name, t.Columns)
		switch t.Name {
		case digestTable:
			h.digests = newDigestSource(h.schema, s)
			s.read, s.committed = h.digests.read, h.digests.committed
		case indexTable:
			s.read = func(visit func(any, view.Row, *perfschema.Histogram)) { readIndexes(reader, visit) }
		default:
			s.read = func(visit func(any, view.Row, *perfschema.Histogram)) {
				for row := range t.Rows(reader) {
					visit(row[0], row, nil)
				}
			}
		}
		h.series = append(h.series, s)
	}
}

// readIndexes visits the indexes of all tables. One that is made again is another one.
func readIndexes(r view.Reader, visit func(any, view.Row, *perfschema.Histogram)) {
	tables := r.Schema.Read().TableInstancesSinceStart()
	cursor := view.OpenIndexes(r, tables)
	for i := range tables {
		for j := range tables[i].Indexes {
			row, ok := cursor.Next()
			if !ok {
				return
			}
			visit(tables[i].Indexes[j].Identity(), row, nil)
		}
	}
}

func newSeries(name string, columns []view.Column) *series {
	s := &series{name: name, columns: columns, keys: max(1, keys[name]), base: make(map[any]*figures), next: make(map[any]*figures)}
	for _, c := range columns {
		s.roles = append(s.roles, roleOf(c.Name))
	}
	return s
}

// filesColumns are the columns of the files of a table that windows are kept of.
func filesColumns(name string, of []view.Column) []view.Column {
	columns := slices.Clone(windowColumns)
	for _, c := range of {
		c.Nullable = c.Nullable || roleOf(c.Name) != asIs && roleOf(c.Name) != difference
		columns = append(columns, c)
	}
	if name == digestTable {
		columns = append(columns, histogramColumn)
	}
	return columns
}

// Of digests that were truncated away so many are kept until a window ends; from half of
// them on it ends before its time.
const mostTruncated = 1 << 15

// digestSource reads digests, those too that TRUNCATE has taken away since the last
// window, or the one before: a statement that was ending just then may have counted late.
type digestSource struct {
	schema *perfschema.Schema
	series *series
	stop   func()
	full   chan struct{} // there are many of truncated

	mu        sync.Mutex
	truncated []truncatedDigest
	waiting   int // how many of truncated the window has that is made
}

type truncatedDigest struct {
	digest perfschema.Digest
	seen   bool // in a window after it was taken away
}

func newDigestSource(ps *perfschema.Schema, s *series) *digestSource {
	d := &digestSource{schema: ps, series: s, full: make(chan struct{}, 1)}
	d.stop = ps.Read().OnTruncateDigests(d.taken)
	return d
}

// taken is told of the rows that TRUNCATE has taken away.
func (d *digestSource) taken(digests []perfschema.Digest) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, digest := range digests {
		d.truncated = append(d.truncated, truncatedDigest{digest: digest})
	}
	if over := len(d.truncated) - mostTruncated; over > 0 {
		d.truncated = d.truncated[over:]
		d.waiting = max(0, d.waiting-over)
		d.series.table.lost(over)
	}
	if len(d.truncated) > mostTruncated/2 {
		select {
		case d.full <- struct{}{}:
		default:
		}
	}
}

// read visits the digests there are and were.
func (d *digestSource) read(visit func(any, view.Row, *perfschema.Histogram)) {
	live := d.schema.Read().ListDigests() // before those that were taken away from it
	d.mu.Lock()
	seen := make(map[perfschema.Digest]bool, len(live))
	all := live
	for _, l := range live {
		seen[l] = true
	}
	d.waiting = len(d.truncated)
	for _, t := range d.truncated {
		if !seen[t.digest] {
			all = append(all, t.digest)
		}
	}
	d.mu.Unlock()
	cursor := view.OpenDigests(view.Reader{Schema: d.schema}, all)
	for _, digest := range all {
		// The histogram first: what is counted in between is in the row's next window
		// at the latest, as it is for the figures of the row among themselves.
		h := digest.HistogramSinceStart(d.schema.Read())
		row, ok := cursor.Next()
		if !ok {
			return
		}
		visit(digest, row, &h)
	}
}

// committed forgets what a window has had that was written, after one more.
func (d *digestSource) committed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	kept := d.truncated[:0]
	for i, t := range d.truncated {
		if i < d.waiting {
			if t.seen {
				continue
			}
			t.seen = true
		}
		kept = append(kept, t)
	}
	d.truncated = kept
}
