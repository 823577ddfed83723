package clickhouse

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/perfschema/perfschema/history"
)

// SinkOptions say what a Sink sends.
type SinkOptions struct {
	// Dir is the directory of a history.
	Dir string
	// ServerUUID tells the server from all others of the fleet. It must not be empty; rows
	// of files that have none get it.
	ServerUUID string
	// Logger is told when the sending fails, once until it goes well again; nil: nobody is.
	Logger *slog.Logger
}

// ErrServerUUID: a server of a fleet has no UUID.
var ErrServerUUID = errors.New("clickhouse: a server needs a ServerUUID to be one of a fleet")

// Sink sends the windows of a history to ClickHouse: those that are written while it runs
// (it is a [history.Follower]), and those that files have and ClickHouse lacks. The files
// are what it sends from, so that what cannot be sent waits there, as long as the history
// keeps it; it has no other copy, and nobody who writes waits for it. It works on one
// goroutine. Its methods are safe for concurrent use.
//
// Before it sends, and again after each failure, it asks ClickHouse which windows are there:
// of those that wait, and, when ClickHouse is there again, once an hour at most, of all that
// files have, since it may have been made anew or from a backup.
// A part of a window is there whole or not at all; one that was sent twice all the same,
// since an answer was lost and the server is slow, has rows that are equal to ClickHouse.
type Sink struct {
	client  *Client
	options SinkOptions
	uuid    string // as rows have it

	batchRows int           // that are sent at once
	again     time.Duration // least time between two comparisons of all there is

	wake, stop, done chan struct{}
	begin, end       sync.Once

	mu       sync.Mutex
	tables   []*shipment
	failing  bool
	failures failures
	stale    bool      // ClickHouse was away: it may have come back with less than it had
	compared time.Time // all there is
}

// failures are what has gone wrong.
type failures struct {
	count uint64
	last  string
	at    time.Time
}

// The time between two attempts after a failure, at first and at most.
const (
	firstRetry = time.Second
	lastRetry  = time.Minute
)

// lastChance is how long Close goes on sending.
const lastChance = 5 * time.Second

// NewSink makes a sink that a history may tell of windows; nothing is sent before Start.
func NewSink(c *Client, o SinkOptions) (*Sink, error) {
	if o.ServerUUID == "" {
		return nil, ErrServerUUID
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Sink{client: c, options: o, uuid: plainUUID(o.ServerUUID), batchRows: mostRows, again: time.Hour, wake: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{})}
	for _, t := range tables() {
		s.tables = append(s.tables, newShipment(t))
	}
	return s, nil
}

// plainUUID is a UUID in small letters: SQL compares its texts in either case, and ClickHouse
// does not. What is no UUID stays.
func plainUUID(s string) string {
	if isHex(s, "-") {
		return strings.ToLower(s)
	}
	return s
}

// isHex says whether a text has hexadecimal digits alone, and some others.
func isHex(s, others string) bool {
	return strings.Trim(s, "0123456789abcdefABCDEF"+others) == ""
}

// Start begins to send, until Close. The directory is there by then.
func (s *Sink) Start() { s.begin.Do(func() { go s.run() }) }

// Close sends what it can within a few seconds, and ends. It is called when the history has
// ended. What is left is sent by the next sink of the directory.
func (s *Sink) Close() {
	s.end.Do(func() {
		close(s.stop)
		s.begin.Do(func() { close(s.done) }) // it was never begun
	})
	<-s.done
}

// Written implements history.Follower.
func (s *Sink) Written(table string, windows []history.Window) {
	s.mu.Lock()
	for _, t := range s.tables {
		if t.of.of.Name == table {
			t.written(windows)
		}
	}
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Holds implements history.Follower.
func (s *Sink) Holds(table string, hour time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tables {
		if t.of.of.Name == table {
			return t.holds(hour)
		}
	}
	return false
}

// run sends until Close.
func (s *Sink) run() {
	defer close(s.done)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-s.stop:
		}
		late := time.NewTimer(lastChance)
		defer late.Stop()
		select {
		case <-ctx.Done():
		case <-late.C:
			cancel()
		}
	}()
	var retry time.Duration
	for {
		err := s.turn(ctx)
		if err == nil {
			retry = 0
			select {
			case <-s.stop:
				_ = s.turn(ctx) // what was written last; the next sink sends what is left
				return
			case <-s.wake:
			}
			continue
		}
		retry = min(max(2*retry, firstRetry), lastRetry)
		timer := time.NewTimer(retry)
		select {
		case <-s.stop:
			timer.Stop()
			return
		case <-timer.C:
		}
	}
}

// turn sends all there is to send.
func (s *Sink) turn(ctx context.Context) error {
	err := s.sendAll(ctx)
	if err == nil && s.startOver() {
		err = s.sendAll(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stale = s.stale || err != nil
	failing := s.failing
	s.failing = err != nil
	switch {
	case err != nil:
		s.failures.count++
		s.failures.last, s.failures.at = err.Error(), time.Now()
		if !failing {
			s.options.Logger.Error("history: ClickHouse cannot be sent windows, which wait in the files", "error", err)
		}
	case failing:
		s.options.Logger.Info("history: ClickHouse has been sent what had waited")
	}
	return err
}

// startOver forgets what ClickHouse is known to have, if that may be wrong by now.
func (s *Sink) startOver() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.compared.IsZero() {
		s.compared = now
	}
	if !s.stale || now.Sub(s.compared) < s.again {
		return false
	}
	s.stale, s.compared = false, now
	for _, t := range s.tables {
		t.startOver()
	}
	return true
}

func (s *Sink) sendAll(ctx context.Context) error {
	dir, err := history.OpenDirectory(s.options.Dir, s.options.Logger)
	if err != nil {
		return err
	}
	for _, t := range s.tables {
		if err := s.list(ctx, dir, t); err != nil {
			return err
		}
	}
	for _, t := range s.tables {
		if err := s.forget(dir, t); err != nil {
			return err
		}
	}
	var failed error
	for _, t := range s.tables {
		err := s.compare(ctx, t)
		if err == nil {
			err = s.send(ctx, dir, t)
		}
		failed = errors.Join(failed, err)
		if refused := (*ServerError)(nil); err != nil && !errors.As(err, &refused) {
			break // nobody answers
		}
	}
	return failed
}
