package activesession

import "time"

// Row is a thread that was at work when a sample was taken.
type Row struct {
	// SampleID is the same for all rows of one sample, and greater for a later one. At is when
	// that was taken.
	SampleID uint64
	At       time.Time

	// ThreadID is the thread's, QueryThreadID that of the thread whose statement it worked on:
	// its own, or its parent's. The session's attributes are of the latter. Nothing is known of
	// a session that ended within some ticks after the sample: they are empty, ProcesslistID 0.
	ThreadID, QueryThreadID, ProcesslistID uint64
	User, Host, Program                    string

	// Schema is the default database of the statement, EventName its class, and StatementID and
	// EventID are its numbers, the latter 0 if events_statements_current was off. Digest is empty
	// if it has none.
	Schema, EventName    string
	StatementID, EventID uint64
	Digest, DigestText   string
	// Plan is the hash of its plan, 0 where none is known: [sampler.Profile.PlanHash].
	Plan uint64
	// Stage is what the thread did in words: PROCESSLIST_STATE.
	Stage string
	// Elapsed is how long the statement had run, if it is timed.
	Elapsed      time.Duration
	ElapsedKnown bool

	// State is what the thread did. Resource is what it waited for, empty if it ran. Operator and
	// Node say where in the plan it was; they are empty and 0 outside of the plan.
	State    State
	Resource string
	Operator string
	Node     uint16
	// Wait is the event that it waited in, and Object what it waited for, where that is
	// known: of locks on metadata that the Schema shows, of other waits while
	// events_waits_current is on.
	Wait   string
	Object Object

	Blocker Blocker

	// TransactionEventID is the transaction's that was open, 0 for none, TransactionAge since
	// when.
	TransactionEventID uint64
	TransactionAge     time.Duration
	// Memory is how many bytes the thread had in use, as far as they are counted.
	Memory uint64
}

// Object is what is waited for. Empty is NULL.
type Object struct{ Type, Schema, Name string }

// Blocker is who held what a thread waited for.
type Blocker struct {
	// ThreadID is the holder's, 0 if nobody is known; of several the one with the least number.
	// Who asks to read a table waits for who has asked to change it before, and does not hold
	// it yet.
	// Count is how many there were.
	ThreadID, ProcesslistID uint64
	Count                   uint32
	// State says whether the holder ran a statement. Digest is that one's, or of the last one
	// that it ran; empty if it is not known.
	State              BlockerState
	Digest, DigestText string
}

// State is what a thread at work does.
type State uint8

// The states of a thread.
const (
	Running State = iota // has a core, or waits for one of the kernel's
	Queued               // waits for a core of the Go runtime's
	Waiting              // for a resource
)

// String is the state as the table has it.
func (s State) String() string {
	return nameOf(s, "running", "queued", "waiting")
}

// BlockerState is what a thread does that holds what others wait for.
type BlockerState uint8

// The states of a holder.
const (
	BlockerUnknown           BlockerState = iota // it has ended, or nobody is known
	BlockerActive                                // it runs a statement
	BlockerIdle                                  // it runs none
	BlockerIdleInTransaction                     // it runs none, and its transaction is open
)

// String is the state as the table has it, empty for NULL.
func (s BlockerState) String() string {
	return nameOf(s, "", "active", "idle", "idle in transaction")
}

func nameOf[T ~uint8](v T, names ...string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return ""
}
