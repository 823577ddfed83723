package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/history/trend"
	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/export"
	"github.com/perfschema/perfschema/server/report"
)

const groupWindows = "Which windows"

// historian is what the options of the history commands set.
type historian struct {
	*client
	command         string // "top", "diff" or "show"
	dataDir         string
	from, to        time.Time
	limit           int
	page            string
	force, queryOut bool
	executions      int // of show: how many, with their plans
}

// historyCommands are the commands below history, with what they take and do.
var historyCommands = []struct {
	name, arguments, doc string
	wants                int
	limit                int
}{
	{"top", "", "what took the time", 0, 20},
	{"diff", " A B", "what has changed from a span A to a span B", 2, 20},
	{"show", " DIGEST", "how one statement went along, with percentiles, and its slowest executions with their plans", 1, 60},
}

func historyUsage() string {
	var b strings.Builder
	b.WriteString("perfschema history tells what a server that was started with --history has kept.\n\n")
	for _, c := range historyCommands {
		fmt.Fprintf(&b, "  perfschema history %-22s %s\n", c.name+c.arguments+" [options]", c.doc)
	}
	for _, c := range fleetCommands {
		fmt.Fprintf(&b, "  perfschema history %-22s %s\n", c.name+c.arguments, c.doc)
	}
	b.WriteString(`
It asks the running server, or reads the files below a data directory, whether a server runs there or not:

  perfschema history top --from='1 hour ago'
  perfschema history diff '2 hours ago..1 hour ago' '1 hour ago..now' --html=diff.html
  perfschema history show 4c5b31a7 --data-dir=perfschema-data --from='1 day ago'
`)
	return b.String()
}

func (h *historian) options() []option {
	moment := func(to *time.Time) func(*settings, string) error {
		return func(_ *settings, v string) (err error) {
			*to, err = parseMoment(v, time.Now())
			return err
		}
	}
	limitDoc := "so many statements at most, in each table"
	if h.command == "show" {
		limitDoc = "so many steps at most, where windows are short enough"
	}
	list := []option{
		{name: "html", arg: "FILE", group: groupOutput, doc: "write one self-contained page instead of text; - is standard output", set: filled(keep(&h.page))},
		{name: "force", group: groupOutput, flag: true, def: "OFF", doc: "write over a file that exists", set: onOff(func(_ *settings, on bool) { h.force = on })},
		{name: "sql", group: groupOutput, flag: true, def: "OFF", doc: "print the SQL that gives the same figures, and ask nothing", set: onOff(func(_ *settings, on bool) { h.queryOut = on })},
		{name: "limit", arg: "N", group: groupOutput, def: strconv.Itoa(h.limit), doc: limitDoc, set: func(_ *settings, v string) error {
			n, err := parseSize(v)
			if err == nil && (n < 1 || n > 1_000_000) {
				err = fmt.Errorf("%d is out of range; want 1 to 1000000", n)
			}
			h.limit = int(n)
			return err
		}},
		{name: "data-dir", arg: "DIR", group: groupWindows, doc: "read the files below this data directory, or a history's own directory, instead of asking a server", set: filled(keep(&h.dataDir))},
	}
	if h.command == "show" {
		list = append(list, option{name: "executions", arg: "N", group: groupOutput, def: strconv.Itoa(h.executions), doc: "the slowest executions that are kept, with their plans, so many at most; 0 for none", set: func(_ *settings, v string) error {
			n, err := parseSize(v)
			if err == nil && n > 1000 {
				err = fmt.Errorf("%d is out of range; want 0 to 1000", n)
			}
			h.executions = int(n) //nolint:gosec // not more than a thousand
			return err
		}})
	}
	if h.command != "diff" {
		list = append(list,
			option{name: "from", arg: "TIME", group: groupWindows, def: "1 hour ago", doc: "windows that begin at TIME or later: a time in UTC, as '2018-03-02 14:44', or so long ago, as '1 hour ago' or 90m", set: moment(&h.from)},
			option{name: "to", arg: "TIME", group: groupWindows, def: "now", doc: "windows that begin before TIME", set: moment(&h.to)})
	}
	return append(list, h.connectOptions()...)
}

func (h *historian) help() string {
	introduction := historyUsage()
	if h.command == "diff" {
		introduction += "\nA span is FROM..TO, windows that begin at FROM or later and before TO: times in UTC, as '2018-03-02 14:44', or\nso long ago, as '1 hour ago' or 90m. An empty TO is now.\n"
	}
	return optionHelp(introduction, []string{groupOutput, groupWindows, groupConnect}, h.options())
}

// runHistory carries out a command below history.
func runHistory(args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		_, err := io.WriteString(stdout, historyUsage())
		return err
	}
	var names []string
	for _, c := range historyCommands {
		if c.name == args[0] {
			h := &historian{client: newClient(), command: c.name, from: time.Now().Add(-time.Hour), to: time.Now(), limit: c.limit, executions: 3}
			h.wants = c.wants
			err := h.read("history "+c.name, args[1:], h.options())
			if errors.Is(err, errHelp) {
				_, err = io.WriteString(stdout, h.help())
				return err
			}
			if err == nil && len(h.arguments) != c.wants {
				err = fmt.Errorf("want perfschema history %s%s; --help tells more", c.name, c.arguments)
			}
			if err != nil {
				return err
			}
			return h.run(stdout, stderr)
		}
		names = append(names, c.name)
	}
	for _, c := range fleetCommands {
		if c.name == args[0] {
			return runFleet(c.name, args[1:], stdout, stderr)
		}
		names = append(names, c.name)
	}
	if near, ok := nearest(args[0], names); ok {
		return fmt.Errorf("unknown command history %q; did you mean %q?", args[0], near)
	}
	return fmt.Errorf("unknown command history %q; there are %s", args[0], strings.Join(names, ", "))
}

func (h *historian) run(stdout, stderr io.Writer) error {
	q, err := h.question()
	if err != nil {
		return err
	}
	if h.queryOut {
		_, err := io.WriteString(stdout, q.sql)
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return writePage(h.page, h.force, stdout, stderr, func() (*report.Document, error) {
		d, err := h.ask(ctx, q, stderr)
		if ctx.Err() != nil {
			err = errors.New("interrupted")
		}
		return d, err
	})
}

// question is what is asked of a source; sql gives the same.
type question struct {
	sql string
	ask func(ctx context.Context, from trend.Source, name string) (*report.Document, error)
}

// errNoWindow: a span has nothing.
func errNoWindow(s history.Span) error {
	return fmt.Errorf("nothing was kept between %s and %s UTC, or nothing ran", s.From.UTC().Format(time.DateTime), s.To.UTC().Format(time.DateTime))
}

func (h *historian) question() (q question, err error) {
	span := history.Span{From: h.from, To: h.to}
	switch h.command {
	case "top":
		q.sql = trend.SumSQL(span, h.limit)
		q.ask = func(ctx context.Context, from trend.Source, name string) (*report.Document, error) {
			t, err := trend.Sum(ctx, from, span)
			if err != nil {
				return nil, err
			}
			if len(t.Statements) == 0 {
				return nil, errNoWindow(span)
			}
			return report.SumDocument(t, name, h.limit), nil
		}
	case "diff":
		var spans [2]history.Span
		now := time.Now()
		for i, a := range h.arguments {
			if spans[i], err = parseSpan(a, now); err != nil {
				return q, err
			}
		}
		q.sql = trend.CompareSQL(spans[0], spans[1], h.limit)
		q.ask = func(ctx context.Context, from trend.Source, name string) (*report.Document, error) {
			c, err := trend.Compare(ctx, from, spans[0], spans[1])
			if err != nil {
				return nil, err
			}
			for i, t := range []*trend.Total{c.A, c.B} {
				if len(t.Statements) == 0 {
					return nil, errNoWindow(spans[i])
				}
			}
			return report.CompareDocument(c, name, h.limit), nil
		}
	default:
		digest := strings.ToLower(h.arguments[0])
		if len(digest) > 64 || strings.Trim(digest, "0123456789abcdef") != "" || digest == "" {
			return q, fmt.Errorf("%.70q is no digest, nor what one begins with: hexadecimal digits", digest)
		}
		q.sql = trend.FollowSQL(span, digest, trend.StepWidth(span, h.limit))
		if h.executions > 0 {
			q.sql += trend.SlowestSQL(span, digest, h.executions)
		}
		q.ask = func(ctx context.Context, from trend.Source, name string) (*report.Document, error) {
			c, err := trend.Follow(ctx, from, span, digest, h.limit)
			if err != nil {
				return nil, err
			}
			if len(c.Steps) == 0 {
				return nil, fmt.Errorf("no statement whose digest begins with %s ran between %s and %s UTC", digest, h.from.UTC().Format(time.DateTime), h.to.UTC().Format(time.DateTime))
			}
			d := report.CourseDocument(c, name)
			if from, ok := from.(trend.ExecutionSource); ok && h.executions > 0 {
				err = h.addExecutions(ctx, d, from, span, c.Digest)
			}
			return d, err
		}
	}
	return q, nil
}

// addExecutions adds the slowest executions of a statement to its course.
func (h *historian) addExecutions(ctx context.Context, d *report.Document, from trend.ExecutionSource, span history.Span, digest string) error {
	list, err := from.Slowest(ctx, span, digest, h.executions)
	unknown := ""
	switch e := (*mysql.MySQLError)(nil); {
	case errors.As(err, &e) && (e.Number == 1142 || e.Number == 1227 || e.Number == 1146):
		unknown = "They are not to be had: " + e.Message + ". Who reads history.query_profiles and query_operators needs SELECT on them and PROCESS."
	case err != nil:
		return err
	case len(list) == 0:
		unknown = "None is kept by itself: --history-event-time and --history-event-every of the server say which are."
	}
	d.AddExecutions(list, unknown)
	return nil
}

// ask asks the files or the server.
func (h *historian) ask(ctx context.Context, q question, stderr io.Writer) (*report.Document, error) {
	if h.dataDir != "" {
		dir := h.dataDir
		if below := filepath.Join(dir, server.HistoryDir); isDir(below) {
			dir = below
		}
		d, err := history.OpenDirectory(dir, slog.New(lineLog{stderr}))
		if err != nil {
			return nil, fmt.Errorf("there is no history in %s; start the server with --history: %w", h.dataDir, err)
		}
		return q.ask(ctx, trend.Files{Directory: d}, "the history in "+dir)
	}
	s, err := h.server(stderr)
	if err != nil {
		return nil, err
	}
	db, err := export.Connect(s)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	d, err := q.ask(ctx, trend.Server{DB: db}, "the history of the server on "+s.Addr)
	var e *mysql.MySQLError
	switch {
	case errors.As(err, &e) && (e.Number == 1049 || e.Number == 1146):
		return nil, fmt.Errorf("the server on %s keeps no history; start it with --history: %w", s.Addr, err)
	case errors.As(err, &e) && (e.Number == 1142 || e.Number == 1044):
		return nil, fmt.Errorf("%s may not read the history; have an administrator run GRANT SELECT ON history.* TO the account: %w", s.User, err)
	}
	return d, s.Explain(err)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// lineLog writes what a library has to tell as lines on standard error.
type lineLog struct{ stderr io.Writer }

// Enabled implements slog.Handler.
func (lineLog) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements slog.Handler.
func (l lineLog) Handle(_ context.Context, r slog.Record) error {
	line := r.Message
	r.Attrs(func(a slog.Attr) bool {
		line += fmt.Sprintf(", %s: %s", a.Key, a.Value)
		return true
	})
	tell(l.stderr, line)
	return nil
}

// WithAttrs implements slog.Handler; nobody gives any.
func (l lineLog) WithAttrs([]slog.Attr) slog.Handler { return l }

// WithGroup implements slog.Handler; nobody gives any.
func (l lineLog) WithGroup(string) slog.Handler { return l }
