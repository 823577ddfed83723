package settings

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/dolthub/dolt/go/libraries/utils/config"
)

func openSettings(t *testing.T, values map[string]string) *File {
	t.Helper()
	return newSettings(config.NewMapConfig(values), filepath.Join(t.TempDir(), "config.json"))
}

func onDisk(t *testing.T, s *File) map[string]string {
	t.Helper()
	data, err := os.ReadFile(s.Path)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	if err := json.Unmarshal(data, &values); err != nil {
		t.Fatal(err)
	}
	return values
}

func TestSettings(t *testing.T) {
	s := openSettings(t, map[string]string{"a": "1"})
	if err := s.SetStrings(map[string]string{"b": "2", "c": "3"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Unset([]string{"b"}); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a": "1", "c": "3"}
	if got := onDisk(t, s); !maps.Equal(got, want) {
		t.Errorf("on disk: %v, want %v", got, want)
	}
	if err := s.Unset([]string{"a", "nothing"}); !errors.Is(err, config.ErrConfigParamNotFound) {
		t.Errorf("unsetting what is not there: %v", err)
	}
	if value, err := s.GetString("a"); value != "1" || err != nil {
		t.Errorf("an Unset that failed took a away: %q, %v", value, err)
	}
	if _, err := s.GetString("b"); !errors.Is(err, config.ErrConfigParamNotFound) {
		t.Errorf("b is still there: %v", err)
	}
	// Dolt reads and writes from within Iter.
	s.Iter(func(name, value string) bool {
		if got := s.GetStringOrDefault(name, ""); got != value {
			t.Errorf("%s is %q within Iter, %q outside", name, value, got)
		}
		return s.SetStrings(map[string]string{name: value + "+"}) != nil
	})
	if got := onDisk(t, s); !maps.Equal(got, map[string]string{"a": "1+", "c": "3+"}) {
		t.Errorf("on disk: %v", got)
	}
}

// What could not be written is not there for readers either.
func TestSettingsThatCannotBeWritten(t *testing.T) {
	s := openSettings(t, map[string]string{"a": "1"})
	s.Path = filepath.Join(s.Path, "no", "such", "directory")
	if err := s.SetStrings(map[string]string{"a": "2"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("writing: %v", err)
	}
	if got := s.GetStringOrDefault("a", ""); got != "1" {
		t.Errorf("a is %q", got)
	}
}

// Each writer moves two values together, which readers never see apart.
func TestSettingsAreWrittenWhole(t *testing.T) {
	s := openSettings(t, map[string]string{"a": "0", "b": "0"})
	var writers, readers sync.WaitGroup
	done := make(chan struct{})
	for w := range 2 {
		writers.Go(func() {
			for i := range 50 {
				value := strconv.Itoa(w*1000 + i)
				if err := s.SetStrings(map[string]string{"a": value, "b": value, "own" + strconv.Itoa(w): value}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 2 {
		readers.Go(func() {
			for {
				seen := map[string]string{}
				s.Iter(func(name, value string) bool {
					seen[name] = value
					return false
				})
				if seen["a"] != seen["b"] {
					t.Errorf("a is %s, b is %s", seen["a"], seen["b"])
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	writers.Wait()
	close(done)
	readers.Wait()
	if s.Size() != 4 || s.GetStringOrDefault("own0", "") != "49" || s.GetStringOrDefault("own1", "") != "1049" {
		t.Errorf("a writer's values are lost: %v", *s.now.Load())
	}
}
