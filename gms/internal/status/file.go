package status

import (
	"strings"

	"github.com/perfschema/perfschema"
)

// isServerFile says whether a class is of files of the server itself, and not of its storage.
func isServerFile(c *perfschema.Class) bool { return strings.HasPrefix(c.Name(), "wait/io/file/sql/") }

// ServerFiles is how many files the server itself has open, and has opened since the start.
func ServerFiles(read *perfschema.Reader) (open, opened uint64) {
	for _, f := range read.FileInstances() {
		if isServerFile(f.Class) {
			open += uint64(max(f.OpenCount, 0))
		}
	}
	for _, c := range read.ClassesOf(perfschema.KindFile) {
		if isServerFile(c) {
			opened += c.FilesOpened()
		}
	}
	return open, opened
}
