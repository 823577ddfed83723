package history

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
	"github.com/perfschema/perfschema/view/profiling"
	"github.com/perfschema/perfschema/view/summary"
)

// The columns that the rows of every table begin with.
var windowColumns = []view.Column{
	{Name: "SERVER_UUID", Type: "varchar(36)", Nullable: true, Comment: "server_uuid of the server"},
	{Name: "SERVER_NAME", Type: "varchar(255)", Nullable: true, Comment: "Name of the server"},
	{Name: "WINDOW_START", Type: "timestamp(6)", Comment: "When the window began"},
	{Name: "WINDOW_END", Type: "timestamp(6)", Comment: "When the window ended"},
}

// histogramColumn is the last column of the tables that have quantiles.
var histogramColumn = view.Column{Name: "HISTOGRAM", Type: "longtext", Nullable: true,
	Comment: "An object of JSON: the BUCKET_NUMBER of each bucket of events_statements_histogram_by_digest that has counted something, and its count"}

const (
	digestTable  = "events_statements_summary_by_digest"
	indexTable   = "table_io_waits_summary_by_index_usage"
	accountTable = "events_statements_summary_by_account_by_event_name"
	profileTable = "query_profiles_summary_by_digest"
	planTable    = "query_plans"
)

// originals are the tables that windows are kept of.
func originals() []*view.Table {
	return append(summary.SinceStart(), catalog.Lookup("global_status"), catalog.Lookup(indexTable), catalog.Lookup(accountTable), catalog.LookupProfiling(profileTable), catalog.LookupProfiling(planTable), catalog.Lookup(digestTable))
}

// keys are the columns that tell the rows of a window apart, by table: the first ones. Of
// others it is the first.
var keys = map[string]int{digestTable: 2, indexTable: 4, accountTable: 3, profileTable: 2, planTable: 3}

// addSeries makes the series of all tables that are kept.
func (h *History) addSeries() {
	reader := view.Reader{Schema: h.schema, Variables: h.options.Variables, Profiler: h.options.Profiler}
	for _, t := range originals() {
		s := newSeries(t.Name, t.Columns)
		switch t.Name {
		case digestTable:
			h.keepDigests(s, reader)
		case indexTable:
			s.read = func(visit func(any, view.Row, *record.Histogram)) { readIndexes(reader, visit) }
		case accountTable:
			h.keepAccounts(s, reader)
		case profileTable:
			h.keepQueryDigests(s, reader)
		case planTable:
			h.keepQueryPlans(s, reader)
		default:
			s.read = func(visit func(any, view.Row, *record.Histogram)) {
				for row := range t.Rows(reader) {
					visit(row[0], row, nil)
				}
			}
		}
		h.series = append(h.series, s)
	}
}

// endWindow has the window end before its time.
func (h *History) endWindow() {
	select {
	case h.full <- struct{}{}:
	default:
	}
}

// readIndexes visits the indexes of all tables. One that is made again is another one.
func readIndexes(r view.Reader, visit func(any, view.Row, *record.Histogram)) {
	tables := r.Schema.Read().TableInstancesSinceStart()
	cursor := summary.OpenIndexes(r, tables)
	for i := range tables {
		for j := range tables[i].Indexes {
			row, ok := cursor.Next()
			if !ok {
				return
			}
			visit(tables[i].Indexes[j].Identity, row, nil)
		}
	}
}

func newSeries(name string, columns []view.Column) *series {
	s := &series{name: name, columns: columns, keys: max(1, keys[name]), base: make(map[any]*figures), next: make(map[any]*figures)}
	for i, c := range columns {
		s.roles = append(s.roles, roleOf(c.Name))
		if strings.HasPrefix(c.Name, "WALL_") {
			s.walls = append(s.walls, i)
		}
	}
	return s
}

// filesColumns are the columns of the files of a table that windows are kept of.
func filesColumns(of []view.Column) []view.Column {
	columns := slices.Clone(windowColumns)
	for _, c := range of {
		c.Nullable = c.Nullable || roleOf(c.Name) != asIs && roleOf(c.Name) != difference
		columns = append(columns, c)
	}
	if hasHistogram(of) {
		columns = append(columns, histogramColumn)
	}
	return columns
}

// hasHistogram reports whether a table has columns that take the histogram of each window.
func hasHistogram(columns []view.Column) bool {
	return slices.ContainsFunc(columns, func(c view.Column) bool { return roleOf(c.Name) == quantile })
}

// keepDigests has a series read digests, those too that TRUNCATE takes away.
func (h *History) keepDigests(s *series, r view.Reader) {
	taken := &takenAway[perfschema.Digest]{identity: func(d perfschema.Digest) any { return d }, full: h.endWindow, lost: func(n int) { s.table.lost(n) }}
	h.whenClosed(r.Schema.Read().OnTruncateDigests(taken.add))
	s.committed = taken.committed
	s.read = func(visit func(any, view.Row, *record.Histogram)) {
		all := taken.with(r.Schema.Read().ListDigests())
		cursor := summary.OpenDigests(r, all)
		for _, digest := range all {
			// The histogram first: what is counted in between is in the row's next window
			// at the latest, as it is for the figures of the row among themselves.
			h := digest.HistogramSinceStart(r.Schema.Read())
			row, ok := cursor.Next()
			if !ok {
				return
			}
			visit(digest, row, &h)
		}
	}
}

// keepQueryDigests has a series read what the profiler knows by digest.
func (h *History) keepQueryDigests(s *series, r view.Reader) {
	taken := &takenAway[*sampler.DigestProfile]{identity: (*sampler.DigestProfile).Identity, full: h.endWindow, lost: func(n int) { s.table.lost(n) }}
	h.whenClosed(r.Profiler.OnTruncateDigests(taken.add))
	s.committed = taken.committed
	s.read = func(visit func(any, view.Row, *record.Histogram)) {
		all := taken.with(r.Profiler.Digests())
		cursor := profiling.OpenQueryDigests(r, all)
		for _, digest := range all {
			row, ok := cursor.Next()
			if !ok {
				return
			}
			visit(digest.Identity(), row, nil)
		}
	}
}

// keepQueryPlans has a series read what the profiler knows by plan, those too that gave their place to others.
func (h *History) keepQueryPlans(s *series, r view.Reader) {
	taken := &takenAway[*sampler.PlanProfile]{identity: (*sampler.PlanProfile).Identity, full: h.endWindow, lost: func(n int) { s.table.lost(n) }}
	h.whenClosed(r.Profiler.OnPlansGone(taken.add))
	s.committed = taken.committed
	s.read = func(visit func(any, view.Row, *record.Histogram)) {
		all := taken.with(r.Profiler.Plans(nil))
		cursor := profiling.OpenQueryPlans(r, all)
		for _, p := range all {
			histogram := p.Histogram()
			row, ok := cursor.Next()
			if !ok {
				return
			}
			visit(p.Identity(), row, &histogram)
		}
	}
}

// classOf is a class of one account.
type classOf struct {
	account   any
	eventName string
}

// keepAccounts has a series read what statements do by account.
func (h *History) keepAccounts(s *series, r view.Reader) {
	watch := r.Schema.Read().WatchAccounts(h.endWindow)
	h.whenClosed(watch.Stop)
	lost := uint64(0)
	s.committed = func() {
		watch.Settle()
		n := watch.Lost()
		s.table.lost(int(n - lost)) //nolint:gosec // few
		lost = n
	}
	s.read = func(visit func(any, view.Row, *record.Histogram)) {
		list := watch.Read()
		cursor := summary.OpenAccounts(r, list)
		for i := range list {
			row, ok := cursor.Next()
			if !ok {
				return
			}
			visit(classOf{list[i].Identity, list[i].EventName}, row, nil)
		}
	}
}
