package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"syscall"
)

// reserveAhead is what is kept beyond what is needed, so that most commits need
// not ask for more.
const reserveAhead = 4 << 20

// Reserve keeps blocks of the file system for a file that only grows. Between a
// look at the room that there is and the write another program may take it; what
// is kept belongs to the file, whose size stays what it is. Cutting the file to
// its size, as the storage does at start, gives the blocks back.
//
// Its methods are safe for concurrent use.
type Reserve struct {
	Path string // of the file; set before the first call
	mu   sync.Mutex
	kept fs.FileInfo // the file of which blocks are kept
	upTo int64       // and how far
}

// Keep sees to it that the file can grow by so many bytes. It is an error that
// wraps ENOSPC when there is no room, and none when the file is not there, or when
// its file system keeps no blocks. It costs a look at the file's size, and a
// system call more each time reserveAhead is used up.
func (r *Reserve) Keep(bytes int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	now, err := os.Stat(r.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("keeping room: %w", err)
	}
	// A new file may have the number of one that was removed.
	if r.kept == nil || !os.SameFile(r.kept, now) || now.Size() < r.kept.Size() {
		r.upTo = now.Size()
	}
	need := now.Size() + bytes
	if need <= r.upTo {
		return nil
	}
	f, err := os.OpenFile(r.Path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("keeping room: %w", err)
	}
	defer f.Close()
	for _, upTo := range []int64{need + reserveAhead, need} {
		err = keepBlocks(f, now.Size(), upTo-now.Size())
		if err == nil {
			r.kept, r.upTo = now, upTo
			return nil
		}
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("keeping room for %s: %w", r.Path, err)
	}
	return nil // the file system cannot
}

// Forget says that the file may be removed and made anew.
func (r *Reserve) Forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = nil
}
