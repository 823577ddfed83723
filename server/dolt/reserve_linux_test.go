package dolt

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func blocks(t *testing.T, path string) int64 {
	t.Helper()
	var s unix.Stat_t
	if err := unix.Stat(path, &s); err != nil {
		t.Fatal(err)
	}
	return s.Blocks * 512
}

func TestReserve(t *testing.T) {
	r := &reserve{path: filepath.Join(t.TempDir(), "journal")}
	if err := r.keep(1 << 20); err != nil {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.WriteFile(r.path, []byte("journal"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.keep(1 << 20); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(r.path); err != nil || info.Size() != 7 {
		t.Errorf("the size changed: %d, %v", info.Size(), err)
	}
	had := blocks(t, r.path)
	if had < 1<<20 {
		t.Skipf("this file system keeps no blocks: %d", had)
	}
	// What was kept ahead is used before more is kept.
	if err := r.keep(reserveAhead); err != nil || blocks(t, r.path) != had {
		t.Errorf("%d bytes are kept, %v; were %d", blocks(t, r.path), err, had)
	}
	if err := r.keep(2 * reserveAhead); err != nil || blocks(t, r.path) <= had {
		t.Errorf("%d bytes are kept, %v; were %d", blocks(t, r.path), err, had)
	}
	// A new file of the name has nothing yet.
	if err := errors.Join(os.Remove(r.path), os.WriteFile(r.path, nil, 0o600), r.keep(1<<20)); err != nil || blocks(t, r.path) < 1<<20 {
		t.Errorf("%d bytes are kept of the new file, %v", blocks(t, r.path), err)
	}
}

// What is kept is there when somebody else takes all the rest, and what cannot be
// kept is refused.
func TestReserveOnAFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=16m"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	defer func() { _ = unix.Unmount(disk, unix.MNT_DETACH) }()
	r := &reserve{path: filepath.Join(disk, "journal")}
	if err := errors.Join(os.WriteFile(r.path, nil, 0o600), r.keep(1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(disk, "filler"), make([]byte, 32<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filling the disk: %v", err)
	}
	if err := r.keep(16 << 20); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("16 MB were kept: %v", err)
	}
	if err := os.WriteFile(filepath.Join(disk, "other"), make([]byte, 1<<16), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("there is room for others: %v", err)
	}
	f, err := os.OpenFile(r.path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(make([]byte, 1<<20)); err != nil {
		t.Errorf("what was kept cannot be written: %v", err)
	}
}
