package server_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/perfschema/perfschema/server"
)

// TestLogFormatIsKnown: a format there is not is refused before anything is made.
func TestLogFormatIsKnown(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s, err := server.Start(context.Background(), server.Config{DataDir: dir, Listen: "127.0.0.1:0", LogFormat: "xml"})
	if !errors.Is(err, server.ErrLogFormat) {
		t.Errorf("started with %v", err)
	}
	if s != nil {
		_ = s.Close()
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the data directory: %v", err)
	}
}
