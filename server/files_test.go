package server_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/server"
)

// Every file that the server opens itself is a file instance, with the bytes
// that were read or written, and the Thread of the start has done it.
func TestFilesOfTheServer(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	exec(t, open(t, s, "root", ""), "CREATE DATABASE shop", "CREATE TABLE shop.t (id INT)")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int64{}
	measure := func(file string) {
		if info, err := os.Stat(file); err == nil {
			sizes[file] = info.Size()
		}
	}
	cert, key, _ := certificate(t)
	accounts, state := filepath.Join(dir, ".doltcfg", "privileges.db"), filepath.Join(dir, "shop", ".dolt", "repo_state.json")
	for _, f := range []string{cert, key, accounts, state} {
		measure(f)
	}
	s = start(t, server.Config{DataDir: dir, TLSCert: cert, TLSKey: key})
	files := func() map[string]record.FileInfo {
		found := map[string]record.FileInfo{}
		for _, f := range s.Schema().Read().FileInstances() {
			found[f.Name] = f
		}
		return found
	}
	before := files()
	for file, size := range sizes {
		if io := before[file].IO; io.BytesRead != size || io.Read.Count == 0 || io.Misc.Count < 2 { // open and close, and a look at a key
			t.Errorf("%s of %d bytes: %+v", file, size, io)
		}
	}
	var names []string
	for name, f := range before {
		names = append(names, strings.TrimPrefix(f.EventName, "wait/io/file/")+" "+strings.TrimPrefix(name, dir+"/"))
		if open := strings.HasSuffix(name, ".lock") || strings.HasSuffix(name, "noms") || name == "/dev/stderr"; (f.OpenCount == 1) != open {
			t.Errorf("%s is open %d times", name, f.OpenCount)
		}
	}
	slices.Sort(names)
	want := []string{
		"dolt/chunk_store shop/.dolt/noms",
		"dolt/journal shop/.dolt/noms/vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv",
		"dolt/journal_index shop/.dolt/noms/journal.idx",
		"dolt/manifest shop/.dolt/noms/manifest",
		"dolt/repo_state shop/.dolt/repo_state.json",
		"sql/accounts .doltcfg/privileges.db",
		"sql/error_log /dev/stderr",
		"sql/lock perfschema.lock",
		"sql/tls " + cert,
		"sql/tls " + key,
		"sql/tls private_key.pem",
	}
	if !slices.Equal(names, want) {
		t.Errorf("files are\n%s\nwant\n%s", strings.Join(names, "\n"), strings.Join(want, "\n"))
	}
	for _, th := range s.Schema().Read().Threads() {
		if th.Info().Name != "thread/sql/main" {
			continue
		}
		for i, c := range s.Schema().Read().WaitClasses() {
			for _, stats := range s.Schema().Read().WaitSummary(record.ByThread, th.ID()).All() {
				if c.Name() == "wait/io/file/sql/tls" && stats[i].Count != 13 {
					t.Errorf("the main thread waited %d times for certificate and keys; open, read and close of three are 9, and it looks 4 times", stats[i].Count)
				}
			}
		}
	}

	exec(t, open(t, s, "root", ""), "CREATE USER ann", "CREATE DATABASE other", "DROP DATABASE other")
	measure(accounts)
	after := files()
	if io := after[accounts].IO; io.Write.Count != 1 || io.BytesWritten != sizes[accounts] {
		t.Errorf("accounts of %d bytes written: %+v", sizes[accounts], io)
	}
	if len(after) != len(before) {
		t.Errorf("%d files before a database was made and dropped, %d after", len(before), len(after))
	}
}
