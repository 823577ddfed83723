package chunkstore

import (
	"io/fs"
	"os"
	"sync"

	"github.com/perfschema/perfschema"
)

// growth counts what is appended to files that only grow: the journal of a store
// and its index. The store keeps what it puts in memory, and puts compressed, so
// neither chunks nor commits say what was written.
//
// Its methods are safe for concurrent use.
type growth struct {
	mu    sync.Mutex
	files [2]grownFile
	// unwatched: the files may have grown while nobody asked.
	unwatched bool
}

type grownFile struct {
	path string
	last fs.FileInfo // nil: not there
}

// since is how many bytes the files have grown by since the last call, or since
// they were made: two looks at a file's size.
func (g *growth) since() (bytes int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range g.files {
		bytes += g.files[i].since()
	}
	if g.unwatched {
		g.unwatched = false
		return 0
	}
	return bytes
}

func (f *grownFile) since() int64 {
	now, err := os.Stat(f.path)
	if err != nil {
		f.last = nil
		return 0
	}
	last := f.last
	f.last = now
	if last == nil || !os.SameFile(last, now) {
		return now.Size() // collecting garbage makes the files anew
	}
	return max(now.Size()-last.Size(), 0)
}

// skip says that the files may grow now and nobody wants to know.
func (g *growth) skip() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.unwatched = true
}

// countWritten counts as one write what has been appended to the files of the
// store since it was counted last, by whomever: who commits writes what others
// have put. The time that takes is part of the commit's.
func (s *Store) countWritten() {
	if !s.file.Watched() {
		s.grown.skip()
		return
	}
	if n := s.grown.since(); n > 0 {
		w := s.file.StartWait(perfschema.Bound(), perfschema.OpWrite)
		w.EndBytes(n)
	}
}
