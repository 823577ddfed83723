package top

import "math"

// A figure is a column of a page and how it comes from what was counted.
type figure struct {
	column
	cell func(*change) cell
}

// A page is one of the views of the server.
type page struct {
	name, title, what string
	short             string // the title where there is little room
	// table is the one of performance_schema that it reads, labels and counts the
	// expressions of its columns, and where the rows.
	table          string
	labels, counts []string
	where          string
	// group: the counts are summed over the rows that have the same labels.
	group   bool
	figures []figure
	// columns are those of a page without figures, which shows the moment itself.
	columns []column
	first   order
	// sums are those of counts that never fall; a row of which nothing came to any is
	// left out, unless all are shown.
	sums []int
	all  bool
	// consumer is the one of setup_consumers without which there is nothing, and
	// instruments those of which the page tells.
	consumer, instruments string
}

// Pages are the names of the pages, in their order.
func Pages() []string {
	var names []string
	for _, p := range pages {
		names = append(names, p.name)
	}
	return names
}

var pages = []*page{&statementsPage, &sessionsPage, &waitsPage, &filesPage, &tablesPage, &memoryPage, &errorsPage, &timePage, &instrumentsPage, &historyPage, &activityPage}

func pageNamed(name string) *page {
	for _, p := range pages {
		if p.name == name {
			return p
		}
	}
	return nil
}

func (p *page) heads() []column {
	if p.figures == nil {
		return p.columns
	}
	heads := make([]column, len(p.figures))
	for i, f := range p.figures {
		heads[i] = f.column
	}
	return heads
}

// rows are what the page shows of two readings; before is nil if there is only one, of
// which a page of sums shows nothing yet.
func (p *page) rows(before, now *reading) (rows []row, notes []string) {
	notes = now.notes
	if now.resident != "" {
		notes = append([]string{now.resident}, notes...)
	}
	if p.figures == nil {
		return append(rows, now.rows...), notes
	}
	if before == nil {
		return nil, notes
	}
	list, reset := changes(before, now, p.sums, p.all)
	if reset {
		notes = append(notes[:len(notes):len(notes)], "The server's sums were reset in this span: of those the time since is shown.")
	}
	for _, c := range list {
		r := row{key: c.key, digest: c.digest}
		for _, f := range p.figures {
			r.cells = append(r.cells, f.cell(c))
		}
		rows = append(rows, r)
	}
	return rows, notes
}

// What figures are made of.

func label(i int) func(*change) cell { return func(c *change) cell { return textCell(c.labels[i]) } }

func sumTime(i int) func(*change) cell { return func(c *change) cell { return timeCell(c.delta[i]) } }

func share(i int) func(*change) cell {
	return func(c *change) cell { return numberCell(c.share(i), showPercent) }
}

func count(i int) func(*change) cell {
	return func(c *change) cell { return numberCell(c.delta[i], showCount) }
}

func rate(i int) func(*change) cell {
	return func(c *change) cell { return numberCell(c.rate(i), func(v float64) string { return digits(v) }) }
}

func averageTime(sum, n int) func(*change) cell {
	return func(c *change) cell { return timeCell(c.average(sum, n)) }
}

func byteRate(i int) func(*change) cell {
	return func(c *change) cell { return numberCell(c.rate(i), showBytes) }
}

func bytesNow(i int) func(*change) cell {
	return func(c *change) cell { return numberCell(c.counts[i], showBytes) }
}

// zeroIsNone shows nothing for a count of 0, so that others stand out.
func zeroIsNone(f func(*change) cell) func(*change) cell {
	return func(c *change) cell {
		v := f(c)
		if n, ok := v.value.(float64); ok && n == 0 {
			v.text = ""
		}
		return v
	}
}

func signedBytes(v float64) string {
	if v > 0 {
		return "+" + showBytes(v)
	}
	return showBytes(v)
}

// perSent is how many rows were examined for each that was sent.
func perSent(examined, sent int) func(*change) cell {
	return func(c *change) cell {
		if c.delta[sent] == 0 {
			return numberCell(math.NaN(), showCount)
		}
		return numberCell(c.average(examined, sent), func(v float64) string {
			if v < 100 {
				return digits(v)
			}
			return showCount(math.Round(v))
		})
	}
}
