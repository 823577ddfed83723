package disk

import (
	"fmt"
	"sync/atomic"
	"syscall"

	"github.com/sirupsen/logrus"
)

const (
	// spareBytes stay free on the file system of a data directory: for what else
	// is written there, such as accounts, and for what other programs write in
	// the moment between the question and the write.
	spareBytes = 64 << 20
	// spareShare bounds that on a small file system.
	spareShare = 16
)

// Space is the room for a data directory. The storage cannot go on when a write
// to its journal fails, and ends the process. So writes are refused before they
// reach it while there is no room, and reads go on.
//
// Its methods are safe for concurrent use. To ask the file system takes about
// a microsecond.
type Space struct {
	dir  string
	free func(dir string) (free, total uint64, err error)
	// promised is what commits that run may write.
	promised atomic.Int64
	// Full is whether the last question has found no room, as last logged. Space alone sets it.
	Full atomic.Bool
}

// NewSpace returns the room on the file system that dir lies on.
func NewSpace(dir string) *Space { return &Space{dir: dir, free: freeSpace} }

// errFull says that there is no room. It wraps ENOSPC, as what the system itself
// refuses does.
func (s *Space) errFull(free, need uint64) error {
	return fmt.Errorf("the disk of the data directory is full, %d KB are free and %d KB are needed: %w", free>>10, need>>10, syscall.ENOSPC)
}

// Promise says that so many bytes are about to be written, until the function it
// gives is called, or that there is no room for them. Where the file system does
// not tell, there is room.
func (s *Space) Promise(bytes int64) (written func(), err error) {
	promised := s.promised.Add(bytes)
	written = func() { s.promised.Add(-bytes) }
	free, total, err := s.free(s.dir)
	if err != nil {
		return written, nil //nolint:nilerr // the write itself will tell
	}
	need := uint64(promised) + min(spareBytes, total/spareShare)
	if full := free < need; full != s.Full.Load() {
		s.change(full, free, need)
	}
	if free < need {
		written()
		return nil, s.errFull(free, need)
	}
	return written, nil
}

// change logs that there is no room any more, or again, once.
func (s *Space) change(full bool, free, need uint64) {
	if !s.Full.CompareAndSwap(!full, full) {
		return
	}
	if full {
		logrus.Errorf("%v; writes are refused with error 1021 until there is room, and reads go on", s.errFull(free, need))
	} else {
		logrus.Warnf("there is room again on the disk of the data directory, %d KB: writes are accepted", free>>10)
	}
}

// Least says whether so much is free, spare bytes included: for what makes room,
// and writes a little for it.
func (s *Space) Least(bytes uint64) error {
	if free, _, err := s.free(s.dir); err == nil && free < bytes {
		return s.errFull(free, bytes)
	}
	return nil
}
