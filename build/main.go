package build

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/perfschema/perfschema/build/internal/anchor"
	"github.com/perfschema/perfschema/build/internal/goroot"
	"github.com/perfschema/perfschema/build/internal/patch"
)

// Subcommands are those of the go command that Main runs.
var Subcommands = []string{"build", "install", "run", "test", "vet"}

// Usage is the help text.
const Usage = `perfschema build compiles a Go program, no line changed, so that it tells where its
goroutines wait, and for which request.

	perfschema build|run|test|install|vet [-lenient] [flags of go] [packages]
	perfschema build -n [flags of go] [packages]

They take what the go command takes, and run it: go help build lists that.

	-lenient  leave out patches that do not fit the toolchain, instead of failing
	-n        print what is changed in the standard library, and build nothing

The program is asked by its environment:

	PERFSCHEMA_REPORT=exit      print a report when it ends
	PERFSCHEMA_REPORT=signal    print a report at each SIGUSR1
	PERFSCHEMA_LISTEN=127.0.0.1:6061
	                            answer curl and perfschema attach while it runs
	PERFSCHEMA_FILE=name        append reports to a file, not to standard error

What is made lies in perfschema-build in the user's cache directory, or in that which
PERFSCHEMA_CACHE names. It may be removed at any time.
`

// Main runs a subcommand. On success it does not return: the go command takes the place of
// the process. Otherwise it returns the exit status.
func Main(arguments []string, stdout, stderr io.Writer) int {
	debug.SetGCPercent(400) // the process ends soon
	c, err := prepare(arguments, stdout, stderr)
	if err == nil && c != nil {
		err = fmt.Errorf("%s: %w", c.path, syscall.Exec(c.path, c.arguments, c.environment))
	}
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, "perfschema:", err)
	if isUsage(err) {
		return 2
	}
	return 1
}

// unknown is the error of a subcommand that there is not.
func unknown(name string) error {
	switch {
	case slices.Contains([]string{"serve", "export", "report", "history", "top", "attach"}, name):
		return usageError{"perfschema " + name + " is the server's: go install github.com/perfschema/perfschema/server/cmd/perfschema"}
	case slices.Contains([]string{"clean", "doc", "env", "fix", "fmt", "generate", "get", "list", "mod", "tool", "work"}, name):
		return usageError{fmt.Sprintf("%s builds no program: use go %[1]s", name)}
	}
	return usageError{fmt.Sprintf("there is no %s: use %s", name, strings.Join(Subcommands, ", "))}
}

// A command is what is to be run in the place of this process.
type command struct {
	path                   string
	arguments, environment []string
}

// usageError is an error of the command line.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func isUsage(err error) bool {
	var e usageError
	return errors.As(err, &e)
}

// prepare does all that comes before the go command. It returns nil if there is nothing to run.
func prepare(arguments []string, out, warnings io.Writer) (*command, error) {
	if len(arguments) == 0 || slices.Contains([]string{"help", "-h", "-help", "--help"}, arguments[0]) {
		_, err := io.WriteString(out, Usage)
		return nil, err
	}
	if !slices.Contains(Subcommands, arguments[0]) {
		return nil, unknown(arguments[0])
	}
	l, err := parse(arguments)
	if err != nil {
		return nil, err
	}
	if l.help {
		_, err := io.WriteString(out, Usage)
		return nil, err
	}
	versioned, err := l.versioned()
	if err != nil {
		return nil, err
	}
	var environment []string
	dir := ""
	if versioned != "" { // the modules of this directory do not matter
		environment, dir = []string{"GOWORK=off"}, os.TempDir()
	}
	tool, err := findToolchain(l.chdir, environment, dir)
	if err != nil {
		return nil, err
	}
	if l.sub != "test" && l.sub != "vet" && covers(slices.Concat(tool.flags, l.flags)) {
		return nil, errors.New("-cover does not go with the file that is added to package main: Go's cover tool knows no overlay; build without it")
	}
	if name := valueOf(slices.Concat(tool.flags, l.flags), "compiler"); name != "" && name != "gc" {
		return nil, fmt.Errorf("-compiler=%s: only programs that Go's own compiler builds can be recorded", name)
	}
	if l.onlyDiff {
		set, err := patch.For(tool.GOROOT, tool.GOVERSION, l.lenient)
		if err != nil {
			return nil, advise(err, tool)
		}
		return nil, set.WriteDiff(out)
	}
	cache, err := goroot.Cache()
	if err != nil {
		return nil, err
	}
	if _, err := goroot.Hold(cache); err != nil { // until the go command takes the place of this process
		return nil, err
	}
	if versioned != "" {
		if l, environment, err = l.copied(cache, versioned, tool.flags, warnings); err != nil {
			return nil, err
		}
		if tool, err = findToolchain(l.chdir, environment, ""); err != nil {
			return nil, err
		}
	}
	return l.compile(tool, cache, environment, warnings)
}

// compile returns the go command that carries out a line with a patched standard library.
func (l *line) compile(tool *toolchain, cache string, environment []string, warnings io.Writer) (*command, error) {
	c := &command{path: tool.command(), environment: with(with(os.Environ(), environment...), "GOTOOLCHAIN=local")}
	memory := l.memory(tool, cache)
	if m := memory.recall(); m != nil {
		c.environment = with(c.environment, "GOROOT="+m.Root)
		c.arguments = l.goArguments(&additions{tags: m.Tags, overlay: m.Overlay, files: m.Files})
		return c, nil
	}
	set, err := patch.For(tool.GOROOT, tool.GOVERSION, l.lenient)
	if err != nil {
		return nil, advise(err, tool)
	}
	for i, name := range set.Missing {
		fmt.Fprintf(warnings, "perfschema: without patch %s: %v\n", name, set.Reasons[i])
	}
	if len(set.Patches) == 0 {
		c.arguments = l.goArguments(nil)
		return c, nil
	}
	root, err := goroot.Make(cache, tool.GOROOT, tool.GOVERSION, set)
	if err != nil {
		return nil, err
	}
	c.environment = with(c.environment, "GOROOT="+root)
	if l.sub == "vet" {
		c.arguments = l.goArguments(nil)
		return c, nil
	}
	extra, err := addStart(l, tool, c, cache, set, warnings)
	if err != nil {
		return nil, err
	}
	memory.keep(root, set, extra)
	c.arguments = l.goArguments(extra)
	return c, nil
}

// with is an environment with variables set anew: of two of one name a program takes the first.
func with(environment []string, variables ...string) []string {
	all := slices.Clone(environment)
	for _, v := range variables {
		name, _, _ := strings.Cut(v, "=")
		all = slices.DeleteFunc(all, func(old string) bool { return strings.HasPrefix(old, name+"=") })
	}
	return append(all, variables...)
}

// advise says what to do about a toolchain that does not fit.
func advise(err error, tool *toolchain) error {
	switch {
	case errors.Is(err, patch.ErrToolchain):
		return fmt.Errorf("%w: choose one of these by GOTOOLCHAIN, or try -lenient", err)
	case errors.Is(err, anchor.ErrChanged):
		return fmt.Errorf("%w: %s is not one that this patch was written for; -lenient leaves it out", err, tool.GOVERSION)
	}
	return err
}
