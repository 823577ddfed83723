package record

import "time"

// ThreadInfo is a consistent copy of what the threads table shows of one
// Thread.
type ThreadInfo struct {
	ThreadID, ParentThreadID, ProcesslistID uint64
	Name                                    string
	// Background: of no connection, or a helper that waits for work.
	Background bool
	User, Host string
	// Port is the client's port, 0 if unknown.
	Port                    uint16
	HasAccount              bool
	Database, Command, Info string
	// Goroutine: of perfschema.Go. Info is what started it, Command is Sleep where it waits for
	// another function.
	Goroutine bool
	// State is the running stage's name, empty for NULL.
	State          string
	ConnectionType string
	CommandStart   time.Time
	Instrumented   bool
	History        bool
}
