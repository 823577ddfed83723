package server_test

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// collected makes a data directory as a garbage collection leaves it: all of it
// in table files, and no journal.
func collected(t *testing.T) (dir, noms string) {
	t.Helper()
	dir = t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.t (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(100))",
		"INSERT INTO shop.t (v) VALUES (UUID()), (UUID())")
	collect(t, db)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	noms = filepath.Join(dir, "shop", ".dolt", "noms")
	if _, err := os.Stat(filepath.Join(noms, journalName)); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("there is a journal: %v", err)
	}
	return dir, noms
}

const (
	journalName = "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv"
	indexName   = "journal.idx"
)

// leftovers are what a server leaves that is killed while it collects garbage
// and takes up work again.
var leftovers = map[string]map[string][]byte{
	"journal not begun":           {journalName: nil},
	"journal and index not begun": {journalName: nil, indexName: nil},
	"journal of zeros":            {journalName: make([]byte, 4096)},
	"journal cut at once":         {journalName: {0, 0, 0, 40, 1, 1}},
	"index of a journal gone":     {indexName: make([]byte, 100)},
	"index of another journal":    {journalName: nil, indexName: {1, 0, 0, 0, 4, 1, 2, 3}},
}

func TestStartAfterKilledCollection(t *testing.T) {
	racetest.SkipAlone(t)
	dir, noms := collected(t)
	for name, files := range leftovers {
		t.Run(name, func(t *testing.T) {
			rel, err := filepath.Rel(dir, noms)
			if err != nil {
				t.Fatal(err)
			}
			dir := copyDir(t, dir)
			noms := filepath.Join(dir, rel)
			for round := 1; round <= 2; round++ {
				for file, content := range files {
					if err := os.WriteFile(filepath.Join(noms, file), content, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				s := start(t, server.Config{DataDir: dir})
				db := open(t, s, "root", "")
				if got := queryInt(t, db, "SELECT COUNT(*) FROM shop.t"); got != 1+round {
					t.Errorf("%d rows, want %d", got, 1+round)
				}
				exec(t, db, "INSERT INTO shop.t (v) VALUES (UUID())")
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				for file, content := range files {
					kept, err := os.ReadFile(filepath.Join(noms, file+".aside."+string(rune('0'+round))))
					if err != nil || string(kept) != string(content) {
						t.Errorf("%s was not kept: %q, %v", file, kept, err)
					}
				}
				s = start(t, server.Config{DataDir: dir})
				db = open(t, s, "root", "")
				if got := queryInt(t, db, "SELECT COUNT(*) FROM shop.t"); got != 2+round {
					t.Errorf("after another start: %d rows, want %d", got, 2+round)
				}
				collect(t, db)
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// Dolt itself, and this server once, wrote the first commit after a garbage
// collection to the manifest before the journal had it. Killed in between, it was
// never answered: the server starts from what was. A journal that somebody has
// written to after the manifest had that commit.
func TestStartAfterUnansweredCommit(t *testing.T) {
	dir, noms := collected(t)
	rel, err := filepath.Rel(dir, noms)
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, server.Config{DataDir: dir})
	exec(t, open(t, s, "root", ""), "INSERT INTO shop.t (v) VALUES (UUID())")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.Join(noms, "manifest"))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Split(string(manifest), ":") // of which the fourth is the root
	fields[3] = strings.Repeat("u", len(fields[3]))
	manifest = []byte(strings.Join(fields, ":"))
	journal, err := os.ReadFile(filepath.Join(noms, journalName))
	if err != nil {
		t.Fatal(err)
	}
	rootRecord := binary.BigEndian.Uint32(journal) // the first record is a root, and begins with its length
	now := time.Now().Truncate(time.Second)
	for name, test := range map[string]struct {
		journal []byte
		later   time.Duration
		refused string // what the error says; it starts if that is nothing
	}{
		"the manifest is later":                {journal[:rootRecord], -time.Second, ""},
		"both at a time":                       {journal[:rootRecord], 0, ""},
		"the journal is later":                 {journal[:rootRecord], time.Second, "touch the manifest"},
		"the journal is cut within a record":   {journal[:rootRecord+10], -time.Second, "lacks data that was committed"},
		"the journal is cut within the first":  {journal[:rootRecord-10], -time.Second, "lacks data that was committed"},
		"the journal has bytes that are wrong": {append(journal[:rootRecord:rootRecord], 0xff, 0xff, 0xff, 0xff), -time.Second, "lacks data that was committed"},
		"the journal is empty":                 {nil, -time.Second, "lacks data that was committed"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := copyDir(t, dir)
			noms := filepath.Join(dir, rel)
			for file, content := range map[string][]byte{"manifest": manifest, journalName: test.journal} {
				if err := os.WriteFile(filepath.Join(noms, file), content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			remove(t, filepath.Join(noms, indexName))
			touch := func(file string, at time.Time) {
				if err := os.Chtimes(filepath.Join(noms, file), at, at); err != nil {
					t.Fatal(err)
				}
			}
			touch("manifest", now)
			touch(journalName, now.Add(test.later))
			before := contents(t, dir)
			cfg := server.Config{Listen: "127.0.0.1:0", DataDir: dir}
			if test.refused != "" {
				_, err := server.Start(t.Context(), cfg)
				if !errors.Is(err, datadir.ErrDamaged) || !strings.Contains(err.Error(), test.refused) {
					t.Fatalf("the start gives %v, want %q", err, test.refused)
				}
				if after := contents(t, dir); after != before {
					t.Errorf("the directory changed:\n%s\nbefore:\n%s", after, before)
				}
				if !strings.Contains(test.refused, "touch") {
					return
				}
				touch("manifest", now.Add(time.Minute))
			}
			for round := range 2 {
				s := start(t, cfg)
				db := open(t, s, "root", "")
				if got := queryInt(t, db, "SELECT COUNT(*) FROM shop.t"); got != 2+round {
					t.Errorf("%d rows, want %d", got, 2+round)
				}
				exec(t, db, "INSERT INTO shop.t (v) VALUES (UUID())")
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// collect collects garbage, which ends the connection.
func collect(t *testing.T, db *sql.DB) {
	t.Helper()
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, q := range []string{"USE shop", "CALL DOLT_GC()"} {
		if _, err := conn.ExecContext(context.Background(), q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

// A directory that cannot be opened for another reason is left as it was, with
// what a kill left in it.
func TestNothingIsSetAsideInVain(t *testing.T) {
	dir, noms := collected(t)
	for _, file := range []string{filepath.Join(noms, journalName), filepath.Join(dir, ".doltcfg", "branch_control.db")} {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	garble(t, filepath.Join(dir, ".doltcfg", ".dolt", "config_global.json"))
	before := contents(t, dir)
	_, err := server.Start(t.Context(), server.Config{Listen: "127.0.0.1:0", DataDir: dir})
	if !errors.Is(err, datadir.ErrDamaged) {
		t.Errorf("got %v", err)
	}
	if after := contents(t, dir); after != before {
		t.Errorf("the directory changed:\n%s\nbefore:\n%s", after, before)
	}
}

// What was being written when the server was killed is removed at the next start,
// and nothing else.
func TestTemporaryFilesAreRemoved(t *testing.T) {
	dir, noms := collected(t)
	config := filepath.Join(dir, ".doltcfg")
	files := map[string]bool{
		filepath.Join(config, "tmp", "buffered_file_byte_sink_12"): true,
		filepath.Join(config, "privileges.db-4711"):                true,
		filepath.Join(config, "branch_control.db-1"):               true,
		filepath.Join(config, ".dolt", "config_global.json-99"):    true,
		filepath.Join(noms, "nbs_manifest_123"):                    true,
		filepath.Join(noms, "oldgen", "nbs_manifest_123"):          true,
		filepath.Join(config, "privileges.db"):                     false,
		filepath.Join(config, "privileges.db-copy"):                false,
		filepath.Join(noms, "manifest"):                            false,
		filepath.Join(dir, "nbs_manifest_123"):                     false,
	}
	if err := os.MkdirAll(filepath.Join(config, "tmp"), 0o700); err != nil {
		t.Fatal(err)
	}
	for file := range files {
		if _, err := os.Stat(file); err == nil {
			continue
		}
		if err := os.WriteFile(file, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, server.Config{DataDir: dir})
	for file, temporary := range files {
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) != temporary {
			t.Errorf("%s: %v", file, err)
		}
	}
	// Garbage is collected by way of the data directory.
	db := open(t, s, "root", "")
	exec(t, db, "INSERT INTO shop.t (v) VALUES (UUID())")
	t.Setenv("TMPDIR", filepath.Join(dir, "nowhere"))
	collect(t, db)
	left, err := os.ReadDir(filepath.Join(config, "tmp"))
	if err != nil || len(left) > 0 {
		t.Errorf("a collection left %v, %v", left, err)
	}
}
