package history

import (
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/view"
)

// wholeDirectory writes a history with windows, merged hours and sums, and returns its files by their
// names.
func wholeDirectory(t testing.TB) map[string][]byte {
	dir := t.TempDir()
	p := sumProgram(t, Options{Dir: dir})
	p.work(rand.New(rand.NewPCG(3, 5)), 20)
	p.clock.advance(time.Hour)
	p.work(rand.New(rand.NewPCG(5, 3)), 5)
	p.close()
	files := make(map[string][]byte)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err == nil {
			files[name], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files
}

// Whichever file of a directory is damaged or cut, reading all of it ends, without a panic, and takes no
// more memory than the files account for.
func FuzzDamagedDirectory(f *testing.F) {
	racetest.SkipAlone(f)
	files := wholeDirectory(f)
	names, total := slices.Sorted(maps.Keys(files)), 0
	for _, content := range files {
		total += len(content)
	}
	f.Add(uint(0), uint(0), []byte{}, uint(1))
	for i := range names {
		f.Add(uint(i), uint(8), []byte{0xff, 0xff, 0xff, 0x7f}, uint(0)) // the footer's length
		f.Add(uint(i), uint(150), []byte{0xfe, 0xff, 0xff, 0xff, 0x0f}, uint(0))
		f.Add(uint(i), uint(0), []byte{}, uint(50))
	}
	f.Fuzz(func(t *testing.T, which, fromEnd uint, damage []byte, cut uint) {
		dir := t.TempDir()
		damaged := names[which%uint(len(names))]
		for name, content := range files {
			path := filepath.Join(dir, name)
			if name == damaged && len(content) > 0 {
				content = append([]byte(nil), content...)
				copy(content[uint(len(content))-1-fromEnd%uint(len(content)):], damage)
				content = content[:uint(len(content))-cut%uint(len(content))]
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d, err := OpenDirectory(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for _, table := range kept() {
			columns := []string{"WINDOW_START", "WINDOW_END"}
			for _, c := range table.Columns {
				columns = append(columns, c.Name)
			}
			if err := d.Read(t.Context(), table.Name, columns, Span{}, func(view.Row) error { rows++; return nil }); err != nil {
				t.Log(err)
			}
			if err := d.Windows(t.Context(), table.Name, func(Window) error { return nil }); err != nil {
				t.Log(err)
			}
		}
		if _, err := d.SumDigests(t.Context(), Span{}); err != nil {
			t.Log(err)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 96<<20+2000*uint64(total) {
			t.Errorf("%d bytes were allocated for files of %d", n, total)
		}
		if rows == 0 || rows > 100*total {
			t.Errorf("%d rows of %d bytes", rows, total)
		}
	})
}
