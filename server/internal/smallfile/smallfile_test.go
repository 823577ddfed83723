package smallfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/perfschema/perfschema/server/internal/smallfile"
)

// TestRead: a regular file is read up to the limit; what is larger or another kind of file is
// refused, without reading it.
func TestRead(t *testing.T) {
	const limit = 1 << 10
	dir := t.TempDir()
	file := func(name string, size int64) string {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, size)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for path, want := range map[string]int{
		file("empty", 0): 0, file("full", limit): limit, file("large", limit+1): -1, file("huge", 1<<40): -1,
		dir: -1, os.DevNull: -1,
	} {
		data, err := smallfile.Read(path, limit)
		if (err == nil) != (want >= 0) || err != nil && !errors.Is(err, smallfile.ErrUnfit) || err == nil && len(data) != want {
			t.Errorf("%s: %d bytes, %v; want %d", path, len(data), err, want)
		}
	}
	if _, err := smallfile.Read(filepath.Join(dir, "none"), limit); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if runtime.GOOS != "windows" {
		if _, err := smallfile.ReadAny("/dev/zero", limit); !errors.Is(err, smallfile.ErrUnfit) {
			t.Error(err)
		}
	}
}
