package record

import (
	"time"

	"github.com/perfschema/perfschema/internal/callsite"
)

// StageProfile is what a StageProfiler has kept of one statement.
type StageProfile struct {
	QueryID int
	// EventID is the statement's EVENT_ID, 0 if the event was not recorded.
	EventID uint64
	// Text is the statement, cut at 300 characters.
	Text string
	// Duration is the sum of those of the stages.
	Duration time.Duration
	Stages   []ProfileStage
	// Running: the last stage is that which the statement is in.
	Running bool
	// Began is when the first stage did, in nanoseconds since the Schema was made.
	Began uint64
	// Run is the statement's number in the Thread's stage history, 0 if it is not there.
	Run uint64
}

// ProfileStage is one stage of a [StageProfile].
type ProfileStage struct {
	Seq int // from 2, as in MySQL
	// State is the stage's name without its prefix, cut at 30 characters.
	State string
	// Duration is a whole number of microseconds.
	Duration time.Duration
	// Used is what was used in the stage, by [ProfileField], and Known which of it the
	// platform measures.
	Used  [numProfileFields]int64
	Known [numProfileFields]bool
	// Site is where the stage was entered; [ProfileStage.Source] resolves it.
	Site callsite.Site
}

// Value is one number of the stage; false if the platform cannot measure it.
func (s *ProfileStage) Value(f ProfileField) (int64, bool) {
	if f >= numProfileFields {
		return 0, false
	}
	return s.Used[f], s.Known[f]
}

// Source is the place in the program that entered the stage.
func (s *ProfileStage) Source() Source { return s.Site.Frame() }

// ProfileField is a number that a profile has of each stage.
type ProfileField uint8

// The fields of INFORMATION_SCHEMA.PROFILING. Times are microseconds, the
// others counts.
const (
	ProfileCPUUser ProfileField = iota
	ProfileCPUSystem
	ProfileContextVoluntary
	ProfileContextInvoluntary
	ProfileBlockOpsIn
	ProfileBlockOpsOut
	ProfileMessagesSent
	ProfileMessagesReceived
	ProfilePageFaultsMajor
	ProfilePageFaultsMinor
	ProfileSwaps
	numProfileFields
)

// ProfileScope is whose resources a profile shows.
type ProfileScope uint8

const (
	// ProfileStatement: of the OS threads that ran the statement, while they
	// ran it.
	ProfileStatement ProfileScope = iota
	// ProfileProcess: of the whole process, as MySQL has it.
	ProfileProcess
)
