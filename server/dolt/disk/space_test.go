package disk

import (
	"bytes"
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/sirupsen/logrus"
)

// A disk whose room the test sets.
type fakeDisk struct {
	free, total uint64
	err         error
}

func (d *fakeDisk) space(string) (free, total uint64, err error) { return d.free, d.total, d.err }

func TestSpace(t *testing.T) {
	for name, tt := range map[string]struct {
		disk  fakeDisk
		bytes int64
		want  bool
	}{
		"plenty":                        {fakeDisk{free: 1 << 40, total: 1 << 41}, 1 << 30, true},
		"all but the spare":             {fakeDisk{free: spareBytes + 1<<20, total: 1 << 40}, 1 << 20, true},
		"a byte of the spare":           {fakeDisk{free: spareBytes + 1<<20 - 1, total: 1 << 40}, 1 << 20, false},
		"the spare of a small disk":     {fakeDisk{free: 1<<20 + 1, total: 16 << 20}, 1, true},
		"a byte of a small spare":       {fakeDisk{free: 1 << 20, total: 16 << 20}, 1, false},
		"none":                          {fakeDisk{total: 1 << 40}, 0, false},
		"a system that does not say":    {fakeDisk{err: errors.ErrUnsupported}, 1 << 40, true},
		"a disk of which there is none": {fakeDisk{}, 0, true},
	} {
		s := &Space{free: tt.disk.space}
		written, err := s.Promise(tt.bytes)
		if (err == nil) != tt.want || err != nil && !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			written()
		}
		if left := s.promised.Load(); left != 0 {
			t.Errorf("%s: %d bytes stay promised", name, left)
		}
	}
}

// What one commit is about to write is not promised to another.
func TestSpaceIsPromisedOnce(t *testing.T) {
	disk := fakeDisk{free: spareBytes + 100, total: 1 << 40}
	s := &Space{free: disk.space}
	first, err := s.Promise(60)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Promise(60); err == nil {
		t.Error("120 of 100 bytes are promised")
	}
	second, err := s.Promise(40)
	if err != nil {
		t.Error(err)
	}
	first()
	if third, err := s.Promise(60); err != nil {
		t.Error(err)
	} else {
		third()
	}
	second()
}

func TestSpaceIsLoggedOnce(t *testing.T) {
	var log bytes.Buffer
	before := logrus.StandardLogger().Out
	logrus.SetOutput(&log)
	defer logrus.SetOutput(before)
	disk := fakeDisk{total: 1 << 40}
	s := &Space{free: disk.space}
	for range 2 {
		disk.free = 0
		for range 3 {
			if _, err := s.Promise(1); err == nil {
				t.Error("there is room")
			}
		}
		disk.free = 1 << 39
		for range 3 {
			if _, err := s.Promise(1); err != nil {
				t.Error(err)
			}
		}
	}
	if full, again := strings.Count(log.String(), "refused"), strings.Count(log.String(), "accepted"); full != 2 || again != 2 {
		t.Errorf("%d times full and %d times room again, of 2 each: %s", full, again, &log)
	}
}
