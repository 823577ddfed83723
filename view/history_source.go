package view

import "time"

// HistorySource tells how the history of each table does that one is kept of. It may be
// called from anywhere.
type HistorySource func() []HistoryOf

// HistoryOf is how the history of one table does.
type HistoryOf struct {
	Table           string
	Failing         bool
	Windows, Rows   uint64 // written since the history began
	Files           int
	Bytes           int64
	Oldest          time.Time // zero: there is no file
	WindowStart     time.Time
	Failures        uint64
	LastFailure     string
	LastFailureTime time.Time
	Damaged         []string // names of files that cannot be read
	ClockSet        uint64
	Lost            uint64
	// Fleet is how its windows are sent to a fleet; nil: they are not.
	Fleet *FleetOf
}

// FleetOf is how the windows of one table are sent to a fleet.
type FleetOf struct {
	Failing                     bool
	WindowsSent, RowsSent       uint64 // since the server began
	Waiting                     uint64 // windows
	WindowsDropped, RowsDropped uint64
	LastFailure                 string
	LastFailureTime             time.Time // zero: there was none
}
