package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/perfschema/perfschema/server/export"
	"github.com/perfschema/perfschema/server/report"
)

// reporting is what the options of report set.
type reporting struct {
	*client
	from, page string
	force      bool
}

func (r *reporting) options() []option {
	list := []option{
		{name: "html", arg: "FILE", group: groupOutput, doc: "write one self-contained page instead of text; - is standard output", set: filled(keep(&r.page))},
		{name: "force", group: groupOutput, flag: true, def: "OFF", doc: "write over a file that exists", set: onOff(func(_ *settings, on bool) { r.force = on })},
		{name: "from", arg: "FILE", group: groupProfiles, doc: "read profiles from a file instead of a server: CSV, also gzipped, or Parquet, exported or the Snowset's own; " +
			"a directory of such files; - for CSV from standard input", set: filled(keep(&r.from))},
	}
	return append(append(list, r.profileOptions()...), r.connectOptions()...)
}

func (r *reporting) help() string {
	return optionHelp("perfschema report [options] shows where the time of queries went: by resource, by operator and both at\n"+
		"once, by statement, class and time of day; how it is distributed, and how many queries ran at a time. It\n"+
		"reads the query profiles a running server has, or a file.\n\n"+
		"  perfschema report\n"+
		"  perfschema report --html=report.html --since=24h\n"+
		"  perfschema report --from=snowset-main.csv.gz\n", []string{groupOutput, groupProfiles, groupConnect}, r.options())
}

// runReport analyzes the profiles of a running server, or of a file.
func runReport(args []string, stdout, stderr io.Writer) error {
	r := &reporting{client: newClient()}
	err := r.read("report", args, r.options())
	if errors.Is(err, errHelp) {
		_, err = io.WriteString(stdout, r.help())
		return err
	}
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return writePage(r.page, r.force, stdout, stderr, func() (*report.Document, error) {
		d, err := r.analyze(ctx, stderr)
		if err != nil && ctx.Err() != nil {
			err = errors.New("interrupted")
		}
		return d, err
	})
}

// writePage writes a document as a page to a file, or to standard output where page is -,
// or as text where it is empty.
func writePage(page string, force bool, stdout, stderr io.Writer, of func() (*report.Document, error)) (err error) {
	var file *export.File
	if page != "" && page != "-" {
		// It comes first: what is wrong with it needs nothing to show.
		file, err = export.Create(page, force)
		if errors.Is(err, export.ErrExists) {
			return fmt.Errorf("%w; give --force to write over it", err)
		}
		if err != nil {
			return err
		}
		defer file.Abort()
	}
	d, err := of()
	if err != nil {
		return err
	}
	switch {
	case file != nil:
		if err := report.WriteHTML(file, d, time.Now()); err != nil {
			return err
		}
		size, err := file.Commit()
		if err == nil {
			tell(stderr, fmt.Sprintf("wrote %s, %s", page, plural(size, "byte")))
		}
		return err
	case page == "-":
		return report.WriteHTML(stdout, d, time.Now())
	}
	return report.WriteText(stdout, d, textOptions(stdout))
}

func (r *reporting) analyze(ctx context.Context, stderr io.Writer) (*report.Document, error) {
	progress := newProgress(stderr)
	defer progress.clear()
	if r.from != "" {
		return r.analyzeFile(ctx, progress)
	}
	server, err := r.server(stderr)
	if err != nil {
		return nil, err
	}
	db, err := export.Connect(server)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	a := report.New(true)
	if err := a.ReadServer(ctx, db, r.filter, progress.at); err != nil {
		return nil, server.Explain(err)
	}
	if a.Empty() {
		return nil, server.Explain(export.WhyEmpty(ctx, db, r.filter))
	}
	return a.Document("profiling.query_profiles of the server on " + server.Addr), nil
}

func (r *reporting) analyzeFile(ctx context.Context, progress *progress) (*report.Document, error) {
	source, err := export.Open(r.from)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	a := report.New(false)
	if err := a.Read(until{export.Filtered(source, r.filter), ctx}, progress.at); err != nil {
		return nil, err
	}
	if a.Empty() && r.filter.Some() {
		return nil, fmt.Errorf("no profile in %s matches the options", r.from)
	}
	if a.Empty() {
		return nil, fmt.Errorf("%s holds no profile of a query that has ended", r.from)
	}
	return a.Document(r.from), nil
}

// until ends a source with a context.
type until struct {
	export.Source
	ctx context.Context
}

func (u until) Next(p *export.Profile) error {
	if err := u.ctx.Err(); err != nil {
		return err
	}
	return u.Source.Next(p)
}

// isTerminal says whether what is written is shown on a terminal.
func isTerminal(w io.Writer) bool {
	switch w := w.(type) {
	case *os.File:
		return term.IsTerminal(int(w.Fd()))
	case interface{ IsTerminal() bool }:
		return w.IsTerminal()
	}
	return false
}

// textOptions are what the terminal can show, if it is one.
func textOptions(stdout io.Writer) report.TextOptions {
	o := report.TextOptions{ASCII: !unicodeLocale()}
	if file, ok := stdout.(*os.File); ok && isTerminal(file) {
		o.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
		if width, _, err := term.GetSize(int(file.Fd())); err == nil {
			o.Width = min(width, 120)
		}
	}
	return o
}

// unicodeLocale says whether the locale's characters are UTF-8; one that is not
// set is taken to be.
func unicodeLocale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(os.Getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}
