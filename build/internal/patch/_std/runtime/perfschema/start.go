// Package perfschema records where the program's goroutines wait, and reports it. A program
// built by perfschema build imports it; nothing else does.
package perfschema

import (
	"fmt"
	"internal/runtime/exithook"
	"io"
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

// names is the table of names that the program was built with.
var names string

// Names is called by the file that perfschema build adds to package main, with a table of what
// the program's locks and channels are called.
func Names(table string) { names = table }

// reporting is held while a report is written: two at once would be mixed.
var reporting sync.Mutex

// init reads PERFSCHEMA_REPORT. Unless that asks for a report, nothing is recorded, no
// signal is handled, and no goroutine begun.
func init() {
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
	if !atExit && signals == nil {
		return
	}
	began = time.Now()
	start()
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

// write writes a report to standard error, or appends it to the file PERFSCHEMA_FILE.
func write() {
	reporting.Lock()
	defer reporting.Unlock()
	defer func() {
		if e := recover(); e != nil { // a fault of the report must not end the program
			fmt.Fprintln(os.Stderr, "perfschema: no report:", e)
		}
	}()
	start() // makes the tables of Ps that are new
	s := read()
	out := io.Writer(os.Stderr)
	if name := os.Getenv("PERFSCHEMA_FILE"); name != "" {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			fmt.Fprintln(os.Stderr, "perfschema: report on standard error:", err)
		} else {
			defer f.Close()
			out = f
		}
	}
	if err := report.Write(out, s); err != nil {
		fmt.Fprintln(os.Stderr, "perfschema: no report:", err)
	}
}
