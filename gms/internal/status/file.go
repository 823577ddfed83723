package status

import (
	"strings"

	"github.com/perfschema/perfschema"
)

// isServerFile reports whether an instrument is of files of the server itself, and not of its storage.
func isServerFile(instrument string) bool { return strings.HasPrefix(instrument, "wait/io/file/sql/") }

// ServerFiles is how many files the server itself has open, and has opened since the start.
func ServerFiles(read *perfschema.Reader) (open, opened uint64) {
	for _, f := range read.FileInstances() {
		if isServerFile(f.EventName) {
			open += uint64(max(f.OpenCount, 0))
		}
	}
	for _, c := range read.ClassesOf(perfschema.KindFile) {
		if isServerFile(c.Name()) {
			opened += c.FilesOpened()
		}
	}
	return open, opened
}
