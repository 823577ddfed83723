package report

import (
	"embed"
	"strings"
)

//go:embed *.go
var source embed.FS

// Source returns the files of this package by name, without tests and without this one:
// those that are put into the GOROOT of a program.
func Source() (map[string][]byte, error) {
	entries, err := source.ReadDir(".")
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for _, e := range entries {
		if e.Name() == "embedded.go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		if files[e.Name()], err = source.ReadFile(e.Name()); err != nil {
			return nil, err
		}
	}
	return files, nil
}
