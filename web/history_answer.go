package web

import (
	"context"
	"sync"
	"time"
)

// keepAnswer is for how long the last answer of a history is kept, for who turns its pages,
// sorts or exports it: reading may take seconds.
const keepAnswer = time.Minute

// askFor is for how long a question may be answered: who serves gives up after half a
// minute, and others wait.
const askFor = 25 * time.Second

// answers ask a history one question at a time, so that many who look do not have as many
// files read at once, and keep the last answer for a while.
type answers struct {
	asking chan struct{}
	askFor time.Duration
	after  func(time.Duration, func()) (stop func() bool)

	mu   sync.Mutex
	last *answer // nil: none is kept
	stop func() bool
}

// answer is what was asked, and the report.
type answer struct {
	question string
	past     *past
	report   *HistoryReport
}

func newAnswers() *answers {
	return &answers{asking: make(chan struct{}, 1), askFor: askFor, after: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }}
}

// ask gives the report, and what it is of: the span until now may be that of a moment ago.
func (s *answers) ask(ctx context.Context, h HistorySource, a *past) (*past, *HistoryReport, error) {
	ctx, cancel := context.WithTimeout(ctx, s.askFor)
	defer cancel()
	select {
	case s.asking <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	defer func() { <-s.asking }()
	if kept := s.kept(a.question); kept != nil {
		return kept.past, kept.report, nil
	}
	var r *HistoryReport
	var err error
	switch {
	case a.digest != "":
		r, err = h.Follow(ctx, a.from, a.to, a.digest)
	case !a.earlierFrom.IsZero():
		r, err = h.Compare(ctx, a.earlierFrom, a.earlierTo, a.from, a.to)
	default:
		r, err = h.Sum(ctx, a.from, a.to)
	}
	if err == nil {
		s.keep(&answer{a.question, a, r})
	}
	return a, r, err
}

func (s *answers) kept(question string) *answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil && s.last.question == question {
		return s.last
	}
	return nil
}

// keep keeps an answer for a while, instead of the one before.
func (s *answers) keep(x *answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop != nil {
		s.stop()
	}
	s.last = x
	s.stop = s.after(keepAnswer, func() { s.drop(x) })
}

// drop gives up an answer, unless another is kept by now.
func (s *answers) drop(x *answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == x {
		s.last, s.stop = nil, nil
	}
}

// close gives up what is kept.
func (s *answers) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop != nil {
		s.stop()
	}
	s.last, s.stop = nil, nil
}
