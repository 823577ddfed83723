package main

import (
	"fmt"
	"strings"
)

const helpWidth = 100

func usage() string {
	return `perfschema is a MySQL-compatible server that shows where its time goes.

  perfschema serve [options]   run the server
  perfschema serve --help      list the options
  perfschema version           print the version
`
}

// serveHelp lists the options by group.
func serveHelp() string {
	var b strings.Builder
	b.WriteString("perfschema serve [options] runs the server until SIGTERM or SIGINT.\n\n" +
		"Underscores and dashes in option names are the same. Every option but --defaults-file\n" +
		"may stand in the file that names, without the leading dashes.\n")
	list := options()
	for _, group := range groups {
		fmt.Fprintf(&b, "\n%s\n", group)
		for _, o := range list {
			if o.group == group {
				writeOption(&b, o)
			}
		}
	}
	return b.String()
}

// writeOption writes an option and, indented below it, what it does.
func writeOption(b *strings.Builder, o option) {
	line := "  --" + o.name
	if o.arg != "" {
		line += "=" + o.arg
	}
	doc := o.doc
	if o.def != "" {
		doc = strings.TrimSpace(doc + " (" + o.def + ")")
	}
	const indent = 34
	if len(line) < indent-1 {
		line += strings.Repeat(" ", indent-len(line))
	} else if o.group == groupConsumers || o.group == groupSizes {
		line += "  "
	} else {
		line += "\n" + strings.Repeat(" ", indent)
	}
	b.WriteString(line)
	column := len(line) - 1 - strings.LastIndexByte(line, '\n')
	for i, word := range strings.Fields(doc) {
		if i > 0 && column+1+len(word) > helpWidth {
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		} else if i > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteByte('\n')
}
