package gms_test

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// Statements about the server itself ask for MySQL's rights first.
func TestServerStatements(t *testing.T) {
	ended := make(chan string, 1)
	s := startServerParts(t, perfschema.Config{}, serverParts{
		options: gms.Options{OnShutdown: func(user string) { ended <- user }},
		set:     func(_ *server.Config, a *gms.Adapter) { a.SetTransport(gms.Transport{}) },
	}, memory.NewDatabase("shop"))
	root := s.connectWith(t, nil)
	mustExec(t, root, "CREATE USER nobody")
	mustExec(t, root, "CREATE USER ender")
	mustExec(t, root, "GRANT SHUTDOWN ON *.* TO ender")
	nobody, ender := s.connect(t, "nobody", ""), s.connect(t, "ender", "")
	for _, test := range []struct {
		statement string
		without   uint16
		with      uint16
	}{
		{"CREATE TABLESPACE s ADD DATAFILE 's.ibd'", 1227, 1235},
		{"ALTER TABLESPACE s RENAME TO u", 1227, 1235},
		{"DROP TABLESPACE s", 1227, 1235},
		{"CREATE UNDO TABLESPACE s ADD DATAFILE 's.ibu'", 1227, 1235},
		{"ALTER UNDO TABLESPACE s SET INACTIVE", 1227, 1235},
		{"DROP UNDO TABLESPACE s", 1227, 1235},
		{"CREATE LOGFILE GROUP g ADD UNDOFILE 'u'", 1227, 1235},
		{"CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'h')", 1227, 1235},
		{"ALTER SERVER s OPTIONS (USER 'u')", 1227, 1235},
		{"DROP SERVER IF EXISTS s", 1227, 1235},
		{"CLONE LOCAL DATA DIRECTORY = '/tmp/x'", 1227, 1235},
		{"CLONE INSTANCE FROM 'u'@'h':3306 IDENTIFIED BY 'p'", 1227, 1235},
		{"INSTALL PLUGIN p SONAME 'p.so'", 1142, 1235},
		{"UNINSTALL PLUGIN p", 1142, 1235},
		{"INSTALL COMPONENT 'file://c'", 1142, 1235},
		{"UNINSTALL COMPONENT 'file://c'", 1142, 1235},
		{"ALTER INSTANCE ROTATE INNODB MASTER KEY", 1227, 1235},
		{"ALTER INSTANCE RELOAD TLS", 1227, 1235},
		{"alter instance reload tls no rollback on error;", 1227, 1235},
		{"ALTER INSTANCE DISABLE INNODB REDO_LOG", 1227, 1235},
		{"IMPORT TABLE FROM 't.sdi'", 1227, 1235},
		{"RESTART", 1227, 3707},
		{"SHUTDOWN", 1227, 0},
		{"SHUTDOWN NOW", 1064, 1064},
		{"RESTART 1", 1064, 1064},
		{"CREATE TABLESPACE", 1064, 1064},
		{"ALTER INSTANCE", 1064, 1064},
		{"ALTER INSTANCE ROTATE INNODB MASTER KEY NOW", 1064, 1064},
	} {
		if number, _, message := errorOf(t, nobody, test.statement); number != test.without {
			t.Errorf("%s without a right: %d %s", test.statement, number, message)
		}
		if test.with == 0 {
			continue
		}
		if number, _, message := errorOf(t, root, test.statement); number != test.with {
			t.Errorf("%s: %d %s", test.statement, number, message)
		}
	}
	select {
	case user := <-ended:
		t.Fatalf("%s has ended the server", user)
	default:
	}
	mustExec(t, ender, "SHUTDOWN")
	if user := <-ended; user != "ender" {
		t.Errorf("ended by %q", user)
	}
	// Without anybody to end it.
	plain := plainServer(t)
	if number, _, message := errorOf(t, plain.connectWith(t, nil), "SHUTDOWN"); number != 1235 {
		t.Errorf("SHUTDOWN: %d %s", number, message)
	}
}
