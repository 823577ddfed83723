package gms_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// TestTimestampZoneWarned runs each kind of statement as the first of a session in another time
// zone than the server's.
func TestTimestampZoneWarned(t *testing.T) {
	for name, cfg := range map[string]perfschema.Config{
		"on": {}, "off": {Off: true}, "disabled": {Instruments: []perfschema.InstrumentRule{{Pattern: "%"}}},
	} {
		t.Run(name, func(t *testing.T) { warnTimestampZones(t, startServer(t, cfg)) })
	}
}

func warnTimestampZones(t *testing.T, s *testServer) {
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"SET GLOBAL time_zone = '+00:00'", "SET GLOBAL local_infile = 1",
		"CREATE TABLE visit (id INT PRIMARY KEY, at TIMESTAMP, wall DATETIME)", "CREATE TABLE other (id INT PRIMARY KEY, wall DATETIME)", "CREATE TABLE fired (id INT PRIMARY KEY)",
		"CREATE TRIGGER note AFTER INSERT ON fired FOR EACH ROW INSERT INTO visit (id) VALUES (NEW.id)",
		"CREATE PROCEDURE change_one() UPDATE visit SET wall = NULL WHERE id = 1",
	} {
		mustExec(t, root, q)
	}
	defer mustExec(t, root, "SET GLOBAL time_zone = 'SYSTEM'")
	mysql.RegisterReaderHandler("visits", func() io.Reader { return strings.NewReader("7\t2024-05-01 12:00:00\t2024-05-01 12:00:00\n") })
	defer mysql.DeregisterReaderHandler("visits")
	for _, c := range []struct {
		query string
		args  []any
		warns bool
	}{
		{"INSERT INTO visit VALUES (9, '2024-05-01 12:00:00', NULL)", nil, true},
		{"INSERT INTO visit VALUES (?, ?, NULL)", []any{2, "2024-05-01 12:00:00"}, true},
		{"INSERT INTO visit (id) VALUES (3), (4)", nil, true},
		{"INSERT IGNORE INTO visit VALUES (1, NULL, NULL)", nil, true},
		{"INSERT INTO visit (id) VALUES (1) ON DUPLICATE KEY UPDATE at = '2024-05-01 13:00:00'", nil, true},
		{"INSERT INTO visit (id, at) SELECT id + 100, wall FROM other", nil, true},
		{"REPLACE INTO visit VALUES (1, '2024-05-01 12:00:00', NULL)", nil, true},
		{"UPDATE visit SET at = '2024-05-01 12:00:00' WHERE id = 1", nil, true},
		{"UPDATE visit SET at = ? WHERE id = ?", []any{"2024-05-01 12:00:00", 1}, true},
		{"UPDATE visit SET wall = at", nil, true},
		{"UPDATE visit v JOIN other o ON o.id = v.id SET v.wall = NULL", nil, true},
		{"DELETE FROM visit WHERE at = '2024-05-01 18:00:00'", nil, true},
		{"DELETE FROM visit WHERE at = ?", []any{"2024-05-01 18:00:00"}, true},
		{"DELETE v FROM visit v JOIN other o ON o.id = v.id", nil, true},
		{"LOAD DATA LOCAL INFILE 'Reader::visits' INTO TABLE visit", nil, true},
		{"INSERT INTO fired VALUES (50)", nil, true},
		{"CALL change_one()", nil, true},
		{"SELECT at FROM visit WHERE id = ?", []any{1}, true},
		{"INSERT INTO other VALUES (1, NOW())", nil, false},
		{"UPDATE other SET wall = NOW() WHERE id = 1", nil, false},
		{"DELETE FROM other WHERE wall = NOW()", nil, false},
		{"SELECT id FROM visit WHERE id = 1", nil, false},
	} {
		t.Run(c.query, func(t *testing.T) {
			for _, zone := range []struct {
				name  string
				warns bool
			}{{"-03:00", c.warns}, {"+00:00", false}} {
				conn := s.connect(t, "root", "shop")
				mustExec(t, conn, "SET time_zone = '"+zone.name+"'")
				for _, table := range []string{"visit", "other", "fired"} {
					mustExec(t, root, "DELETE FROM "+table)
				}
				mustExec(t, root, "INSERT INTO visit VALUES (1, NULL, NULL)")
				if _, err := tryResults(t.Context(), conn, c.query, c.args...); err != nil {
					t.Fatal(err)
				}
				warned := slices.ContainsFunc(rows(t, conn, "SHOW WARNINGS"), func(w []string) bool { return w[1] == "1235" })
				if warned != zone.warns {
					t.Errorf("in zone %s: warned %v, want %v", zone.name, warned, zone.warns)
				}
			}
		})
	}
}
