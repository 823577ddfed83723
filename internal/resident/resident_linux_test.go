package resident

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/perfschema/perfschema/internal/goheap"
)

// TestRead holds that the parts are the total and that all the runtime holds
// for its heap was found.
func TestRead(t *testing.T) {
	s, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	if !s.Divided {
		t.Skip("the kernel does not show mappings")
	}
	heap := func(h goheap.Held) int64 { return h.Objects + h.Unused + h.Free + h.Released + h.Stacks }
	h := goheap.ReadHeld()
	for range 10 { // the heap may grow between the two looks
		before := h
		if s, err = Read(); err != nil {
			t.Fatal(err)
		}
		if h = goheap.ReadHeld(); heap(h) == heap(before) {
			break
		}
	}
	if off := s.Sum() - s.Total; off < -4<<20 || off > 4<<20 {
		t.Errorf("the parts are %d bytes, the total %d", s.Sum(), s.Total)
	}
	if s.Program.Text == 0 || s.Program.ROData == 0 || s.Heap.Resident == 0 {
		t.Errorf("%+v", s)
	}
	held := heap(h)
	if work := s.Heap.Size - held; work < 0 || work > h.Metadata {
		t.Errorf("the heap is mapped with %d bytes; the runtime holds %d and %d of metadata", s.Heap.Size, held, h.Metadata)
	}
}

// TestReadWhatIsMapped maps memory that is the C library's or nobody's, and a
// file, and finds it.
func TestReadWhatIsMapped(t *testing.T) {
	before, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	if !before.Divided {
		t.Skip("the kernel does not show mappings")
	}
	const size = 32 << 20
	anonymous, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(anonymous) }()
	file, err := os.Create(t.TempDir() + "/mapped file")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Truncate(size); err != nil {
		t.Fatal(err)
	}
	mapped, err := unix.Mmap(int(file.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(mapped) }()
	for i := 0; i < size; i += 4096 {
		anonymous[i], mapped[i] = 1, 1
	}
	after, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	if grown := after.Other.Bytes - before.Other.Bytes; grown < size || grown > size+4<<20 {
		t.Errorf("anonymous memory has grown by %d of %d bytes", grown, size)
	}
	for _, f := range after.Files {
		if f.Name == file.Name() {
			if f.Bytes != size || f.Count != 1 {
				t.Errorf("%+v", f)
			}
			return
		}
	}
	t.Errorf("the file is not among %+v", after.Files)
}

func BenchmarkReadSet(b *testing.B) {
	for b.Loop() {
		if _, err := Read(); err != nil {
			b.Fatal(err)
		}
	}
}
