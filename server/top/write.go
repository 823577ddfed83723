package top

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/server/internal/terminal"
)

// Format is how [Write] writes.
type Format struct {
	// JSON writes one object a reading, on a line of its own, with the fields that
	// docs/top.md names. Otherwise it is text of Width columns.
	JSON  bool
	Width int
	// Once ends after the first figures; otherwise it goes on until the context ends.
	Once bool
}

// Write writes what a page shows to a file or a program: of a page of sums after two
// readings, Interval apart. Texts are printable in both formats; JSON has them whole.
func Write(ctx context.Context, db *sql.DB, w io.Writer, o Options, f Format) error {
	return writeFrom(ctx, newServer(db), w, o, f)
}

func writeFrom(ctx context.Context, s source, w io.Writer, o Options, f Format) error {
	a := newApp(s, o)
	for {
		a.refresh()(ctx)(a)
		if err := ctx.Err(); err != nil {
			return nil //nolint:nilerr // who asks for the end gets it
		}
		if a.failed != "" {
			return fmt.Errorf("%s", a.failed)
		}
		if a.ready() {
			if err := a.write(w, f); err != nil || f.Once {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(o.Interval):
		}
	}
}

// written is what a page is in JSON.
type written struct {
	Page   string        `json:"page"`
	Server writtenServer `json:"server"`
	// Of a page that shows the moment, From and Span are null.
	From  *string  `json:"from"`
	Until string   `json:"until"`
	Span  *float64 `json:"span_seconds"`
	// Advice is there on the page of statements alone, and null if there is none.
	Advice *writtenAdvice   `json:"advice"`
	Notes  []string         `json:"notes"`
	Rows   []map[string]any `json:"rows"`
	// Activity is there on the page activity alone, and null if nothing is known.
	Activity *writtenActivity `json:"activity"`
}

type writtenServer struct {
	Version   string   `json:"version"`
	Uptime    float64  `json:"uptime_seconds"`
	Connected *float64 `json:"connected"`
	Running   *float64 `json:"running"`
	Questions *float64 `json:"questions_per_second"`
}

const timeFormat = "2006-01-02T15:04:05.000000Z"

func (a *app) write(w io.Writer, f Format) error {
	rows, notes := a.rows()
	heads := a.page.heads()
	if !f.JSON {
		return a.writeText(w, f.Width, rows, notes)
	}
	st := a.now.status
	out := written{Page: a.page.name, Server: writtenServer{st.version, st.uptime.Seconds(), known(st.connected), known(st.running), nil},
		Until: a.now.at.UTC().Format(timeFormat), Advice: a.now.advised.written(), Notes: notes, Rows: []map[string]any{}}
	if out.Notes == nil {
		out.Notes = []string{}
	}
	if a.before != nil {
		span := a.span().Seconds()
		out.Server.Questions = known((st.questions - a.before.status.questions) / span)
		if a.page.figures != nil {
			from := a.before.at.UTC().Format(timeFormat)
			out.From, out.Span = &from, &span
		}
	}
	if v := a.now.activity; v != nil {
		from, span := v.from.UTC().Format(timeFormat), v.to.Sub(v.from).Seconds()
		out.From, out.Until, out.Span, out.Activity = &from, v.to.UTC().Format(timeFormat), &span, v.written()
	}
	for _, r := range rows {
		fields := make(map[string]any, len(heads))
		for i, c := range heads {
			fields[c.name] = r.cells[i].value
		}
		out.Rows = append(out.Rows, fields)
	}
	object, err := json.Marshal(out)
	if err != nil {
		return err
	}
	_, err = w.Write(append(terminal.EscapeJSON(object), '\n'))
	return err
}

// known is nil of what is not known.
func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func (a *app) writeText(w io.Writer, width int, rows []row, notes []string) error {
	var b strings.Builder
	say := func(l string) { b.WriteString(terminal.Printable(l) + "\n") }
	say(a.headline(math.MaxInt))
	say(a.spanLine(len(rows)))
	heads := a.page.heads()
	widths := layout(heads, width)
	put := func(text func(int) string) {
		say(strings.TrimRight(line(heads, widths, text), " "))
	}
	put(func(i int) string { return heads[i].head })
	for _, r := range rows {
		put(func(i int) string { return r.cells[i].text })
	}
	for _, l := range slices.Concat(a.adviceLines(width, math.MaxInt), a.tree(len(a.now.tree)+1), a.courseLines(width, writtenCourse)) {
		say(strings.TrimRight(fit(l, width, false), " "))
	}
	for _, n := range wrapAll(notes, width) {
		say(n)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
