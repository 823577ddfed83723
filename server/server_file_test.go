package server_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/server"
)

// TestServerFiles: SQL reads and writes files of the machine below secure_file_priv alone,
// and learns nothing of what is elsewhere.
func TestServerFiles(t *testing.T) {
	const optionPrevents, exists, noStat, notReadable = 1290, 1086, 13, 1085
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	db.SetMaxOpenConns(1)
	exec(t, db, "CREATE DATABASE shop", "USE shop", "CREATE TABLE item (id INT)", "CREATE PROCEDURE outside() SELECT 1 INTO OUTFILE '"+dir+"/files2'")
	if err := os.WriteFile(filepath.Join(dir, "files.secret"), []byte("1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, made := range []bool{false, true} { // whether the directory is there
		files := filepath.Join(dir, "files")
		inside := uint16(optionPrevents)
		if made {
			if err := os.MkdirAll(files, 0o700); err != nil {
				t.Fatal(err)
			}
			inside = 0
		}
		for _, test := range []struct {
			query string
			want  uint16
		}{
			{"SELECT 1 INTO OUTFILE 'FILES/a'", inside},
			{"SELECT 1 INTO DUMPFILE 'FILES/./b'", inside},
			{"SELECT 1 INTO OUTFILE 'FILES/nowhere/a'", optionPrevents},
			{"SELECT 1 INTO OUTFILE 'FILES2'", optionPrevents},
			{"SELECT 1 INTO DUMPFILE 'FILES.2'", optionPrevents},
			{"SELECT 1 INTO OUTFILE 'FILES/../a'", optionPrevents},
			{"SELECT 1 INTO OUTFILE '/nowhere/a'", optionPrevents},
			{"SELECT 1 INTO OUTFILE 'a'", optionPrevents},
			{"CALL outside()", optionPrevents},
			{"LOAD DATA INFILE '/nowhere/a' INTO TABLE item", optionPrevents},
			{"LOAD DATA INFILE '/etc/passwd' INTO TABLE item", optionPrevents},
			{"LOAD DATA INFILE 'FILES.secret' INTO TABLE item", optionPrevents},
			{"LOAD DATA INFILE 'FILES/a' INTO TABLE item", inside},
		} {
			_, err := db.Exec(strings.ReplaceAll(test.query, "FILES", files))
			if number(err) != test.want || err != nil && test.want == 0 || test.want == optionPrevents && strings.Contains(err.Error(), "/") {
				t.Errorf("made %t, %s: %v, want %d", made, test.query, err, test.want)
			}
		}
	}
	for query, want := range map[string]uint16{
		"SELECT 1 INTO OUTFILE 'FILES/a'":               exists,
		"LOAD DATA INFILE 'FILES/none' INTO TABLE item": noStat,
		"LOAD DATA INFILE 'FILES' INTO TABLE item":      notReadable,
	} {
		if _, err := db.Exec(strings.ReplaceAll(query, "FILES", filepath.Join(dir, "files"))); number(err) != want {
			t.Errorf("%s: %v, want %d", query, err, want)
		}
	}
	if n := queryInt(t, db, "SELECT COUNT(*) FROM item"); n != 1 {
		t.Errorf("%d rows are loaded", n)
	}
	for path, want := range map[string]int{"files/a": 2, "files/b": 1, "files.secret": 0, "files": 0, "files/none": 0} {
		if n := queryInt(t, db, "SELECT IFNULL(LENGTH(LOAD_FILE('"+filepath.Join(dir, path)+"')), 0)"); n != want {
			t.Errorf("%d bytes of %s, want %d", n, path, want)
		}
	}
	for _, path := range []string{"files2", "files.2", "a"} {
		if _, err := os.Stat(filepath.Join(dir, path)); err == nil {
			t.Errorf("%s is written", path)
		}
	}
}
