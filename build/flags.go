package build

import (
	"errors"
	"fmt"
	"strings"
)

// ownFlags are those of this command; go's -n and -h are not passed on.
var ownFlags = []string{"lenient", "n", "h", "help"}

// Flags of go build, install, run, test and vet. Of vet those are missing that its analyzers
// have: they are passed on as they stand.
var (
	withValue = append(strings.Fields(`C p asmflags buildmode compiler covermode coverpkg gccgoflags gcflags installsuffix
		ldflags mod modfile o overlay pgo pkgdir tags toolexec exec vettool
		debug-actiongraph debug-runtime-trace debug-trace`), testWithValue...)
	withoutValue = append(strings.Fields(`a race msan asan cover v work x asan buildvcs json linkshared modcacherw trimpath
		c`), testWithoutValue...)
	vetWithoutValue = strings.Fields(`fix diff`)

	// Those that a test's binary has too, there with "test." before the name.
	testWithValue = strings.Fields(`bench benchtime blockprofile blockprofilerate count coverprofile cpu cpuprofile fuzz fuzztime
		fuzzminimizetime list memprofile memprofilerate mutexprofile mutexprofilefraction outputdir parallel run shuffle skip
		timeout trace vet`)
	testWithoutValue = strings.Fields(`artifacts benchmem failfast fullpath short v`)
	ofTest           = append(append([]string{}, testWithValue...), testWithoutValue...)
)

// listed are those that go list takes too and that change which files a package has; compiling
// those too by which packages are compiled otherwise.
var (
	listed    = strings.Fields("mod modfile compiler installsuffix race msan asan modcacherw")
	compiling = append(strings.Fields("p trimpath gcflags asmflags gccgoflags cover covermode coverpkg pgo toolexec buildmode linkshared pkgdir"), listed...)
)

// splitFlags takes GOFLAGS apart as go does: fields may be in quotation marks of both kinds, in
// which there is no escape.
func splitFlags(text string) ([]option, error) {
	var all []option
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		if text == "" {
			return all, nil
		}
		var field string
		if quote := text[0]; quote == '"' || quote == '\'' {
			end := strings.IndexByte(text[1:], quote)
			if end < 0 {
				return nil, errors.New("GOFLAGS: unterminated " + string(quote) + " string")
			}
			field, text = text[1:1+end], text[end+2:]
		} else {
			end := strings.IndexAny(text, " \t\r\n")
			if end < 0 {
				end = len(text)
			}
			field, text = text[:end], text[end:]
		}
		if !isFlag(field) {
			return nil, fmt.Errorf("GOFLAGS: %q is no flag", field)
		}
		o := option{words: []string{field}}
		o.name, o.value, o.has = strings.Cut(strings.TrimPrefix(field[1:], "-"), "=")
		all = append(all, o)
	}
}

// valueOf is the value of a flag, that of the last of its name; "" if it is not there.
func valueOf(options []option, name string) (value string) {
	for _, o := range options {
		if o.name == name {
			value = o.value
		}
	}
	return value
}

// covers reports whether a program is to be built for coverage, by flags in their order.
func covers(options []option) (is bool) {
	for _, o := range options {
		switch o.name {
		case "cover":
			is = o.on()
		case "covermode", "coverpkg":
			is = true
		}
	}
	return is
}
