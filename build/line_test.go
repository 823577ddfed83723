package build

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestParse takes command lines apart and puts them together again.
func TestParse(t *testing.T) {
	for _, c := range []struct{ line, packages, rest, list, command string }{
		{"build", "", "", "", "go build"},
		{"build -o x -race ./a ./b", "./a ./b", "", "-race", "go build -o x -race ./a ./b"},
		{"build -tags a,b -mod=vendor -ldflags=-s -C dir .", ".", "", "-mod=vendor -tags=T", "go -C dir build -tags=a,b -mod=vendor -ldflags=-s ."},
		{"build -- ./a", "./a", "", "", "go build ./a"},
		{"build -lenient -n --race .", ".", "", "--race", "go build --race ."},
		{"build -lenient=false -n=0 -mod mod .", ".", "", "-mod mod", "go build -mod mod ."},
		{"run -exec e . -n -o x", ".", "-n -o x", "", "go run -exec e . -n -o x"},
		{"run a.go b.go c.txt d.go", "a.go b.go", "c.txt d.go", "", "go run a.go b.go c.txt d.go"},
		{"vet -c 2 -printf.funcs f -tags x .", "f -tags x .", "", "", "go vet -c 2 -printf.funcs f -tags x ."},
		{"test -run X -v ./a ./b -count 1 -args y", "./a ./b", "-count 1 -args y", "", "go test -run X -v ./a ./b -count 1 -args y"},
		{"test -args y", "", "-args y", "", "go test -args y"},
		{"test -overlay=o.json", "", "", "-overlay=o.json", "go test -overlay=o.json"},
		{"test ./a -race -tags x -overlay o.json -run Y", "./a", "-race -run Y", "-race -tags=T -overlay=o.json", "go test -tags=x -overlay=o.json ./a -race -run Y"},
		{"test -test.run X -test.v ./a", "./a", "", "", "go test -test.run X -test.v ./a"},
		{"test ./a -own value -tags x more -tags y", "./a", "-own value more -tags y", "-tags=T", "go test -tags=x ./a -own value more -tags y"},
		{"test -own ./a -race", "", "-own ./a -race", "-race", "go test -own ./a -race"},
		{"test ./a -fix ./b -- -race", "./a", "-fix ./b -- -race", "", "go test ./a -fix ./b -- -race"},
		{"test -c -o x ./a", "./a", "", "", "go test -c -o x ./a"},
	} {
		l, err := parse(strings.Fields(c.line))
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		tags := ""
		if l.tags != nil {
			tags = "T"
		}
		for want, got := range map[string][]string{c.packages: l.packages, c.rest + " ": l.rest, c.list + "  ": l.forList(tags), c.command + "   ": l.goArguments(nil)} {
			if c.line[:3] == "vet" && want == c.list+"  " {
				continue
			}
			if strings.Join(got, " ") != strings.TrimSpace(want) {
				t.Errorf("%s: %q, want %q", c.line, got, strings.TrimSpace(want))
			}
		}
		if slices.Contains(strings.Fields(c.line), "-lenient") != l.lenient || strings.HasPrefix(c.line, "build -lenient -n") != l.onlyDiff || l.help {
			t.Errorf("%s: lenient %v, only the diff %v, help %v", c.line, l.lenient, l.onlyDiff, l.help)
		}
	}
	for of, help := range map[string]bool{
		"build -h": true, "build --help": true, "test -v -help": true, "test ./a -h": true, "vet -h": true, "install -h x -h": true,
		"run . -h": false, "run . --help": false, "test ./a -args -h": false,
	} {
		if l, err := parse(strings.Fields(of)); err != nil || l.help != help {
			t.Errorf("%s: %v", of, err)
		}
	}
	for of, want := range map[string]string{
		"build . -race": "flag -race stands behind a package: flags come first", "build -n=maybe": `flag -n is true or false, not "maybe"`,
		"test ./a -run": "flag -run needs a value",
	} {
		if _, err := parse(strings.Fields(of)); err == nil || err.Error() != want {
			t.Errorf("%s: %v", of, err)
		}
	}
}

// TestFlags holds that each flag that the go command tells of is known, with or without a value.
func TestFlags(t *testing.T) {
	flag := regexp.MustCompile(`(?m)^\t-([\w-]+)( .+)?$`)
	for _, topic := range []string{"build", "install", "run", "test", "testflag"} {
		out, err := exec.CommandContext(t.Context(), "go", "help", topic).Output()
		if err != nil {
			t.Skip("no go command: ", err)
		}
		for _, m := range flag.FindAllStringSubmatch(string(out), -1) {
			name := m[1]
			if name == "args" || slices.Contains(ownFlags, name) {
				continue
			}
			if slices.Contains(withValue, name) != (m[2] != "") || slices.Contains(withoutValue, name) != (m[2] == "") {
				t.Errorf("go help %s has -%s%s", topic, name, m[2])
			}
			if topic == "testflag" && !slices.Contains([]string{"cover", "covermode", "coverpkg", "json"}, name) && !slices.Contains(ofTest, name) {
				t.Errorf("-test.%s is not known", name)
			}
		}
	}
}

// TestSplitFlags takes GOFLAGS apart as go does, and finds what it asks for.
func TestSplitFlags(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		" -tags=a,b  -mod=mod ":                "tags=a,b mod=mod",
		`"-ldflags=-s -w" '-tags=a b' --cover`: "ldflags=-s -w tags=a b cover=",
		`-ldflags="x`:                          `ldflags="x`,
		`'-x'-race`:                            "x= race=",
	} {
		all, err := splitFlags(text)
		var got []string
		for _, o := range all {
			got = append(got, o.name+"="+o.value)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{`"-x`, "x", "-x 'y'"} {
		if _, err := splitFlags(text); err == nil || !strings.HasPrefix(err.Error(), "GOFLAGS: ") {
			t.Errorf("%s: %v", text, err)
		}
	}
	for text, want := range map[string]bool{
		"": false, "-cover": true, "-cover=1": true, "-cover=false": false, "-cover -cover=false": false, "-cover=false -coverpkg=x": true, "-covermode=set": true,
		"'-cover=false'": false, `"-ldflags=-s -cover"`: false, "-tags=cover": false,
	} {
		if all, err := splitFlags(text); err != nil || covers(all) != want {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}
