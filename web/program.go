package web

import (
	"strings"

	"github.com/perfschema/perfschema/view"
)

// Program is another program, whose waits the Schema has imported. Its tables stand in the place of the
// pages about statements.
type Program struct {
	// Database has the Tables, which stand on the first page in this order; a table of a single row is
	// shown as facts.
	Database string
	Tables   []*view.Table
}

// programNavigation are the pages that have something of another program.
var programNavigation = []Link{{"Program", ""}, {"Waits and locks", "waits"}, {"Instruments", "instruments"}}

// navigation are the pages that every page links to.
func (p *Pages) navigation() []Link {
	if p.options.Program != nil {
		return programNavigation
	}
	return allNavigation
}

// firstPage is the page that the pages begin with.
func firstPage(p *Pages, q *query) (*page, error) {
	if p.options.Program != nil {
		return p.programPage(), nil
	}
	return nowPage(p, q)
}

// programPage shows the tables of another program.
func (p *Pages) programPage() *page {
	p.sums.start() // so that the page of waits knows its first minute
	c := &page{Title: "Program"}
	for _, t := range p.options.Program.Tables {
		l := listingOf(p.options.Program.Database, t)
		if !t.Single {
			c.Blocks = append(c.Blocks, l.block(p, t.Name, title(t.Name), t.Comment))
			continue
		}
		for _, r := range l.rows(p) {
			b := block{ID: t.Name, Title: title(t.Name), Note: t.Comment, SQL: l.sql()}
			for i, column := range l.columns {
				b.Facts = append(b.Facts, fact{Name: column.Name, Value: column.cell(r[i]).Text, Note: column.Note})
			}
			c.Blocks = append(c.Blocks, b)
		}
	}
	return c
}

// listingOf shows all columns of a table, by what their names say they are.
func listingOf(database string, t *view.Table) *listing {
	l := &listing{database: database, table: t.Name, from: t, empty: "There is none."}
	for _, c := range t.Columns {
		name := headline(c.Name)
		var s shown
		switch {
		case strings.Contains(c.Name, "_TIMER_"):
			s = period(c.Name, strings.ToLower(strings.Replace(c.Name, "_TIMER_WAIT", " time", 1)))
		case strings.HasPrefix(c.Type, "timestamp"):
			s = momentIn(c.Name, name)
		case c.Name == "COUNT_STAR":
			s = count(c.Name, "count")
		case strings.HasSuffix(c.Name, "_ID"):
			s = ident(c.Name, name)
		case strings.HasPrefix(c.Type, "bigint"):
			s = count(c.Name, name)
		default:
			s = word(c.Name, name)
			s.cell = nameOf
		}
		s.Note = c.Comment
		l.columns = append(l.columns, s)
		if l.by == "" && (c.Name == "SUM_TIMER_WAIT" || c.Name == "GOROUTINES") {
			l.by = c.Name
		}
	}
	return l
}

// headline is the name of a column in words, and title that of a table.
func headline(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", " ")) }
func title(name string) string    { return strings.ToUpper(name[:1]) + headline(name)[1:] }

// nameOf is a text in a cell, a short one in one line: names of a source have no spaces.
func nameOf(v any) cell {
	c := textOfValue(v)
	c.Whole = len(c.Text) <= 40
	return c
}
