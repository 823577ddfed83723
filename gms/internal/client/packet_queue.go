package client

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// packetQueue keeps packets in memory while its connection has room, and the rest in a
// temporary file. All packets are added before the first is taken. The zero packetQueue
// is empty; close releases what it holds.
type packetQueue struct {
	chunks  [][]byte
	taken   int // bytes of chunks[0] that have been taken
	file    *os.File
	writer  *bufio.Writer
	reader  *bufio.Reader
	spilled int64 // bytes of file that have not been taken
	allowed int64 // bytes of file up to which there was room on the disk
}

// Chunks of memory grow from the first size to the second, in bytes.
const (
	firstChunk = 1 << 10
	lastChunk  = 64 << 10
)

// add appends b. room is how many bytes of memory the connection's queues may still
// take; add subtracts what it takes.
func (q *packetQueue) add(b []byte, room *int64) error {
	for q.file == nil && len(b) > 0 {
		last := len(q.chunks) - 1
		if last >= 0 && len(q.chunks[last]) < cap(q.chunks[last]) {
			n := min(len(b), cap(q.chunks[last])-len(q.chunks[last]))
			q.chunks[last] = append(q.chunks[last], b[:n]...)
			b = b[n:]
			continue
		}
		next := firstChunk
		if last >= 0 {
			next = min(cap(q.chunks[last])*2, lastChunk)
		}
		if *room < chunkSize(next) {
			break
		}
		*room -= chunkSize(next)
		q.chunks = append(q.chunks, make([]byte, 0, next))
	}
	if len(b) == 0 {
		return nil
	}
	if q.file == nil {
		file, err := os.CreateTemp("", "cursor-*")
		if err != nil {
			return err //nolint:wrapcheck // the caller names what failed
		}
		_ = os.Remove(file.Name()) // where the system can; close does it otherwise
		q.file, q.writer = file, bufio.NewWriterSize(file, lastChunk)
	}
	if q.spilled += int64(len(b)); q.spilled > q.allowed {
		if err := leaveSpare(os.TempDir(), spillStep); err != nil {
			return err
		}
		q.allowed = q.spilled + spillStep
	}
	_, err := q.writer.Write(b)
	return err //nolint:wrapcheck // the caller names what failed
}

const (
	// spillStep is how many bytes are written to a file between two questions for the room
	// on its disk.
	spillStep = 1 << 20
	// spareBytes stay free on the disk of temporary files, or one in spareShare of a small
	// one: the data directory may be there, and needs as much to commit.
	spareBytes = 128 << 20
	spareShare = 8
)

// leaveSpare refuses to write so many bytes to the disk of a directory if too little were
// free afterwards. Where the system does not tell, the write itself does.
func leaveSpare(dir string, bytes uint64) error {
	free, total, err := freeBytes(dir)
	if err != nil {
		return nil //nolint:nilerr // as above
	}
	if need := bytes + min(spareBytes, total/spareShare); free < need {
		return fmt.Errorf("%s has %d MiB free, and cursors keep %d MiB of it free for other files: %w", dir, free>>20, (need-bytes)>>20, syscall.ENOSPC)
	}
	return nil
}

// complete is called after the last add.
func (q *packetQueue) complete() error {
	if q.file == nil {
		return nil
	}
	err := q.writer.Flush()
	q.writer = nil
	if err == nil {
		_, err = q.file.Seek(0, io.SeekStart)
	}
	return err //nolint:wrapcheck // the caller names what failed
}

// empty reports whether everything has been taken.
func (q *packetQueue) empty() bool { return len(q.chunks) == 0 && q.spilled == 0 }

// take fills b with the next bytes. It gives the memory of the chunks that it empties
// back to room.
func (q *packetQueue) take(b []byte, room *int64) error {
	for len(b) > 0 && len(q.chunks) > 0 {
		first := q.chunks[0]
		n := copy(b, first[q.taken:])
		b = b[n:]
		if q.taken += n; q.taken == len(first) {
			*room += chunkSize(cap(first))
			q.chunks[0] = nil
			q.chunks, q.taken = q.chunks[1:], 0
		}
	}
	if len(b) == 0 {
		return nil
	}
	if q.spilled < int64(len(b)) {
		return io.ErrUnexpectedEOF
	}
	if q.reader == nil {
		q.reader = bufio.NewReaderSize(q.file, lastChunk)
	}
	n, err := io.ReadFull(q.reader, b)
	q.spilled -= int64(n)
	return err //nolint:wrapcheck // the caller names what failed
}

// close releases memory and file.
func (q *packetQueue) close(room *int64) {
	for _, chunk := range q.chunks {
		*room += chunkSize(cap(chunk))
	}
	if q.file != nil {
		_ = q.file.Close()
		_ = os.Remove(q.file.Name()) // gone already, where the system removes open files
	}
	*q = packetQueue{}
}

// chunkSize is what a chunk of n bytes takes, with its entry in chunks.
func chunkSize(n int) int64 { return size.Heap(int64(n), false) + size.SliceHeader }
