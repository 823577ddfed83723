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
	root := s.connect(t, "root", "shop")
	mustExec(t, root, "SET GLOBAL max_allowed_packet = 2048")
	defer mustExec(t, root, "SET GLOBAL max_allowed_packet = DEFAULT")
	c := s.connect(t, "root", "shop")
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

// What a table's owner has others work out reads no files: not by defaults, generated
// columns and checks, however they come to a table, nor by triggers and procedures.
func TestOwnersReadNoFilesByOthers(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustExec(t, root, "CREATE USER owner@localhost")
	mustExec(t, root, "GRANT ALL ON shop.* TO owner@localhost")
	owner := s.connect(t, "owner", "shop")
	mustExec(t, owner, "CREATE TABLE t (a INT, b TEXT)")
	read := fmt.Sprintf("LOAD_FILE('%s')", path)
	for _, r := range []refusal{
		{"CREATE TABLE d (a INT, b TEXT DEFAULT (" + read + "))", 3770, "HY000", "column 'b' contains a disallowed function: load_file"},
		{"CREATE TABLE d (a INT, b TEXT DEFAULT (CONCAT('x', " + read + ")))", 3770, "HY000", ""},
		{"CREATE TABLE d (a INT, b TEXT AS (" + read + ") STORED)", 3763, "HY000", "column 'b'"},
		{"CREATE TABLE d (a INT, CONSTRAINT c CHECK (" + read + " IS NULL))", 3814, "HY000", "constraint 'c'"},
		{"CREATE TABLE d (a INT CHECK (" + read + " IS NULL))", 3814, "HY000", ""},
		{"CREATE TEMPORARY TABLE d (a INT, b TEXT DEFAULT (" + read + "))", 3770, "HY000", ""},
		{"ALTER TABLE t ADD COLUMN c TEXT DEFAULT (" + read + ")", 3770, "HY000", ""},
		{"ALTER TABLE t MODIFY COLUMN b TEXT DEFAULT (" + read + ")", 3770, "HY000", ""},
		{"ALTER TABLE t CHANGE COLUMN b c TEXT DEFAULT (" + read + ")", 3770, "HY000", ""},
		{"ALTER TABLE t ALTER COLUMN b SET DEFAULT (" + read + ")", 3770, "HY000", ""},
		{"ALTER TABLE t ADD CONSTRAINT c CHECK (" + read + " IS NULL)", 3814, "HY000", ""},
		{`PREPARE s FROM "CREATE TABLE d (a INT, b TEXT DEFAULT (` + read + `))"`, 3770, "HY000", ""},
		{"CREATE PROCEDURE p() BEGIN IF 1 THEN CREATE TABLE d (a INT, b TEXT DEFAULT (" + read + ")); END IF; END", 3770, "HY000", ""},
		{"CREATE PROCEDURE p() ALTER TABLE t ADD COLUMN c TEXT DEFAULT (" + read + ")", 3770, "HY000", ""},
	} {
		r.check(t, s, "owner", "shop")
	}
	mustExec(t, owner, "CREATE TRIGGER fill BEFORE INSERT ON t FOR EACH ROW SET NEW.b = "+read)
	mustExec(t, root, "INSERT INTO t (a) VALUES (1)")
	mustExec(t, owner, "CREATE PROCEDURE p() INSERT INTO t VALUES (2, "+read+")")
	mustExec(t, root, "CALL p()")
	if got := fmt.Sprint(rows(t, owner, "SELECT * FROM t ORDER BY a")); got != "[[1 NULL] [2 NULL]]" {
		t.Errorf("the owner of the table has read %s", got)
	}
}
