package view

import "time"

// LogEntry is a message of the server's log.
type LogEntry struct {
	At       time.Time
	ThreadID uint64
	// Priority is PRIO: System, Error, Warning or Note.
	Priority string
	// Code is the number of the message, such as MY-010116; "" if it has none.
	Code string
	// Subsystem is the part of the server.
	Subsystem string
	Text      string
}

// LogStatus is where the logs are that a backup has to begin at. All but the UUID are
// JSON documents.
type LogStatus struct{ ServerUUID, Local, Replication, StorageEngines string }
