package goroot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSweep holds that what killed builds leave goes, and what is unused; what runs or is used
// stays.
func TestSweep(t *testing.T) {
	parent := t.TempDir()
	cache := filepath.Join(parent, folder)
	for name, c := range map[string]struct {
		age   time.Duration
		used  bool
		stays bool
	}{
		"goroot/making-1-old":   {2 * time.Hour, false, false},
		"goroot/making-2-young": {time.Minute, false, true},
		"goroot/go1.26.8-a":     {31 * 24 * time.Hour, false, false},
		"goroot/go1.26.8-b":     {29 * 24 * time.Hour, false, true},
		"goroot/go1.26.8-c":     {31 * 24 * time.Hour, true, true},
		"start/0123.go":         {6 * 24 * time.Hour, false, false},
		"start/4567.go":         {4 * 24 * time.Hour, false, true},
		"start/89ab.go":         {6 * 24 * time.Hour, true, true},
		"start/making-3":        {2 * time.Hour, false, false},
	} {
		file := filepath.Join(cache, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if strings.HasSuffix(name, ".go") {
			err = os.WriteFile(file, nil, 0o666)
		} else {
			err = os.Mkdir(file, 0o777)
		}
		if err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-c.age)
		if err := os.Chtimes(file, then, then); err != nil {
			t.Fatal(err)
		}
		if c.used {
			Use(file)
		}
		Sweep(cache)
		if _, err := os.Stat(file); (err == nil) != c.stays {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSweepStays holds that Sweep removes nothing that is not the cache's, also where links lead
// out of it.
func TestSweepStays(t *testing.T) {
	parent := t.TempDir()
	cache := filepath.Join(parent, folder)
	papers := filepath.Join(parent, "papers")
	for _, name := range []string{filepath.Join(papers, "work"), filepath.Join(papers, gorootFolder, "work"), filepath.Join(cache, "mine", "work"), filepath.Join(cache, StartFolder)} {
		if err := os.MkdirAll(name, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{
		papers:                        filepath.Join(cache, gorootFolder),
		filepath.Join(papers, "work"): filepath.Join(cache, StartFolder, "link"),
	} {
		if err := os.Symlink(from, to); err != nil {
			t.Fatal(err)
		}
	}
	stays := []string{filepath.Join(papers, "work"), filepath.Join(papers, gorootFolder, "work"), filepath.Join(cache, "mine", "work")}
	then := time.Now().Add(-366 * 24 * time.Hour)
	for _, name := range stays {
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
	}
	Sweep(cache)
	Sweep(papers)
	if err := os.Rename(cache, filepath.Join(parent, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(papers, cache); err != nil {
		t.Fatal(err)
	}
	Sweep(cache)
	for _, name := range []string{stays[0], stays[1], filepath.Join(parent, "elsewhere", "mine", "work")} {
		if _, err := os.Stat(name); err != nil {
			t.Error("removed: ", err)
		}
	}
}

// TestHold holds that nothing is swept while a build holds the cache, and that it is once a day.
func TestHold(t *testing.T) {
	cache := filepath.Join(t.TempDir(), folder)
	old := filepath.Join(cache, StartFolder, "0123.go")
	put := func() {
		if err := WriteFile(old, nil); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-366 * 24 * time.Hour)
		for _, name := range []string{old, filepath.Join(cache, "swept")} {
			if err := os.Chtimes(name, then, then); err != nil && name == old {
				t.Fatal(err)
			}
		}
	}
	if err := os.Mkdir(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	put()
	unlock, err := lock(filepath.Join(cache, "sweep.lock"), false)
	if err != nil {
		t.Fatal(err)
	}
	hold := func() {
		release, err := Hold(cache)
		if err != nil {
			t.Fatal(err)
		}
		release()
	}
	hold()
	if _, err := os.Stat(old); err != nil {
		t.Error("swept while another build held the cache: ", err)
	}
	unlock()
	hold()
	if _, err := os.Stat(old); err == nil {
		t.Error("nothing was swept")
	}
	put()
	now := time.Now()
	if err := os.Chtimes(filepath.Join(cache, "swept"), now, now); err != nil {
		t.Fatal(err)
	}
	hold()
	if _, err := os.Stat(old); err != nil {
		t.Error("swept twice a day: ", err)
	}
}
