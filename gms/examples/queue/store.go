package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pfile"
	"github.com/perfschema/perfschema/pmemory"
	"github.com/perfschema/perfschema/psync"
)

// store holds the jobs that nobody has taken, by queue.
type store struct {
	in      *instruments
	mu      psync.Mutex // was sync.Mutex
	arrived psync.Cond  // was sync.Cond
	queues  map[string][]pmemory.Slice[byte]
	journal *pfile.File // was *os.File
	dirty   chan struct{}
	synced  chan struct{}
	closed  bool
}

var errClosed = errors.New("the queue is closed")

func newStore(ps *perfschema.Schema, in *instruments, journal string) (*store, error) {
	f, err := pfile.New(ps, in.journal).Create(journal) // was os.Create
	if err != nil {
		return nil, err
	}
	s := &store{
		in:      in,
		queues:  make(map[string][]pmemory.Slice[byte]),
		journal: f,
		dirty:   make(chan struct{}, 1),
		synced:  make(chan struct{}),
	}
	s.mu.Init(ps, in.queues)
	s.arrived.L = &s.mu
	s.arrived.Init(ps, in.arrived)
	// A Thread of its own that belongs to no connection.
	go s.sync(ps.NewThread(in.syncer, perfschema.ThreadOptions{Background: true}))
	return s, nil
}

// sync brings the journal to the disk; from here on it is the Thread's only writer.
func (s *store) sync(t *perfschema.Thread) {
	t.Bind()
	defer t.End()
	defer close(s.synced)
	for range s.dirty {
		if err := s.journal.Sync(); err != nil {
			log.Print(err)
		}
	}
}

// push adds a job.
func (s *store) push(t *perfschema.Thread, queue, text string) error {
	job := pmemory.Make[byte](s.in.jobs, t, 0, len(text))
	job.Append(t, []byte(text)...)

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		job.Free(t)
		return errClosed
	}
	t.SetStage(s.in.writing)
	if _, err := fmt.Fprintf(s.journal, "%s %s\n", queue, text); err != nil {
		job.Free(t)
		return err
	}
	t.EndStage()
	s.queues[queue] = append(s.queues[queue], job)
	s.arrived.Broadcast()
	select {
	case s.dirty <- struct{}{}:
	default: // the syncer will see this one too
	}
	return nil
}

// pop takes the oldest job of a queue, and waits until there is one.
func (s *store) pop(t *perfschema.Thread, queue string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.SetStage(s.in.waiting)
	for len(s.queues[queue]) == 0 && !s.closed {
		s.arrived.Wait()
	}
	t.EndStage()
	if s.closed {
		return "", errClosed
	}
	job := s.queues[queue][0]
	s.queues[queue] = s.queues[queue][1:]
	text := string(job.Items())
	job.Free(t)
	return text, nil
}

// find counts the jobs, and those of them that have a word in their text: each
// queue on a goroutine of its own.
func (s *store) find(t *perfschema.Thread, word string) (found, looked int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.SetStage(s.in.searching)
	t.SetCores(max(1, len(s.queues)))
	counts := make(chan int)
	for _, jobs := range s.queues {
		looked += len(jobs)
		child := t.Child(s.in.searcher)
		go func() {
			child.Bind()
			n := 0
			for _, job := range jobs {
				if bytes.Contains(job.Items(), []byte(word)) {
					n++
				}
			}
			child.Unbind()
			child.Release()
			counts <- n
		}()
	}
	for range s.queues {
		found += <-counts
	}
	t.EndStage()
	return found, looked
}

// close ends all waiting.
func (s *store) close() {
	s.mu.Lock()
	s.closed = true
	s.arrived.Broadcast()
	close(s.dirty)
	s.mu.Unlock()
	<-s.synced
	s.journal.Close()
}
