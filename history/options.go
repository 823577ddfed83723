package history

import (
	"cmp"
	"errors"
	"log/slog"
	"time"

	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
)

// The defaults of [Options].
const (
	DefaultWindow   = time.Minute
	DefaultMaxAge   = 7 * 24 * time.Hour
	DefaultMaxBytes = 1 << 30
	DefaultFoldAge  = 3 * 24 * time.Hour

	DefaultEventTime   = 100 * time.Millisecond
	DefaultEventEvery  = 1000
	DefaultEventBuffer = 1 << 15
)

// SyncInterval is how often what has happened in the window that is open is written where
// [Options].Sync is set.
const SyncInterval = 5 * time.Second

// shortestWindow is the least length of a window, longestWindow the greatest.
const (
	shortestWindow = time.Second
	longestWindow  = time.Hour
)

// Options say what is kept, where and for how long.
type Options struct {
	// Dir is made if it is missing. One process at a time may write to it.
	Dir string
	// ServerUUID and ServerName go into every row: they tell servers apart whose files
	// are read together. Empty: NULL.
	ServerUUID, ServerName string
	// Window is the time of which differences are taken, from a second to an hour; 0 is
	// DefaultWindow.
	Window time.Duration
	// MaxAge and MaxBytes bound what is kept: the oldest files are removed. 0 is
	// DefaultMaxAge and DefaultMaxBytes, negative is no bound.
	MaxAge   time.Duration
	MaxBytes int64
	// FoldAge is how old an hour is when its windows are made one: its sums and histograms
	// stay what they are. 0 is DefaultFoldAge, negative is never.
	FoldAge time.Duration
	// EventTime is from which duration on a statement is kept by itself, with its profile
	// and plan; 0 is DefaultEventTime, negative is never. Of the others one in EventEvery
	// is, by chance; 0 is DefaultEventEvery, negative is none, 1 all. Statements that fail
	// are kept without profile and plan. It needs the Profiler.
	EventTime  time.Duration
	EventEvery int
	// EventBuffer is how many of them may wait to be written; what is more is lost, and
	// counted. 0 is DefaultEventBuffer.
	EventBuffer int
	// Sync has the window that is open, and the events that wait, written every SyncInterval:
	// a kill loses what came since at most, and no window.
	Sync bool
	// Variables gives the status variables for global_status; nil: those of the Schema.
	Variables view.VariableSource
	// Profiler gives query_profiles_summary_by_digest and single events; nil: those tables
	// stay empty.
	Profiler *sampler.Profiler
	// ActiveSessions gives active_session_history; nil: that table stays empty.
	ActiveSessions *activesession.Recorder
	// Follower is told of windows that were written; nil: nobody is.
	Follower Follower
	// Logger is told of what goes wrong, once until it goes well again; nil: nobody is.
	Logger *slog.Logger
	// Clock tells the time; nil: the machine's.
	Clock Clock

	// noSync leaves it to the system when files reach the disk.
	noSync bool
}

// Clock tells time. Now is a number of nanoseconds that never goes back, Wall is the
// time of day, which may be set.
type Clock interface {
	Now() uint64
	Wall() time.Time
}

// machineClock is the machine's.
type machineClock struct{ base time.Time }

func (c machineClock) Now() uint64 { return uint64(time.Since(c.base)) }

// Wall is without the reading of the monotonic clock, which goes on where the time of day
// is set, and which differences of times would be taken of.
func (c machineClock) Wall() time.Time { return time.Now().Round(0) }

// Errors of [Start].
var (
	// ErrOptions: an option is out of its range.
	ErrOptions = errors.New("history: option out of range")
	// ErrDirectory: the directory cannot be made, read or written to.
	ErrDirectory = errors.New("history: directory")
)

func (o Options) withDefaults() (Options, error) {
	o.Window = cmp.Or(o.Window, DefaultWindow)
	o.MaxAge = cmp.Or(o.MaxAge, DefaultMaxAge)
	o.MaxBytes = cmp.Or(o.MaxBytes, DefaultMaxBytes)
	o.EventTime = cmp.Or(o.EventTime, DefaultEventTime)
	o.EventEvery = cmp.Or(o.EventEvery, DefaultEventEvery)
	o.EventBuffer = cmp.Or(o.EventBuffer, DefaultEventBuffer)
	o.FoldAge = cmp.Or(o.FoldAge, DefaultFoldAge)
	if o.Clock == nil {
		o.Clock = machineClock{time.Now()}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Dir == "" || o.Window < shortestWindow || o.Window > longestWindow || o.EventBuffer < 1 {
		return o, ErrOptions
	}
	return o, nil
}
