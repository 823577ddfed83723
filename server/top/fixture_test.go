package top

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/view/advice"
)

// fixture is a server whose figures are known: each reading of a page is two seconds
// after the one before, and every sum has grown by what steps say.
type fixture struct {
	readings map[*page]int
	killed   []string
	scans    int // plans that were asked for
	fails    error
	hostile  bool
	reset    bool // the third reading of statements has lower sums
}

var fixtureStart = time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)

const hostileText = "SELECT '\x1b]52;c;QUJD\x07 \x1b[2J\x9b31m \u202eevil\u202c a\u0301\u0301\u0301\u0301\u0301 \xff\xfe \u200b日本' UNION SELECT 1"

func (f *fixture) read(_ context.Context, p *page, before *reading) (*reading, error) {
	if f.fails != nil {
		return nil, f.fails
	}
	if f.readings == nil {
		f.readings = make(map[*page]int)
	}
	f.readings[p]++
	n := float64(f.readings[p])
	r := &reading{at: fixtureStart.Add(time.Duration(n) * 2 * time.Second), status: status{version: "9.7.4-perfschema", uptime: 26 * time.Hour, connected: 12, running: 3, questions: 5000 + 246*n}}
	if p == &sessionsPage {
		r.rows, r.tree = f.sessions(n)
		return r, nil
	}
	if p == &historyPage {
		for i, text := range []string{"2026-01-02 15:03:00", "2026-01-02 15:02:00"} {
			at, _ := time.Parse(time.DateTime, text)
			r.rows = append(r.rows, row{key: text, window: text, from: at, until: at.Add(time.Minute), cells: []cell{textCell(text), textCell(""), numberCell(1200, showCount), numberCell(20, digits), timeCell(1e9),
				numberCell(2000, showCount), numberCell(3, showCount), timeCell(1.2e12), textCell([]string{"0.02 ###", "0.01 #"}[i])}})
		}
		return r, nil
	}
	r.counted = make(map[string]*counted)
	put := func(labels []string, base, step []float64) {
		c := &counted{labels: labels, counts: make([]float64, len(p.counts))}
		for i := range c.counts {
			c.counts[i] = base[i] + n*step[i]
		}
		r.counted[fmt.Sprint(labels)] = c
	}
	switch p {
	case &statementsPage:
		texts := []string{"SELECT * FROM `orders` WHERE `customer` = ?", "INSERT INTO `orders` VALUES (...)", "SELECT SLEEP (?)"}
		if f.hostile {
			texts[0] = hostileText
		}
		base := []float64{1e6, 9e15, 1e12, 5, 0, 1e6, 1e8, 0, 1e6, 0, 0, 0}
		put([]string{"shop", "aaaa", texts[0]}, base, []float64{20, 1.5e12, 2e9, 0, 0, 20, 40_000, 0, 20, 0, 0, 0})
		put([]string{"shop", "bbbb", texts[1]}, base, []float64{200, 0.4e12, 1e9, 3, 3, 0, 0, 197, 0, 0, 0, 0})
		put([]string{"", "cccc", texts[2]}, base, make([]float64, len(base)))
		d := "aaaa"
		r.counted[fmt.Sprint([]string{"shop", "aaaa", texts[0]})].digest = &digestKey{digest: &d, text: texts[0]}
		r.measured = map[string]histogram{fmt.Sprint([]string{"shop", "aaaa", texts[0]}): {10e9: 100 + 18*n, 200e9: 2 * n}}
		if f.reset && n == 3 {
			for _, c := range r.counted {
				for i := range c.counts {
					c.counts[i] = 1
				}
			}
		}
		r.notes = []string{"Something is not to be had."}
	case &waitsPage:
		put([]string{"wait/io/file/dolt/chunks"}, []float64{1e5, 1e15}, []float64{40, 3e11})
		put([]string{"wait/synch/mutex/sql/LOCK_a"}, []float64{7, 1e12}, []float64{2, 1e6})
	case &filesPage:
		put([]string{"/data/shop/a.journal", "wait/io/file/dolt/chunks"}, make([]float64, 10), []float64{30, 4e11, 10, 1e11, 1 << 20, 19, 2e11, 3 << 20, 1, 1e11})
	case &tablesPage:
		put([]string{"shop", "orders"}, make([]float64, 8), []float64{40_200, 2e12, 40_000, 1e12, 197, 2, 1, 1e12})
	case &errorsPage:
		put([]string{"1062", "ER_DUP_ENTRY", "23000"}, []float64{40, 0}, []float64{6, 1})
		put([]string{"1146", "ER_NO_SUCH_TABLE", "42S02"}, []float64{9, 9}, []float64{0, 0})
	case &timePage:
		put([]string{"profCpu", "profCpu", "execution"}, []float64{90_000}, []float64{1500})
		put([]string{"profMutex", "wait/synch/mutex/sql/LOCK_a", "execution"}, []float64{1000}, []float64{500})
	case &instrumentsPage:
		for i, name := range []string{"memory/sql/rows", "stage/sql/executing", "wait/io/file/sql/x", "wait/synch/mutex/sql/LOCK_a"} {
			put([]string{name, []string{"YES", "NO", "YES", "NO"}[i], []string{"", "NO", "YES", "YES"}[i], "what is waited for"},
				[]float64{1e6, []float64{math.NaN(), 40e3, 8e3, 300e3}[i], []float64{math.NaN(), 1e3, 20e3, 100e3}[i]}, []float64{[]float64{50, 0, 2e6, 8000}[i], 0, 0})
		}
	case &memoryPage:
		r.resident = "The resident set of 300 MiB: 120 MiB counted by instruments, 180 MiB the program and its files."
		put([]string{"memory/sql/rows"}, []float64{1 << 24, 10, 1 << 26, 5, 1 << 30, 3}, []float64{1 << 16, 0, 0, 100, 1 << 20, 100})
		put([]string{"memory/go/heap/x"}, []float64{1 << 28, math.NaN(), 1 << 28, math.NaN(), math.NaN(), math.NaN()}, make([]float64, 6))
	}
	return r, nil
}

// activity has been known for half an hour, in which one session ran all the time, and another
// waited every other minute.
func (f *fixture) activity(ctx context.Context, asked askedActivity, before *reading) (*reading, error) {
	r, err := f.read(ctx, &activityPage, before)
	if err != nil {
		return nil, err
	}
	v := &readActivity{asked: asked, at: r.at, to: fixtureStart, from: fixtureStart.Add(-asked.span), since: fixtureStart.Add(-30 * time.Minute), whole: fixtureStart.Add(-time.Hour), interval: time.Second, length: time.Minute}
	v.kinds = courseKinds(map[string]uint64{"running": 1800, "queued": 300, waitPrefix + "locks and other threads": 900}, 1.0/1800)
	v.course = activesession.NewCourse(v.since, v.to, time.Minute, v.interval, len(v.kinds))
	for i := range 30 {
		at := v.since.Add(time.Duration(i)*time.Minute + time.Second)
		v.course.Add(at, 0, 60)
		v.course.Add(at, 1, 10)
		if i%2 == 0 {
			v.course.Add(at, 2, 60)
		}
	}
	r.activity, r.counted = v, nil
	texts := []string{"SELECT * FROM `orders` WHERE `customer` = ?", "UPDATE `orders` SET `state` = ?"}
	if f.hostile {
		texts[0] = hostileText
	}
	averages := activesession.NewAverages(asked.by, asked.span, v.interval)
	n := uint64(asked.span / time.Second)
	for i, text := range texts {
		values := make([]string, len(asked.by.Columns)+len(asked.by.Labels))
		for j := range values {
			values[j] = text
		}
		averages.Add(values, activesession.Running, n/2*uint64(2-i))
		averages.Add(values, activesession.Waiting, n/2*uint64(i))
	}
	for _, x := range averages.List() {
		r.rows = append(r.rows, activityRow(asked.by, x, averages.Total().Active()))
	}
	return r, nil
}

func (f *fixture) sessions(n float64) ([]row, []string) {
	by := map[uint64]*session{
		21: {thread: 21, connection: 7, user: "app", host: "10.0.0.1", db: "shop", command: "Query", seconds: 3.5 + n, memory: 1 << 20, examined: 500, statement: "UPDATE orders SET state = 'sent' WHERE id = 5", waitsFor: "lock on user level lock x", heldBy: []uint64{22}},
		22: {thread: 22, connection: 8, user: "app", host: "10.0.0.2", db: "shop", command: "Sleep", seconds: 60, memory: 1 << 16, examined: math.NaN()},
	}
	if f.hostile {
		by[21].user, by[21].statement, by[21].waitsFor = "a\x1b[31mpp", hostileText, "\x1b]0;owned\x07"
	}
	return []row{by[21].row(by), by[22].row(by)}, chains([]*session{by[21], by[22]})
}

func (f *fixture) executions(_ context.Context, d *digestKey) (*detail, error) {
	return &detail{title: "A statement", text: d.text, parts: []part{{title: "Executions", columns: []column{{"time", "time_seconds", 8, true, 0}, {"statement", "statement", 0, false, 0}},
		rows: []row{{key: "1", run: &execution{text: d.text}, cells: []cell{timeCell(75e9), textCell(d.text)}}, {key: "2", cells: []cell{timeCell(76e9), textCell("another")}}}}}}, nil
}

func (f *fixture) scan(context.Context, *digestKey) (advice.Scan, error) {
	f.scans++
	return advice.Scan{Name: "Table", Object: "shop.orders", Rows: 40_000}, nil
}

func (f *fixture) execution(_ context.Context, e *execution) (*detail, error) {
	columns := []column{{"time", "time_seconds", 8, true, 0}, {"operator", "operator", 0, false, 0}}
	return &detail{title: "An execution", text: e.text, parts: []part{
		{title: "Plan", columns: columns, rows: []row{{cells: []cell{timeCell(1e9), textCell("Project")}}, {cells: []cell{timeCell(74e9), textCell("  TableScan orders")}}}},
		{title: "Waits", notes: []string{"The histories have none of them."}}}}, nil
}

func (f *fixture) window(_ context.Context, start string) (*detail, error) {
	d := "aaaa"
	return &detail{title: "A window", text: "from " + start, parts: []part{{title: "Statements that took the time", columns: []column{{"time", "time_seconds", 8, true, 0}, {"statement", "statement", 0, false, 0}},
		rows: []row{{key: "1", digest: &digestKey{digest: &d, text: "SELECT 1"}, cells: []cell{timeCell(75e9), textCell("SELECT 1")}}}}, {title: "Errors", notes: []string{"None was raised."}}}}, nil
}

func (f *fixture) compare(_ context.Context, before, now history.Span) (*detail, error) {
	return changed(comparisonOf(before, now)), nil
}

func (f *fixture) kill(_ context.Context, connection uint64, statementOnly bool) error {
	if connection == 8 {
		return errors.New("Error 1095 (HY000): You are not owner of thread 8")
	}
	f.killed = append(f.killed, fmt.Sprint(connection, statementOnly))
	return nil
}
