package goroot

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain is a build that is killed while it makes a directory, if a test has it run so.
func TestMain(m *testing.M) {
	cache := os.Getenv("PERFSCHEMA_TEST_FILL")
	if cache == "" {
		os.Exit(m.Run())
	}
	dir := filepath.Join(cache, gorootFolder, "new")
	err := Fill(cache, dir, func() bool { return false }, func(made string) error {
		if err := os.MkdirAll(made, 0o777); err != nil {
			return err
		}
		os.Stdout.WriteString("making\n")
		_, err := os.Stdin.Read(make([]byte, 1)) // until it is killed
		return err
	})
	os.Stdout.WriteString(err.Error())
	os.Exit(1)
}

// TestFillKilled kills a build that makes a directory: another one that waits for it makes it,
// and what is left behind is swept.
func TestFillKilled(t *testing.T) {
	cache := filepath.Join(t.TempDir(), folder)
	if err := os.Mkdir(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), "PERFSCHEMA_TEST_FILL="+cache)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if l, err := bufio.NewReader(out).ReadString('\n'); l != "making\n" {
		t.Fatal(l, err)
	}
	dir := filepath.Join(cache, gorootFolder, "new")
	there := func() bool { _, err := os.Stat(filepath.Join(dir, "whole")); return err == nil }
	done := make(chan error)
	go func() {
		done <- Fill(cache, dir, there, func(made string) error {
			if err := os.Mkdir(made, 0o777); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(made, "whole"), nil, 0o666)
		})
	}()
	select {
	case err := <-done:
		t.Fatalf("two made it at once: %v", err)
	default:
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if err := <-done; err != nil || !there() {
		t.Fatalf("%v, there: %v", err, there())
	}
	left, err := filepath.Glob(filepath.Join(cache, gorootFolder, Making+"*"))
	if err != nil || len(left) != 1 {
		t.Fatalf("%v, %v", left, err)
	}
	then := time.Now().Add(-2 * making)
	if err := os.Chtimes(left[0], then, then); err != nil {
		t.Fatal(err)
	}
	Sweep(cache)
	entries, err := os.ReadDir(filepath.Join(cache, gorootFolder))
	if err != nil || len(entries) != 1 || strings.HasPrefix(entries[0].Name(), Making) {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}
