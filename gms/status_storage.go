package gms

import (
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// StorageLog is what a storage has written to its log since it was opened: the status
// variables Innodb_log_write_requests, Innodb_log_writes, Innodb_os_log_fsyncs and, in
// bytes, Innodb_os_log_written.
type StorageLog struct {
	Requests, Writes, Syncs, Bytes uint64
}

// storageStatus is the status variables of the storage's log, none before its first write:
// who divides by the writes takes a server that lists them for one that has written.
func (a *Adapter) storageStatus() []record.StatusVariable {
	read := a.lifecycle.storage.Log
	if read == nil {
		return nil
	}
	log, ok := read()
	if !ok || log.Writes == 0 {
		return nil
	}
	return []record.StatusVariable{
		{Name: "Innodb_log_write_requests", Value: log.Requests}, {Name: "Innodb_log_writes", Value: log.Writes},
		{Name: "Innodb_os_log_fsyncs", Value: log.Syncs}, {Name: "Innodb_os_log_written", Value: log.Bytes},
	}
}

// isServerFile reports whether an instrument is of files of the server itself, as opposed to
// files of its storage.
func isServerFile(name string) bool { return strings.HasPrefix(name, "wait/io/file/sql/") }

// serverFiles is how many files the server itself has open, and has opened since the start.
func (a *Adapter) serverFiles() (open, opened uint64) {
	read := a.schema.Read()
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
