package server_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/go-sql-driver/mysql"
	"github.com/sirupsen/logrus"
	logtest "github.com/sirupsen/logrus/hooks/test"

	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/dolt"
	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// runStorage runs statements on the storage without what the server puts around it, as earlier
// servers did that made tables whose names differ only in case.
func runStorage(t *testing.T, dir string, statements ...string) {
	t.Helper()
	d, err := dolt.Open(t.Context(), dolt.Options{Dir: dir, Reserved: func(string) bool { return false }})
	if err != nil {
		t.Fatal(err)
	}
	base := sql.NewBaseSessionWithClientServer("", sql.Client{User: "root", Address: "localhost"}, 1)
	ctx, err := d.NewEventContext(context.Background(), base)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		_, rows, _, err := d.Engine().Query(ctx, statement)
		for err == nil {
			_, err = rows.Next(ctx)
		}
		if !errors.Is(err, io.EOF) {
			t.Fatalf("%s: %v", statement, err)
		}
		if err := rows.Close(ctx); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := errors.Join(d.Stop(), d.Close()); err != nil {
		t.Fatal(err)
	}
}

// A data directory in which an earlier server has made tables whose names differ only in case
// loses nothing: the log names them, and until one is renamed neither is read or changed.
func TestTablesOfOneName(t *testing.T) {
	dir := t.TempDir()
	if err := start(t, server.Config{DataDir: dir}).Close(); err != nil {
		t.Fatal(err)
	}
	runStorage(t, dir, "CREATE DATABASE Shop", "USE Shop", "CREATE TABLE Owner (id INT PRIMARY KEY)", "INSERT INTO Owner VALUES (1), (2)",
		"CREATE TABLE dog (o INT, CONSTRAINT its FOREIGN KEY (o) REFERENCES Owner (id))", "INSERT INTO dog VALUES (1)",
		"CREATE TABLE owner (x INT)", "INSERT INTO owner VALUES (7)")
	log := logtest.NewGlobal()
	s := start(t, server.Config{DataDir: dir})
	if !slices.ContainsFunc(log.AllEntries(), func(e *logrus.Entry) bool {
		return e.Level == logrus.WarnLevel && strings.Contains(e.Message, "tables Owner, owner") && strings.Contains(e.Message, "RENAME TABLE `Shop`.`Owner` TO")
	}) {
		t.Error("the log does not name the tables")
	}
	db := open(t, s, "root", "")
	db.SetMaxOpenConns(1)
	exec(t, db, "USE shop")
	refused := func(number uint16, statements ...string) {
		t.Helper()
		for _, statement := range statements {
			var e *mysql.MySQLError
			if _, err := db.Exec(statement); !errors.As(err, &e) || e.Number != number {
				t.Errorf("%s: %v, want error %d", statement, err, number)
			}
		}
	}
	refused(1066, "DROP TABLE Owner", "DROP TABLE owner", "TRUNCATE OWNER", "INSERT INTO owner VALUES (8)", "UPDATE Owner SET id = 3", "DELETE FROM owner", "SELECT * FROM Owner",
		"ALTER TABLE owner ADD COLUMN y INT", "CREATE INDEX i ON owner (x)")
	exec(t, db, "PREPARE drops FROM 'DROP TABLE owner'", "CREATE PROCEDURE drops() DROP TABLE owner")
	refused(1066, "EXECUTE drops", "CALL drops()")
	refused(1050, "RENAME TABLE Owner TO owner", "RENAME TABLE owner TO OWNER")
	refused(1091, "RENAME TABLE owner TO second") // the key of dog is Owner's
	exec(t, db, "RENAME TABLE Owner TO first")
	if n := queryInt(t, db, "SELECT SUM(id) FROM first"); n != 3 {
		t.Errorf("the first table has %d", n)
	}
	if n := queryInt(t, db, "SELECT x FROM owner"); n != 7 {
		t.Errorf("the second table has %d", n)
	}
	refused(1452, "INSERT INTO dog VALUES (7)")
	exec(t, db, "INSERT INTO dog VALUES (2)", "DROP TABLE OWNER", "RENAME TABLE first TO Owner")
	if n := queryInt(t, db, "SELECT COUNT(*) FROM owner"); n != 2 {
		t.Errorf("the table has %d rows", n)
	}
}

// Tables whose names differ only in case are told of when their database or branch comes, and not
// at the next start alone.
func TestTablesOfOneNameBroughtIn(t *testing.T) {
	dir, remote, backup := t.TempDir(), "file://"+t.TempDir(), "file://"+t.TempDir()
	if err := start(t, server.Config{DataDir: dir}).Close(); err != nil {
		t.Fatal(err)
	}
	runStorage(t, dir, "CREATE DATABASE src", "USE src", "CREATE TABLE pet (id INT PRIMARY KEY)", "CALL dolt_commit('-Am', 'pet')", "CALL dolt_branch('before')", "CREATE TABLE Owner (id INT PRIMARY KEY)", "INSERT INTO Owner VALUES (1), (2)",
		"CREATE TABLE owner (x INT)", "INSERT INTO owner VALUES (7)", "CALL dolt_commit('-Am', 'both')", "CALL dolt_remote('add', 'origin', '"+remote+"')", "CALL dolt_push('origin', 'main', 'before')",
		"CALL dolt_backup('sync-url', '"+backup+"')", "USE information_schema", "DROP DATABASE src")
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	db.SetMaxOpenConns(1)
	refused := func(statement string) {
		t.Helper()
		var e *mysql.MySQLError
		if _, err := db.Exec(statement); !errors.As(err, &e) || e.Number != 1066 {
			t.Errorf("%s: %v, want error 1066", statement, err)
		}
	}
	exec(t, db, "CALL dolt_clone('"+remote+"', 'copy')")
	refused("DROP TABLE copy.owner")
	exec(t, db, "CALL dolt_undrop('src')")
	refused("DROP TABLE src.owner")
	exec(t, db, "CALL dolt_backup('restore', '"+backup+"', 'restored')")
	refused("DROP TABLE restored.owner")
	exec(t, db, "CALL dolt_clone('-b', 'before', '"+remote+"', 'other')", "CREATE TABLE other.OWNER (id INT)", "DROP TABLE other.owner", "USE other", "CALL dolt_checkout('main')")
	refused("DROP TABLE owner")
	exec(t, db, "RENAME TABLE Owner TO first", "DROP TABLE owner")
	if n := queryInt(t, db, "SELECT SUM(id) FROM first"); n != 3 {
		t.Errorf("the first table has %d", n)
	}
}

// Two directories whose names differ only in case would be one database.
func TestDatabasesOfOneName(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE Shop", "CREATE TABLE Shop.t (n INT)", "INSERT INTO shop.t VALUES (1)", "CREATE DATABASE other", "CREATE TABLE other.t (n INT)")
	remote := "file://" + t.TempDir()
	exec(t, db, "USE Shop", "CALL dolt_commit('-Am', 't')", "CALL dolt_remote('add', 'origin', '"+remote+"')", "CALL dolt_push('origin', 'main')", "CALL dolt_clone('"+remote+"', 'copy')")
	var e *mysql.MySQLError
	if _, err := db.Exec("CALL dolt_clone('" + remote + "', 'shop')"); !errors.As(err, &e) || !strings.Contains(e.Message, "database exists") {
		t.Errorf("a clone of a name in another case: %v", err)
	}
	if n := queryInt(t, db, "SELECT n FROM SHOP.t"); n != 1 {
		t.Errorf("the database has %d", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "other"), filepath.Join(dir, "shop")); err != nil {
		t.Fatal(err)
	}
	if s, err := server.Start(t.Context(), server.Config{DataDir: dir, Listen: "127.0.0.1:0"}); err == nil {
		s.Close()
		t.Error("started")
	} else if !errors.Is(err, datadir.ErrSameName) || !strings.Contains(err.Error(), "Shop and shop") {
		t.Error(err)
	}
	if err := os.Rename(filepath.Join(dir, "shop"), filepath.Join(dir, "other")); err != nil {
		t.Fatal(err)
	}
	start(t, server.Config{DataDir: dir})
}
