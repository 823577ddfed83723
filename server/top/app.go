package top

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/perfschema/perfschema/server/internal/terminal"
)

// app is what is on the screen, and what keys do to it. It starts nothing by itself: what
// takes time it hands back as a command, whose answer it is given later.
type app struct {
	source  source
	who     string
	explain func(error) error
	within  time.Duration // how long an answer may take

	page        *page
	before, now *reading
	orders      map[*page]order
	interval    time.Duration
	paused      bool
	// epoch goes up when answers to what was asked before are no longer wanted.
	epoch   int
	reading bool

	list  list
	stack []*opened // details, the last on top

	filter  string
	typing  bool // the filter
	confirm *ending
	help    bool
	plain   bool // without advice
	asked   askedActivity
	marked  string // the window that a comparison begins with
	width   int    // of the screen, when a detail was last drawn
	message string
	failed  string // why the last reading failed
	ended   bool
}

// ending is what KILL is asked to be confirmed for.
type ending struct {
	connection    uint64
	statementOnly bool
	who           string
}

// opened is a detail that stands on the screen.
type opened struct {
	detail *detail
	list   list
}

// list is the place in rows: the selected one, and the first that is seen.
type list struct {
	key        string
	at, offset int
}

// command asks the server for something. It runs apart from the app.
type command func(ctx context.Context) answer

// answer changes the app when a command has ended.
type answer func(*app)

func newApp(s source, o Options) *app {
	a := &app{source: s, who: o.Who, explain: o.Explain, page: pageNamed(o.Page), orders: make(map[*page]order), interval: o.Interval, within: answerWithin, asked: o.activity()}
	for _, p := range pages {
		a.orders[p] = p.first
	}
	return a
}

// refresh asks for the next reading, unless one is on its way.
func (a *app) refresh() command {
	if a.reading {
		return nil
	}
	a.reading = true
	epoch, p, before := a.epoch, a.page, a.now
	within, asked := a.within, a.asked
	return func(ctx context.Context) answer {
		ctx, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		var r *reading
		var err error
		if p == &activityPage {
			r, err = a.source.activity(ctx, asked, before)
		} else {
			r, err = a.source.read(ctx, p, before)
		}
		if err == nil && p == &statementsPage && !r.restarted {
			err = r.advise(ctx, a.source, before)
		}
		return func(a *app) {
			a.reading = false
			switch {
			case epoch != a.epoch:
			case err != nil:
				a.failed = a.words(err)
			case r.restarted:
				a.failed, a.before, a.now = "", nil, r
			default:
				a.failed, a.before, a.now = "", a.now, r
			}
		}
	}
}

// words are those of an error, on one line.
func (a *app) words(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("the server has not answered within %v: %w", a.within, err)
	case a.explain != nil:
		err = a.explain(err)
	}
	return terminal.Printable(err.Error())
}

// turn shows another page.
func (a *app) turn(p *page) command {
	a.page, a.before, a.now, a.list, a.stack, a.message, a.failed = p, nil, nil, list{}, nil, "", ""
	a.epoch++
	a.reading = false
	a.paused = false
	return a.refresh()
}

// rows are those of the page, sorted and filtered, and what is to be said of them.
func (a *app) rows() (rows []row, notes []string) {
	if a.now == nil {
		return nil, nil
	}
	all, notes := a.page.rows(a.before, a.now)
	lower := strings.ToLower(a.filter)
	for _, r := range all {
		if r.matches(lower) {
			rows = append(rows, r)
		}
	}
	sortRows(rows, a.orders[a.page])
	return rows, notes
}

// ready says whether there are two readings, where the page needs two.
func (a *app) ready() bool {
	return a.now != nil && (a.page.figures == nil || a.before != nil || a.now.counted == nil)
}

// open shows what stands behind a row.
func (a *app) open(r *row) command {
	var ask func(ctx context.Context) (*detail, error)
	switch {
	case r.digest != nil:
		d, why := r.digest, a.standsOut(r.digest)
		ask = func(ctx context.Context) (*detail, error) {
			out, err := a.source.executions(ctx, d)
			if err == nil {
				out.parts = append(why, out.parts...)
			}
			return out, err
		}
	case r.run != nil:
		e := r.run
		ask = func(ctx context.Context) (*detail, error) { return a.source.execution(ctx, e) }
	case r.window != "":
		start := r.window
		ask = func(ctx context.Context) (*detail, error) { return a.source.window(ctx, start) }
	case len(a.stack) > 0:
		return nil
	default:
		d := &detail{title: a.page.title, parts: []part{{columns: []column{{"figure", "figure", 27, false, 0}, {"value", "value", 0, false, 0}}}}}
		for i, c := range a.page.heads() {
			d.parts[0].rows = append(d.parts[0].rows, row{cells: []cell{textCell(strings.ReplaceAll(c.name, "_", " ")), r.cells[i]}})
		}
		a.stack = append(a.stack, &opened{detail: d})
		return nil
	}
	return a.show(ask)
}

// show opens what is asked for when it has come.
func (a *app) show(ask func(ctx context.Context) (*detail, error)) command {
	epoch, within := a.epoch, a.within
	a.message = "Reading ..."
	return func(ctx context.Context) answer {
		ctx, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		d, err := ask(ctx)
		return func(a *app) {
			if epoch != a.epoch {
				return
			}
			if a.message = ""; err != nil {
				a.message = a.words(err)
				return
			}
			a.stack = append(a.stack, &opened{detail: d, list: list{key: d.firstKey()}})
		}
	}
}

// end carries out what has been confirmed.
func (a *app) end(k ending) command {
	what := fmt.Sprintf("Connection %d", k.connection)
	if k.statementOnly {
		what = fmt.Sprintf("The statement of connection %d", k.connection)
	}
	within := a.within
	return func(ctx context.Context) answer {
		ctx, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		err := a.source.kill(ctx, k.connection, k.statementOnly)
		return func(a *app) {
			if err != nil {
				a.message = a.words(err)
				return
			}
			a.message = what + " was told to end."
		}
	}
}

// span is the time that the figures are of.
func (a *app) span() time.Duration {
	if a.before == nil || a.now == nil {
		return 0
	}
	return a.now.at.Sub(a.before.at)
}
