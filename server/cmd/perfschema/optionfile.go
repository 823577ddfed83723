package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/server/internal/smallfile"
)

// Bounds of an option file and of a line in it, in bytes.
const (
	maxOptionFile = 1 << 20
	maxOptionLine = 16 << 10
)

// fileGroups are the groups of an option file that concern the server, in the
// order they are applied. Other groups are other programs'.
var fileGroups = []string{"mysqld", "perfschema"}

// fileOption is an option as it stands in a file.
type fileOption struct {
	line        int
	group, name string
	// value is what follows the equals sign; valued says that there is one.
	value  string
	valued bool
}

// readOptionFile reads some groups of a my.cnf-style file. With others, options
// that are not in the list are other programs' and passed over, and so are files
// to include. An option without a value means ON; an option may stand several
// times. The warning is not empty if a password stands in it for all to read.
func readOptionFile(path string, list []option, groups []string, others bool) (given []assignment, warning string, err error) {
	data, err := smallfile.ReadAny(path, maxOptionFile)
	if err != nil {
		return nil, "", fmt.Errorf("cannot read --defaults-file: %w", err)
	}
	all, err := parseOptionFile(data, others)
	if err != nil {
		return nil, "", fmt.Errorf("cannot read --defaults-file %s: %w", path, err)
	}
	for _, group := range groups {
		for _, in := range all {
			if in.group != group {
				continue
			}
			where := fmt.Sprintf("%s:%d: [%s]", path, in.line, group)
			name, loose := strings.CutPrefix(canonical(in.name), "loose-")
			o, err := find(list, name, "")
			if err != nil && (others || loose) {
				continue
			}
			if err != nil {
				return nil, "", fmt.Errorf("%s: %w", where, err)
			}
			if o.commandLine {
				return nil, "", fmt.Errorf("%s: option %s is for the command line only", where, o.name)
			}
			value, err := valueOf(o, in)
			if err != nil {
				return nil, "", fmt.Errorf("%s: option %s %w", where, o.name, err)
			}
			given = append(given, assignment{option: o, value: value, where: where + ": " + o.name})
		}
	}
	secret := slices.ContainsFunc(all, func(o fileOption) bool {
		return canonical(o.name) == "password" && o.value != "" || addressWithPassword(canonical(o.name), o.value)
	})
	if info, err := os.Stat(path); err == nil && secret && readableByAll(info) {
		warning = openToAll(path)
	}
	return given, warning, nil
}

// parseOptionFile reads the lines of an option file.
func parseOptionFile(data []byte, others bool) ([]fileOption, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, errors.New("it is no text file")
	}
	var all []fileOption
	group := ""
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case len(line) > maxOptionLine:
			return nil, fmt.Errorf("line %d has more than %d bytes; it is no option file", i+1, maxOptionLine)
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '!':
			if !others {
				return nil, fmt.Errorf("line %d: no file is included from here; put the options of %s into this one", i+1, strings.TrimLeft(line, "!abcdefghijklmnopqrstuvwxyz \t"))
			}
		case line[0] == '[':
			name, rest, closed := strings.Cut(line[1:], "]")
			if !closed || withoutComment(strings.TrimSpace(rest)) != "" {
				return nil, fmt.Errorf("line %d: %s is no group; want [perfschema]", i+1, line)
			}
			group = strings.TrimSpace(name)
		default:
			name, value, valued := strings.Cut(line, "=")
			if !valued {
				name = withoutComment(name)
			}
			if name = strings.TrimSpace(name); name == "" {
				return nil, fmt.Errorf("line %d: %s lacks the name of an option", i+1, line)
			}
			if group == "" {
				return nil, fmt.Errorf("line %d: %q stands before any group; put it under [perfschema]", i+1, name)
			}
			all = append(all, fileOption{i + 1, group, name, strings.TrimSpace(value), valued})
		}
	}
	return all, nil
}

// valueOf is the value an option is given by a line.
func valueOf(o *option, in fileOption) (string, error) {
	switch {
	case in.valued:
		return plainValue(in.value)
	case o.flag:
		return "ON", nil
	case o.alone != "":
		return o.alone, nil
	}
	return "", errors.New("needs a value")
}

// plainValue takes the quotes and the comment off a value.
func plainValue(v string) (string, error) {
	if v == "" || (v[0] != '"' && v[0] != '\'') {
		return withoutComment(v), nil
	}
	end := strings.IndexByte(v[1:], v[0])
	if end < 0 {
		return "", fmt.Errorf("has a quote that is not closed: %s", v)
	}
	if rest := strings.TrimSpace(v[end+2:]); rest != "" && rest[0] != '#' && rest[0] != ';' {
		return "", fmt.Errorf("has %s behind the closing quote", rest)
	}
	return v[1 : end+1], nil
}

// withoutComment cuts what follows a # that stands apart.
func withoutComment(v string) string {
	if strings.HasPrefix(v, "#") {
		return ""
	}
	for _, mark := range []string{" #", "\t#"} {
		v, _, _ = strings.Cut(v, mark)
	}
	return strings.TrimSpace(v)
}
