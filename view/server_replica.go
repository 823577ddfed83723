package view

import "time"

// Replica is what a server knows of its own replication, by the one channel that it
// has.
type Replica struct {
	Host, User    string
	Port          uint
	SSL           bool
	AutoPosition  bool
	RetryInterval uint32 // seconds
	RetryCount    uint64
	SourceUUID    string
	Received      string // GTIDs
	// Receiver is ON, OFF or CONNECTING, Applier ON or OFF.
	Receiver, Applier           string
	ReceiverError, ApplierError ReplicationError
	DoTables, IgnoreTables      []string // with their databases
}

// ReplicationError is the last error of a part of a replica; zero if it had none.
type ReplicationError struct {
	Number  uint
	Message string
	At      time.Time
}
