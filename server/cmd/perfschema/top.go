package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/go-sql-driver/mysql"
	"golang.org/x/term"

	"github.com/perfschema/perfschema/server/export"
	"github.com/perfschema/perfschema/server/top"
)

const groupShow = "What is shown"

// maxAnswer is how much top reads of one answer, in bytes: twice what it keeps of one.
const maxAnswer = 1 << 30

// topping is what the options of top set.
type topping struct {
	*client
	show top.Options
	form top.Format
}

func newTopping() *topping {
	return &topping{client: newClient(), show: top.Options{Page: top.Pages()[0], Interval: time.Second}}
}

func (t *topping) options() []option {
	list := []option{
		{name: "page", arg: "NAME", group: groupShow, def: t.show.Page, doc: strings.Join(top.Pages(), ", ") + ": what is shown first", set: func(_ *settings, v string) error {
			if !slices.Contains(top.Pages(), v) {
				return fmt.Errorf("%q is none of %s", v, strings.Join(top.Pages(), ", "))
			}
			t.show.Page = v
			return nil
		}},
		{name: "by", arg: "NAME", group: groupShow, def: top.Dimensions()[0], doc: strings.Join(top.Dimensions(), ", ") + ": what the page activity tells sessions apart by", set: func(_ *settings, v string) error {
			if !slices.Contains(top.Dimensions(), v) {
				return fmt.Errorf("%q is none of %s", v, strings.Join(top.Dimensions(), ", "))
			}
			t.show.By = v
			return nil
		}},
		{name: "span", arg: "TIME", group: groupShow, def: "5m", doc: "of how long the page activity is, up to now, as 30s or 1h", set: func(_ *settings, v string) error {
			d, err := time.ParseDuration(v)
			if err != nil || d < time.Second || d > 30*24*time.Hour {
				return fmt.Errorf("%q is no time between 1s and 720h", v)
			}
			t.show.Span = d
			return nil
		}},
		{name: "interval", arg: "TIME", group: groupShow, def: "1s", doc: "time between two readings, as 500ms or 10s", set: interval(&t.show.Interval)},
		{name: "once", group: groupShow, flag: true, def: "OFF", doc: "write the first figures to standard output as text, and end", set: onOff(func(_ *settings, on bool) { t.form.Once = on })},
		{name: "json", group: groupShow, flag: true, def: "OFF", doc: "write one JSON object a reading to standard output, each on a line; with --once only the first", set: onOff(func(_ *settings, on bool) { t.form.JSON = on })},
	}
	return append(list, t.connectOptions()...)
}

func (t *topping) help() string {
	return optionHelp("perfschema top [options] shows in a terminal what a server does now: the statements that took the time of the\n"+
		"last second, sessions and who waits for whom, waits, files, tables, memory. It works against perfschema, MySQL 8\n"+
		"and MariaDB, as far as their tables go. Keys: ? lists them.\n\n"+
		"  perfschema top\n"+
		"  perfschema top --host=db1 --port=3306 --user=root --password\n"+
		"  perfschema top --once --json --page=waits --interval=10s\n"+
		"  perfschema top --once --page=activity --by=user --span=1h\n", []string{groupShow, groupConnect}, t.options())
}

// runTop shows what a running server does.
func runTop(args []string, stdout, stderr io.Writer) error {
	t := newTopping()
	err := t.read("top", args, t.options())
	if errors.Is(err, errHelp) {
		_, err = io.WriteString(stdout, t.help())
		return err
	}
	if err != nil {
		return err
	}
	to := textOptions(stdout)
	out, isFile := stdout.(*os.File)
	if !t.form.Once && !t.form.JSON && (!isFile || !term.IsTerminal(int(out.Fd()))) {
		return errors.New("standard output is no terminal; give --once for text, or --json")
	}
	server, err := t.server(stderr)
	if err != nil {
		return err
	}
	server.Answers = &export.AnswerLimit{Bytes: maxAnswer}
	db, err := export.Connect(server)
	if err != nil {
		return err
	}
	defer db.Close()
	t.show.Who, t.show.Color = server.User+"@"+server.Addr, to.Color
	t.show.Explain = func(err error) error {
		// What is said of rights and tables concerns those of export.
		var e *mysql.MySQLError
		if errors.As(err, &e) && e.Number != 1045 && e.Number != 1698 && e.Number != 3159 {
			return err
		}
		return server.Explain(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if !t.form.Once && !t.form.JSON {
		return top.Run(ctx, db, t.show)
	}
	if t.form.Width = to.Width; t.form.Width == 0 {
		t.form.Width = 160
	}
	if to.ASCII && !t.form.JSON {
		stdout = asciiWriter{stdout}
	}
	return top.Write(ctx, db, stdout, t.show, t.form)
}

// asciiWriter writes what a locale without UTF-8 can show.
type asciiWriter struct{ to io.Writer }

func (w asciiWriter) Write(text []byte) (int, error) {
	s := strings.Map(func(r rune) rune {
		switch {
		case r < 0x80:
			return r
		case r == 'µ':
			return 'u'
		case r == '–':
			return '-'
		case r == '…':
			return '~'
		}
		return '?'
	}, string(text))
	_, err := io.WriteString(w.to, s)
	return len(text), err
}
