package attach

import (
	"maps"
	"strings"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/build/internal/report"
)

// statements counts a program's requests and statements in a Schema. It is for one goroutine at a time.
type statements struct {
	schema  *perfschema.Schema
	from    perfschema.Importer
	by      map[report.Statement]*countedStatement
	digests map[report.Statement]string // of all of by; a new map where one is added
}

// countedStatement is what has been counted of a digest.
type countedStatement struct {
	row       *perfschema.ImportedStatement
	sum       total
	errors    uint64
	latencies map[time.Duration]uint64
}

func newStatements(ps *perfschema.Schema) *statements {
	return &statements{schema: ps, from: ps.Import(), by: make(map[report.Statement]*countedStatement)}
}

// othersText is the text of classes that the program had no room for.
const othersText = "(others)"

// take counts what has been added since the take before, and returns the digests of all. Where a row
// could not be read nothing is counted: what is new is counted at the next take.
func (s *statements) take(t *report.Told) map[report.Statement]string {
	if t.Unread > 0 {
		return s.digests
	}
	for i := range t.Classes {
		told := &t.Classes[i]
		category, ok := strings.CutPrefix(told.Statement.Event, "statement/")
		if !ok {
			continue // a wait, which the library has no digest of
		}
		c := s.by[told.Statement]
		if c == nil {
			c = &countedStatement{row: s.row(category, told.Statement.Text), latencies: make(map[time.Duration]uint64)}
			s.by[told.Statement] = c
			if digest := c.row.Digest(); digest != "" {
				digests := maps.Clone(s.digests)
				if digests == nil {
					digests = make(map[report.Statement]string)
				}
				digests[told.Statement] = digest
				s.digests = digests
			}
		}
		c.count(told)
	}
	return s.digests
}

// row returns the digest of a statement of the instrument statement/name.
func (s *statements) row(name, text string) *perfschema.ImportedStatement {
	category, name, ok := strings.Cut(name, "/")
	if !ok {
		return nil
	}
	key := s.schema.RegisterStatement(category, perfschema.Info{Name: fit(name, maxName-len("statement//")-len(category))})
	text = column(text)
	if category == "db" && text != othersText {
		// The program has shortened lists, as MySQL's digests do.
		return s.from.Query(key, strings.ReplaceAll(text, "(...)", "(?, ?)"))
	}
	return s.from.Statement(key, text)
}

// count counts what a class has more than had been counted of it.
func (c *countedStatement) count(told *report.ToldClass) {
	sum := perfschema.StatementSum{WaitSum: perfschema.WaitSum{Min: told.Sum.Min, Max: told.Sum.Max}}
	if told.Sum.Count <= c.sum.count || int64(told.Sum.Blocked) < c.sum.blocked || told.Errors < c.errors {
		return
	}
	sum.Count, sum.Sum, sum.Errors = told.Sum.Count-c.sum.count, told.Sum.Blocked-time.Duration(c.sum.blocked), told.Errors-c.errors
	c.sum, c.errors = total{told.Sum.Count, int64(told.Sum.Blocked)}, told.Errors
	for _, l := range told.Latencies {
		had := c.latencies[l.UpTo]
		c.latencies[l.UpTo] = l.Count
		if l.Count <= had {
			continue
		}
		upTo := l.UpTo
		if upTo == 0 || upTo > told.Sum.Max {
			upTo = told.Sum.Max
		}
		sum.Latencies = append(sum.Latencies, perfschema.Latency{UpTo: upTo, Count: l.Count - had})
	}
	c.row.Add(sum)
}
