package disk

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
	r := &Reserve{Path: filepath.Join(t.TempDir(), "journal")}
	if err := r.Keep(1 << 20); err != nil {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.WriteFile(r.Path, []byte("journal"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.Keep(1 << 20); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(r.Path); err != nil || info.Size() != 7 {
		t.Errorf("the size changed: %d, %v", info.Size(), err)
	}
	had := blocks(t, r.Path)
	if had < 1<<20 {
		t.Skipf("this file system keeps no blocks: %d", had)
	}
	// What was kept ahead is used before more is kept.
	if err := r.Keep(reserveAhead); err != nil || blocks(t, r.Path) != had {
		t.Errorf("%d bytes are kept, %v; were %d", blocks(t, r.Path), err, had)
	}
	if err := r.Keep(2 * reserveAhead); err != nil || blocks(t, r.Path) <= had {
		t.Errorf("%d bytes are kept, %v; were %d", blocks(t, r.Path), err, had)
	}
	// A new file of the name has nothing yet.
	if err := errors.Join(os.Remove(r.Path), os.WriteFile(r.Path, nil, 0o600), r.Keep(1<<20)); err != nil || blocks(t, r.Path) < 1<<20 {
		t.Errorf("%d bytes are kept of the new file, %v", blocks(t, r.Path), err)
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
	r := &Reserve{Path: filepath.Join(disk, "journal")}
	if err := errors.Join(os.WriteFile(r.Path, nil, 0o600), r.Keep(1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(disk, "filler"), make([]byte, 32<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filling the disk: %v", err)
	}
	if err := r.Keep(16 << 20); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("16 MB were kept: %v", err)
	}
	if err := os.WriteFile(filepath.Join(disk, "other"), make([]byte, 1<<16), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("there is room for others: %v", err)
	}
	f, err := os.OpenFile(r.Path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(make([]byte, 1<<20)); err != nil {
		t.Errorf("what was kept cannot be written: %v", err)
	}
}
