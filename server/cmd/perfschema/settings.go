package main

import "fmt"

// readSettings reads the command line and the file it names. The file comes
// first, so that the command line wins.
func readSettings(args []string) (settings, error) {
	var s settings
	list := options()
	given, err := parseCommandLine("serve", args, list)
	if err != nil {
		return s, err
	}
	for _, a := range given {
		if a.option.name != "defaults-file" {
			continue
		}
		fromFile, err := readOptionFile(a.value, list, fileGroups, false)
		if err != nil {
			return s, err
		}
		given = append(fromFile, given...)
		break
	}
	for _, a := range given {
		if err := a.option.set(&s, a.value); err != nil {
			return s, fmt.Errorf("%s: %w", a.where, err)
		}
	}
	return s, nil
}
