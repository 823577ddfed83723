package server

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestMemoryPackages holds that of every instrument of Dolt's caches it is said
// where its memory is allocated, and of none that is not there.
func TestMemoryPackages(t *testing.T) {
	s, err := Start(t.Context(), Config{Listen: "127.0.0.1:0", DataDir: filepath.Join(t.TempDir(), "data")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	there := make(map[string]bool)
	for _, c := range s.instruments.schema.Read().ClassesOf(perfschema.KindMemory) {
		there[c.Name()] = true
		if strings.HasPrefix(c.Name(), "memory/dolt/") && cachePackages[c.Name()] == nil {
			t.Errorf("nobody says where %s is allocated", c.Name())
		}
	}
	for name := range cachePackages {
		if !there[name] {
			t.Errorf("there is no instrument %s", name)
		}
	}
}
