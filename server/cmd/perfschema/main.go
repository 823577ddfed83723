// Command perfschema runs the server, and tells where the time of its queries went. It also builds
// other Go programs so that they tell where their goroutines wait.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/build"
	printable "github.com/perfschema/perfschema/server/internal/terminal"
)

// Exit statuses.
const (
	exitOK    = 0
	exitError = 1
)

// commands are those of the server; [build.Subcommands] run the go command in the place of this process.
var commands = []string{"serve", "export", "report", "history", "top", "attach", "version", "help"}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run carries out one command line and returns the exit status. An error is
// one line on stderr.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && slices.Contains(build.Subcommands, args[0]) {
		return build.Main(args, stdout, forTerminal(stderr))
	}
	err := dispatch(args, stdout, stderr)
	if err == nil {
		return exitOK
	}
	tell(stderr, strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; "))
	return exitError
}

// forTerminal is w, or, if that is a terminal, a writer of what of the lines can be printed: names of
// files and what the go command says of them may have what a terminal obeys.
func forTerminal(w io.Writer) io.Writer {
	if isTerminal(w) {
		return printable.NewWriter(w)
	}
	return w
}

// tell writes a line of what the command has to say: what of it can be printed, wherever
// it is from.
func tell(w io.Writer, text string) { fmt.Fprintln(w, "perfschema: "+printable.Printable(text)) }

func dispatch(args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return errors.New("no command given; run perfschema serve, or perfschema help")
	}
	switch args[0] {
	case "serve":
		return serve(args[1:], stdout, stderr)
	case "export":
		return runExport(args[1:], stdout, stderr)
	case "report":
		return runReport(args[1:], stdout, stderr)
	case "history":
		return runHistory(args[1:], stdout, stderr)
	case "top":
		return runTop(args[1:], stdout, stderr)
	case "attach":
		return runAttach(args[1:], stdout, stderr)
	case "version", "--version":
		return printVersion(stdout)
	case "help", "--help", "-h":
		_, err := io.WriteString(stdout, usage())
		return err
	}
	if near, ok := nearest(args[0], slices.Concat(commands, build.Subcommands)); ok {
		return fmt.Errorf("unknown command %q; did you mean %q?", args[0], near)
	}
	return fmt.Errorf("unknown command %q; run perfschema serve, or perfschema help", args[0])
}
