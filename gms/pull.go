package gms

import (
	"iter"
	"sync"
)

// pullBatch is how many rows a goroutine hands over at a time.
const pullBatch = 64

// pull is [iter.Pull] for rows that are begun, read and closed on different
// goroutines. A coroutine must be switched to from goroutines that are locked to
// OS threads as the one was that made it; those of a profiled statement are
// locked, each to its own. With locked the rows come from a goroutine, which
// ends when all are taken or stop is called.
func pull[T any](rows iter.Seq[T], locked bool) (next func() (T, bool), stop func()) {
	if !locked {
		return iter.Pull(rows)
	}
	p := &puller[T]{batches: make(chan []T), quit: make(chan struct{})}
	p.start = sync.OnceFunc(func() { go p.run(rows) })
	return p.next, sync.OnceFunc(func() { close(p.quit) })
}

type puller[T any] struct {
	start   func()
	batches chan []T
	quit    chan struct{}
	batch   []T
}

func (p *puller[T]) run(rows iter.Seq[T]) {
	defer close(p.batches)
	var batch []T
	send := func() bool {
		select {
		case p.batches <- batch:
			batch = nil
			return true
		case <-p.quit:
			return false
		}
	}
	for v := range rows {
		if batch = append(batch, v); len(batch) == pullBatch && !send() {
			return
		}
	}
	if len(batch) > 0 {
		send()
	}
}

func (p *puller[T]) next() (v T, ok bool) {
	p.start()
	if len(p.batch) == 0 {
		select {
		case <-p.quit:
			return v, false
		case p.batch, ok = <-p.batches:
			if !ok {
				return v, false
			}
		}
	}
	v, p.batch = p.batch[0], p.batch[1:]
	return v, true
}
