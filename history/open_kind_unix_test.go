//go:build unix

package history

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestOpenWindowOfAnotherKind: what is no regular file in the place of the window that was open
// is neither waited for nor read; it is kept beside, and the history goes on.
func TestOpenWindowOfAnotherKind(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"a directory": func(path string) error { return os.Mkdir(path, 0o700) },
		"a pipe":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a device":    func(path string) error { return os.Symlink("/dev/zero", path) },
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, digestTable, openName)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), make(path)); err != nil {
			t.Fatal(err)
		}
		p := newProgram(t, newClock(), Options{Dir: dir, Sync: true})
		p.run("SELECT 1", time.Millisecond)
		p.turn()
		if n := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != 1 {
			t.Errorf("%s: %d statements", name, n)
		}
		for _, s := range p.history.Status() {
			if s.Table == digestTable && (len(s.Damaged) != 1 || !strings.HasSuffix(s.Damaged[0], ".damaged")) {
				t.Errorf("%s: %+v", name, s)
			}
		}
		p.close()
	}
}
