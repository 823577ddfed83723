package history

import (
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/perfschema/perfschema/view"
)

// killTable is a table of two columns; every row of a window counts one.
func killTable(dir string) (*table, error) {
	columns := append(append([]view.Column(nil), windowColumns...), view.Column{Name: "N", Type: bigintUnsigned})
	return openTable(&Options{Dir: dir, Logger: slog.New(slog.DiscardHandler), noSync: true}, "t", columns)
}

const bigintUnsigned = "bigint unsigned"

// writeUntilKilled writes windows of one second and says, a byte each, which are written;
// hours pass, and are merged.
func writeUntilKilled(dir string) {
	t, err := killTable(dir)
	if err != nil {
		panic(err)
	}
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	readAll(t.scan(Span{}, nil), func(row view.Row) { at = row[3].(time.Time) })
	for {
		rows := []view.Row{{nil, nil, at, at.Add(10 * time.Minute), uint64(1)}}
		if err := t.append(at, at.Add(10*time.Minute), rows); err != nil {
			panic(err)
		}
		_, _ = os.Stdout.Write([]byte{'.'})
		at = at.Add(10 * time.Minute)
		if err := t.merge(at); err != nil {
			panic(err)
		}
	}
}

// A kill at any moment leaves every window that was written, once.
func TestKill(t *testing.T) {
	if dir := os.Getenv("HISTORY_KILL_DIR"); dir != "" {
		writeUntilKilled(dir)
	}
	dir, acknowledged := t.TempDir(), 0
	for range 6 {
		c := exec.Command(os.Args[0], "-test.run=^TestKill$")
		c.Env = append(os.Environ(), "HISTORY_KILL_DIR="+dir)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// After so many windows, and a part of one.
		windows := make([]byte, 1)
		for range 1 + rand.IntN(40) {
			if _, err := out.Read(windows); err != nil {
				t.Fatal(err)
			}
			acknowledged++
		}
		for range rand.IntN(1 << 18) { // some time
			_ = os.Getpid
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for {
			n, err := out.Read(windows)
			if err != nil {
				break
			}
			acknowledged += n
		}
		_ = c.Wait()

		table, err := killTable(dir)
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[time.Time]int)
		readAll(table.scan(Span{}, nil), func(row view.Row) { seen[row[2].(time.Time).UTC()]++ })
		for start, n := range seen {
			if n != 1 {
				t.Errorf("the window of %v is there %d times", start, n)
			}
		}
		// The one that was written and not said may be there.
		if len(seen) < acknowledged || len(seen) > acknowledged+1 {
			t.Errorf("%d windows, want %d", len(seen), acknowledged)
		}
		acknowledged = len(seen)
		if len(table.status.Damaged) > 0 {
			t.Errorf("damaged: %v", table.status.Damaged)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "t", "*"))
	if err != nil || len(left) == 0 {
		t.Error(left, err)
	}
}
