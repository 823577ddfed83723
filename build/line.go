package build

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A line is a command line of the go command, taken apart.
type line struct {
	sub      string
	chdir    []string // -C and its directory, if any
	flags    []string // between the subcommand and the packages, without -C, -tags, -overlay
	tags     *string
	overlay  *string
	packages []string // or source files
	rest     []string // behind the packages
	lenient  bool
	onlyDiff bool
}

// withValue are the flags of go build, run, test and install that take a value.
var withValue = strings.Fields(`C p asmflags buildmode compiler covermode coverpkg gccgoflags gcflags installsuffix
	ldflags mod modfile o overlay pgo pkgdir tags toolexec exec vettool
	bench benchtime blockprofile blockprofilerate count coverprofile cpu cpuprofile fuzz fuzztime fuzzminimizetime
	list memprofile memprofilerate mutexprofile mutexprofilefraction outputdir parallel run shuffle skip timeout trace vet`)

// listed are those of them, and of the others, that go list takes too and that change which
// files a package has.
var listed = strings.Fields("mod modfile compiler installsuffix race msan asan modcacherw")

// parse takes a command line apart, as the go command would.
func parse(arguments []string) (*line, error) {
	l := &line{sub: arguments[0]}
	arguments = arguments[1:]
	for len(arguments) > 0 {
		a := arguments[0]
		if a == "--" || a == "-" || !strings.HasPrefix(a, "-") {
			break
		}
		arguments = arguments[1:]
		name, value, has := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(a, "-"), "-"), "=")
		whole := []string{a}
		if !has && slices.Contains(withValue, name) && !(l.sub == "vet" && name == "json") {
			if len(arguments) == 0 {
				return nil, usageError{fmt.Sprintf("flag %s needs a value", a)}
			}
			value, whole = arguments[0], append(whole, arguments[0])
			arguments = arguments[1:]
		}
		switch name {
		case "lenient":
			l.lenient = true
		case "n":
			l.onlyDiff = true
		case "C":
			l.chdir = []string{"-C", value}
		case "tags":
			l.tags = &value
		case "overlay":
			l.overlay = &value
		case "args":
			l.rest = append([]string{a}, arguments...)
			return l, nil
		default:
			l.flags = append(l.flags, whole...)
		}
	}
	n := 0
	switch l.sub {
	case "run": // one package or files; the rest is the program's
		for n < len(arguments) && (n == 0 || strings.HasSuffix(arguments[n], ".go") && strings.HasSuffix(arguments[0], ".go")) {
			n++
		}
	case "test":
		for n < len(arguments) && !strings.HasPrefix(arguments[n], "-") {
			n++
		}
	default:
		n = len(arguments)
	}
	l.packages, l.rest = arguments[:n], arguments[n:]
	return l, nil
}

// compiling are the flags by which packages are compiled otherwise.
var compiling = append(strings.Fields("p a trimpath gcflags asmflags cover covermode coverpkg pgo toolexec buildmode"), listed...)

// forList are the flags that go list is to have.
func (l *line) forList() []string { return append(l.flagsOf(listed), l.forFiles()...) }

// forExport are those for go list to compile packages as the command will.
func (l *line) forExport() []string { return append(l.flagsOf(compiling), l.forFiles()...) }

// forFiles are tags and overlay.
func (l *line) forFiles() (all []string) {
	if l.tags != nil {
		all = append(all, "-tags="+*l.tags)
	}
	if l.overlay != nil {
		all = append(all, "-overlay="+*l.overlay)
	}
	return all
}

// flagsOf are those of the flags that have one of the names, with their values.
func (l *line) flagsOf(names []string) (all []string) {
	for i := 0; i < len(l.flags); i++ {
		name, _, has := strings.Cut(strings.TrimLeft(l.flags[i], "-"), "=")
		n := 1
		if !has && slices.Contains(withValue, name) && i+1 < len(l.flags) {
			n = 2
		}
		if slices.Contains(names, name) {
			all = append(all, l.flags[i:i+n]...)
		}
		i += n - 1
	}
	return all
}

// additions is what addStart adds to a command line.
type additions struct {
	tags, overlay string
	files         []string // beside source files that the command line names
}

// goArguments are the arguments of the go command, its own name first.
func (l *line) goArguments(extra *additions) []string {
	all := append([]string{"go"}, l.chdir...)
	all = append(append(all, l.sub), l.flags...)
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
	return append(append(all, packages...), l.rest...)
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
