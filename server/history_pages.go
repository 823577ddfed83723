package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/history/trend"
	"github.com/perfschema/perfschema/server/report"
	"github.com/perfschema/perfschema/web"
)

const (
	// historySteps is how many parts of a span a chart draws at most.
	historySteps = 60
	// historyRows is how many rows of a table a page has at most.
	historyRows = 10_000
)

// historyPages answers what the pages ask of the history of a directory: with what
// perfschema history writes.
type historyPages struct{ dir string }

func (h historyPages) source() (trend.Files, error) {
	d, err := history.OpenDirectory(h.dir, nil) // damaged files are logged by who writes
	if errors.Is(err, fs.ErrNotExist) {
		err = web.ErrNothingKept // the server starts for the first time
	}
	return trend.Files{Directory: d}, err
}

// Sum implements [web.HistorySource].
func (h historyPages) Sum(ctx context.Context, from, to time.Time) (*web.HistoryReport, error) {
	s, err := h.source()
	if err != nil {
		return nil, err
	}
	span := history.Span{From: from, To: to}
	t, err := trend.Sum(ctx, s, span)
	if err != nil {
		return nil, err
	}
	if t.From.IsZero() {
		return nil, web.ErrNothingKept
	}
	r := pageOf(report.SumDocument(t, "", historyRows), trend.SumSQL(span, 20))
	r.Unit = "Statements at work at a time, in the mean"
	for _, w := range t.Course(historySteps) {
		r.Steps = append(r.Steps, step(w.Start, w.End, &w.Figures))
	}
	return r, nil
}

// Follow implements [web.HistorySource].
func (h historyPages) Follow(ctx context.Context, from, to time.Time, digest string) (*web.HistoryReport, error) {
	s, err := h.source()
	if err != nil {
		return nil, err
	}
	span := history.Span{From: from, To: to}
	c, err := trend.Follow(ctx, s, span, digest, historySteps)
	if err != nil {
		return nil, err
	}
	if len(c.Steps) == 0 {
		return nil, web.ErrNothingKept
	}
	r := pageOf(report.CourseDocument(c, ""), trend.FollowSQL(span, digest, c.Width))
	r.Unit = "Executions of it at a time, in the mean"
	for _, s := range c.Steps {
		r.Steps = append(r.Steps, step(s.Start, s.Start.Add(c.Width), &s.Figures))
	}
	return r, nil
}

// Compare implements [web.HistorySource].
func (h historyPages) Compare(ctx context.Context, earlierFrom, earlierTo, from, to time.Time) (*web.HistoryReport, error) {
	s, err := h.source()
	if err != nil {
		return nil, err
	}
	a, b := history.Span{From: earlierFrom, To: earlierTo}, history.Span{From: from, To: to}
	c, err := trend.Compare(ctx, s, a, b)
	if err != nil {
		return nil, err
	}
	if c.A.From.IsZero() || c.B.From.IsZero() {
		return nil, web.ErrNothingKept
	}
	return pageOf(report.CompareDocument(c, "", historyRows), trend.CompareSQL(a, b, 20)), nil
}

// step is a part of a span.
func step(from, to time.Time, f *trend.Figures) web.HistoryStep {
	busy := float64(f.Time) / 1e3 / float64(max(to.Sub(from), 1))
	return web.HistoryStep{From: from, To: to, Height: busy, Text: fmt.Sprintf("%.3g at a time, %d executions", busy, f.Count)}
}

// pageOf shows a document of package report as a page.
func pageOf(d *report.Document, sql string) *web.HistoryReport {
	r := &web.HistoryReport{SQL: sql}
	for _, f := range d.Facts {
		r.Facts = append(r.Facts, web.HistoryFact{Name: f.Name, Value: f.Value, Note: f.Note})
	}
	for _, s := range d.Sections {
		if len(s.Charts) == 0 {
			r.Sections = append(r.Sections, web.HistorySection{ID: s.ID, Title: s.Title, Note: s.Note, Empty: s.Unknown})
		}
		for i, c := range s.Charts {
			out := web.HistorySection{ID: s.ID, Title: s.Title, Note: s.Note}
			if i > 0 {
				out.ID, out.Note = fmt.Sprintf("%s-%d", s.ID, i+1), ""
			}
			switch c := c.(type) {
			case *report.Statement:
				out.Title, out.Text = c.Title, c.Text
			case *report.Table:
				out.Columns, out.Left, out.Code = c.Head, c.Left, c.Code
				out.Rows = rowsOf(c)
				if s.Unknown != "" {
					out.Note += " " + s.Unknown
				}
			default:
				continue // the page has a chart of its own
			}
			r.Sections = append(r.Sections, out)
		}
	}
	return r
}

func rowsOf(t *report.Table) []web.HistoryRow {
	rows := make([]web.HistoryRow, len(t.Rows))
	for i := range rows {
		rows[i] = web.HistoryRow{Schema: t.About[i].Schema, Digest: t.About[i].Digest, Cells: make([]web.HistoryCell, len(t.Rows[i]))}
		for n, text := range t.Rows[i] {
			rows[i].Cells[n] = web.HistoryCell{Text: text, Value: t.Values[i][n]}
		}
	}
	return rows
}
