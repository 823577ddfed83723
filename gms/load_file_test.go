package gms_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/perfschema/perfschema"
)

// A file is read where its size fits into a packet.
func TestLoadFile(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "SET SESSION max_allowed_packet = 2048")
	for _, test := range []struct {
		bytes int
		want  string
	}{{7, "[[7]]"}, {2048, "[[2048]]"}, {2049, "[[NULL]]"}} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, make([]byte, test.bytes), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(rows(t, c, fmt.Sprintf("SELECT LENGTH(LOAD_FILE('%s'))", path))); got != test.want {
			t.Errorf("a file of %d bytes: %s, want %s", test.bytes, got, test.want)
		}
	}
	if got := fmt.Sprint(rows(t, c, "SELECT LOAD_FILE('/nowhere')")); got != "[[NULL]]" {
		t.Errorf("a file that is not there: %s", got)
	}
}
