package main

import (
	"fmt"
	"strings"
)

const helpWidth = 110

func usage() string {
	return `perfschema is a MySQL-compatible server that shows where its time goes.

  perfschema serve [options]   run the server
  perfschema export [options]  write query profiles of a running server to a file
  perfschema report [options]  show where the time of queries went
  perfschema history COMMAND   tell what a server with --history has kept: top, diff, show
  perfschema top [options]     show in a terminal what a running server does now
  perfschema build [flags]     build a Go program that tells where its goroutines wait; also install, run, test, vet
  perfschema attach PROGRAM    serve the waits of such a program to MySQL's clients
  perfschema COMMAND --help    list the options of a command
  perfschema version           print the version
`
}

// serveHelp lists the options by group.
func serveHelp() string {
	return optionHelp("perfschema serve [options] runs the server until SIGTERM, SIGINT or SHUTDOWN.\n\n"+
		"Underscores and dashes in option names are the same. Every option but --defaults-file\n"+
		"may stand in the file that names, without the leading dashes. Every system variable that\n"+
		"SET GLOBAL sets is an option, too: --max-connections=500, --sql-mode=ANSI, --skip-autocommit.\n", groups, options())
}

// optionHelp lists options by group, below an introduction.
func optionHelp(introduction string, groups []string, list []option) string {
	var b strings.Builder
	b.WriteString(introduction)
	for _, group := range groups {
		fmt.Fprintf(&b, "\n%s\n", group)
		column := 0
		for _, o := range list {
			if o.group == group && len(o.usage()) < helpWidth*2/3 {
				column = max(column, len(o.usage())+2)
			}
		}
		for _, o := range list {
			if o.group == group {
				writeOption(&b, o, column)
			}
		}
	}
	return b.String()
}

// usage is the option as it is written on the command line.
func (o option) usage() string {
	usage := "  --" + o.name
	if o.short != "" {
		usage = "  -" + o.short + ", --" + o.name
	}
	if o.arg != "" {
		usage += "=" + o.arg
	}
	return usage
}

// writeOption writes an option and, from a column on, what it does.
func writeOption(b *strings.Builder, o option, column int) {
	doc := o.doc
	if o.def != "" {
		doc = strings.TrimSpace(doc + " (" + o.def + ")")
	}
	fmt.Fprintf(b, "%-*s", column, o.usage())
	at := column
	for i, word := range strings.Fields(doc) {
		switch {
		case i == 0:
		case at+1+len(word) > helpWidth:
			b.WriteString("\n" + strings.Repeat(" ", column))
			at = column
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += len(word)
	}
	b.WriteByte('\n')
}
