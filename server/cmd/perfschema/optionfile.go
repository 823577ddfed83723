package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"gopkg.in/ini.v1"
)

// fileGroups are the groups of an option file that concern the server, in the
// order they are applied. Other groups are other programs'.
var fileGroups = []string{"mysqld", "perfschema"}

// readOptionFile reads some groups of a my.cnf-style file. With others, options
// that are not in the list are other programs' and passed over. An option without
// a value means ON; an option may stand several times.
func readOptionFile(path string, list []option, groups []string, others bool) ([]assignment, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read --defaults-file: %w", err)
	}
	file, err := ini.LoadSources(ini.LoadOptions{
		AllowBooleanKeys:           true,
		AllowShadows:               true,
		AllowDuplicateShadowValues: true,
		KeyValueDelimiters:         "=",
		// Quotes and comments behind a value are read by plainValue, since the
		// library takes a # within quotes for a comment.
		PreserveSurroundedQuote: true,
		IgnoreInlineComment:     true,
		IgnoreContinuation:      true,
	}, data)
	if err != nil {
		return nil, fmt.Errorf("cannot read --defaults-file %s: %w", path, err)
	}
	if stray := file.Section(ini.DefaultSection).Keys(); len(stray) > 0 {
		return nil, fmt.Errorf("%s: %q stands before any group; put it under [perfschema]", path, stray[0].Name())
	}
	var given []assignment
	for _, group := range groups {
		section, err := file.GetSection(group)
		if err != nil {
			continue
		}
		for _, key := range section.Keys() {
			o, err := find(list, withoutComment(key.Name()), "")
			if err != nil && others {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("%s: [%s]: %w", path, group, err)
			}
			if o.commandLine {
				return nil, fmt.Errorf("%s: [%s]: option %s is for the command line only", path, group, o.name)
			}
			values, err := valuesOf(o, key)
			if err != nil {
				return nil, fmt.Errorf("%s: [%s]: %w", path, group, err)
			}
			for _, v := range values {
				given = append(given, assignment{option: o, value: v, where: fmt.Sprintf("%s: [%s]: %s", path, group, o.name)})
			}
		}
	}
	return given, nil
}

// valuesOf are all values a key was given. The library reads a key without a
// value as "true"; one that is meant so can be quoted.
func valuesOf(o *option, key *ini.Key) ([]string, error) {
	values := key.ValueWithShadows()
	if len(values) == 0 {
		values = []string{""}
	}
	for i, v := range values {
		if v == "true" && !o.flag {
			return nil, errors.New("option " + o.name + " needs a value")
		}
		plain, err := plainValue(v)
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", o.name, err)
		}
		values[i] = plain
	}
	return values, nil
}

// plainValue takes the quotes and the comment off a value.
func plainValue(v string) (string, error) {
	if v == "" || (v[0] != '"' && v[0] != '\'') {
		return withoutComment(v), nil
	}
	end := strings.IndexByte(v[1:], v[0])
	if end < 0 {
		return "", fmt.Errorf("the quote in %s is not closed", v)
	}
	if rest := strings.TrimSpace(v[end+2:]); rest != "" && rest[0] != '#' && rest[0] != ';' {
		return "", fmt.Errorf("%s stands behind the closing quote", rest)
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
