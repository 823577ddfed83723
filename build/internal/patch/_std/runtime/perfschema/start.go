// Package perfschema records where the program's goroutines wait, and reports it. A program
// built by perfschema build imports it; nothing else does.
package perfschema

import (
	"fmt"
	"internal/perfschema"
	"internal/runtime/exithook"
	"os"
	"os/signal"
	"runtime/perfschema/internal/report"
	"strings"
	"sync"
	"syscall"
	"time"
)

// began is when recording began; the zero time if it has not.
var began time.Time

// names are the tables of names that the program and its plugins were built with.
var names struct {
	sync.Mutex
	tables []string
	parsed report.Names // of all tables; nil until it is asked for
}

// Names is called by the file that perfschema build adds to package main, with a table of what
// the program's locks and channels are called. A plugin adds its own when it is opened.
func Names(table string) {
	names.Lock()
	defer names.Unlock()
	names.tables, names.parsed = append(names.tables, table), nil
}

// parsedNames returns the names of all tables. They are parsed once: a large program has many, and
// may be asked every second.
func parsedNames() report.Names {
	names.Lock()
	defer names.Unlock()
	if names.parsed == nil {
		names.parsed = report.ParseNames(strings.Join(names.tables, ""))
	}
	return names.parsed
}

// reporting is held while a report is made: two at once would be mixed.
var reporting sync.Mutex

// init reads PERFSCHEMA_REPORT and PERFSCHEMA_LISTEN. Unless these ask for something, nothing is
// recorded, no signal is handled, and no goroutine begun. A program with the setuid bit does not
// read them: who runs that may not have files written in its name.
func init() {
	if secure() {
		return
	}
	var atExit bool
	var signals []os.Signal
	for word := range strings.SplitSeq(os.Getenv("PERFSCHEMA_REPORT"), ",") {
		switch strings.TrimSpace(word) {
		case "":
		case "exit":
			atExit = true
		case "signal", "SIGUSR1":
			signals = append(signals, syscall.SIGUSR1)
		case "SIGUSR2":
			signals = append(signals, syscall.SIGUSR2)
		default:
			fmt.Fprintf(os.Stderr, "perfschema: PERFSCHEMA_REPORT has %q: it may have exit, signal, SIGUSR1 and SIGUSR2, separated by commas\n", word)
		}
	}
	address := os.Getenv("PERFSCHEMA_LISTEN")
	if !atExit && signals == nil && address == "" {
		return
	}
	if _, _, _, _, n := sizes(); n != frames {
		fmt.Fprintln(os.Stderr, "perfschema: nothing is recorded: packages runtime and runtime/perfschema are not of one version")
		return
	}
	if address != "" {
		if err := listen(address); err != nil {
			fmt.Fprintln(os.Stderr, "perfschema: PERFSCHEMA_LISTEN:", err)
			if !atExit && signals == nil {
				return
			}
		}
	}
	began = time.Now()
	start()
	perfschema.Start()
	if atExit {
		exithook.Add(exithook.Hook{F: write, RunOnFailure: true})
	}
	if signals != nil {
		c := make(chan os.Signal, 1)
		signal.Notify(c, signals...)
		go func() {
			for range c {
				write()
			}
		}()
	}
}

// take reads what has been recorded and passes it on. A fault of that must not end the program.
func take(tell func(*report.Snapshot) error) (err error) {
	reporting.Lock()
	defer reporting.Unlock()
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("%v", e)
		}
	}()
	return tell(read())
}

// write writes a report to standard error, or appends it to the file PERFSCHEMA_FILE.
func write() {
	err := take(func(s *report.Snapshot) error {
		name := os.Getenv("PERFSCHEMA_FILE")
		if name == "" {
			return report.Write(os.Stderr, s)
		}
		f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			fmt.Fprintln(os.Stderr, "perfschema: report on standard error:", err)
			return report.Write(os.Stderr, s)
		}
		defer f.Close()
		return report.Write(f, s)
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "perfschema: no report:", err)
	}
}
