package build

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A line is a command line of the go command, taken apart.
type line struct {
	sub      string
	base     string   // the directory that names of overlays are relative to; "" for that of dir
	chdir    []string // -C and its directory, if any
	before   []string // between the subcommand and the packages, without -C, -tags, -overlay
	flags    []option // those of go, also behind the packages; without -C, -tags, -overlay
	tags     *string
	overlay  *string
	packages []string // or source files
	rest     []string // behind the packages, without -tags, -overlay
	lenient  bool
	onlyDiff bool
	help     bool
}

// An option is a flag of the go command and its value.
type option struct {
	name, value string
	has         bool     // a value
	words       []string // of the command line
}

// on reports whether a flag without a value, or with a boolean, is set.
func (o option) on() bool {
	b, err := strconv.ParseBool(o.value)
	return !o.has || err == nil && b
}

// take takes a flag and its value off a command line that begins with one. known is false for
// what is no flag of go's.
func take(sub string, arguments []string) (o option, known bool, rest []string, err error) {
	o.name, o.value, o.has = strings.Cut(strings.TrimPrefix(arguments[0][1:], "-"), "=")
	o.words, rest = arguments[:1], arguments[1:]
	if sub == "test" && slices.Contains(ofTest, strings.TrimPrefix(o.name, "test.")) {
		o.name = strings.TrimPrefix(o.name, "test.")
	}
	vet := sub == "vet"
	switch {
	case slices.Contains(withValue, o.name), vet && o.name == "c": // else -c is a flag of go test
	case slices.Contains(withoutValue, o.name), slices.Contains(ownFlags, o.name), vet && slices.Contains(vetWithoutValue, o.name):
		return o, true, rest, nil
	default:
		return o, false, rest, nil
	}
	if !o.has {
		if len(rest) == 0 {
			return o, true, nil, usageError{fmt.Sprintf("flag %s needs a value", arguments[0])}
		}
		o.value, o.has = rest[0], true
		o.words, rest = arguments[:2], rest[1:]
	}
	return o, true, rest, nil
}

func isFlag(word string) bool { return len(word) > 1 && word[0] == '-' && word != "--" }

// parse takes a command line apart, as the go command would.
func parse(arguments []string) (*line, error) {
	l := &line{sub: arguments[0]}
	arguments = arguments[1:]
	if l.sub == "test" {
		return l, l.parseTest(arguments)
	}
	for len(arguments) > 0 && isFlag(arguments[0]) && !l.help {
		o, _, rest, err := take(l.sub, arguments)
		if err != nil {
			return nil, err
		}
		if l.before, err = l.set(o, l.before); err != nil {
			return nil, err
		}
		arguments = rest
	}
	if len(arguments) > 0 && arguments[0] == "--" {
		arguments = arguments[1:]
	}
	n := len(arguments)
	if l.sub == "run" { // one package or files; the rest is the program's
		n = 0
		for n < len(arguments) && (n == 0 || strings.HasSuffix(arguments[n], ".go") && strings.HasSuffix(arguments[0], ".go")) {
			n++
		}
	}
	l.packages, l.rest = arguments[:n], arguments[n:]
	if i := slices.IndexFunc(l.packages, isFlag); i >= 0 && l.sub != "vet" && !l.help {
		return nil, usageError{fmt.Sprintf("flag %s stands behind a package: flags come first", l.packages[i])}
	}
	return l, nil
}

// parseTest takes the command line of go test apart: flags of go may stand behind the packages,
// among those of the tests.
func (l *line) parseTest(arguments []string) error {
	listing, listed := false, false // packages
	value := false                  // the word before is a flag of the tests, whose value may follow
	for len(arguments) > 0 && !l.help {
		a := arguments[0]
		all := &l.before
		if listed {
			all = &l.rest
		}
		switch {
		case a == "--", a == "-args", a == "--args":
			l.rest = append(l.rest, arguments...)
			return nil
		case !isFlag(a) && listed && !listing:
			if !value {
				l.rest = append(l.rest, arguments...)
				return nil
			}
			l.rest = append(l.rest, a)
			arguments, value = arguments[1:], false
			continue
		case !isFlag(a):
			l.packages = append(l.packages, a)
			listing, listed, value = true, true, false
			arguments = arguments[1:]
			continue
		}
		listing = false
		o, known, rest, err := take(l.sub, arguments)
		if err != nil {
			return err
		}
		if !known {
			listed, all = true, &l.rest // packages do not follow
		}
		value = !known && !o.has
		if !known {
			l.rest = append(l.rest, o.words...)
		} else if *all, err = l.set(o, *all); err != nil {
			return err
		}
		arguments = rest
	}
	return nil
}

// set notes a flag. What is go's it adds to the words of the command line.
func (l *line) set(o option, words []string) ([]string, error) {
	var err error
	switch o.name {
	case "h", "help":
		l.help = true
	case "lenient":
		l.lenient, err = o.boolean()
	case "n":
		l.onlyDiff, err = o.boolean()
	case "C":
		l.chdir = []string{"-C", o.value}
	case "tags":
		l.tags = &o.value
	case "overlay":
		l.overlay = &o.value
	default:
		l.flags = append(l.flags, o)
		words = append(words, o.words...)
	}
	return words, err
}

// boolean is the value of a flag of this command's own.
func (o option) boolean() (bool, error) {
	if !o.has {
		return true, nil
	}
	b, err := strconv.ParseBool(o.value)
	if err != nil {
		return false, usageError{fmt.Sprintf("flag -%s is true or false, not %q", o.name, o.value)}
	}
	return b, nil
}

// forList are the flags that go list is to have.
func (l *line) forList(tags string) []string { return append(l.wordsOf(listed), l.forFiles(tags)...) }

// forExport are those for go list to compile packages as the command will.
func (l *line) forExport(tags string) []string {
	return append(l.wordsOf(compiling), l.forFiles(tags)...)
}

// forFiles are tags and overlay.
func (l *line) forFiles(tags string) (all []string) {
	if tags != "" {
		all = append(all, "-tags="+tags)
	}
	if l.overlay != nil {
		all = append(all, "-overlay="+*l.overlay)
	}
	return all
}

// wordsOf are the flags that have one of the names, with their values.
func (l *line) wordsOf(names []string) (all []string) {
	for _, o := range l.flags {
		if slices.Contains(names, o.name) {
			all = append(all, o.words...)
		}
	}
	return all
}

// additions is what addStart adds to a command line.
type additions struct {
	tags, overlay string
	files         []string // beside source files that the command line names

	kept     []string // files of the cache that it needs
	packages []found
	warned   bool // of a package that it adds nothing to
}

// goArguments are the arguments of the go command, its own name first.
func (l *line) goArguments(extra *additions) []string {
	all := append(append([]string{"go"}, l.chdir...), l.sub)
	tags, overlay := l.tags, l.overlay
	packages := l.packages
	if extra != nil {
		tags, overlay = &extra.tags, &extra.overlay
		packages = append(slices.Clone(packages), extra.files...)
	}
	if tags != nil {
		all = append(all, "-tags="+*tags)
	}
	if overlay != nil {
		all = append(all, "-overlay="+*overlay)
	}
	return slices.Concat(all, l.before, packages, l.rest)
}

// dir is the directory that the command runs in, as -C has it.
func (l *line) dir(of string) string {
	if l.chdir == nil {
		return of
	}
	if filepath.IsAbs(l.chdir[1]) {
		return l.chdir[1]
	}
	return filepath.Join(of, l.chdir[1])
}
