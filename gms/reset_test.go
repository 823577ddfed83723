package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestReset has what a server that is no replica and has no binary log says of both, and of
// who may not ask.
func TestReset(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	mustExec(t, c, "CREATE USER reset_nothing")
	none := s.connect(t, "reset_nothing", "")
	for _, test := range []struct {
		statement  string
		root, none uint16
	}{
		{"RESET REPLICA", 0, 1227},
		{"RESET REPLICA ALL FOR CHANNEL ''", 0, 1227},
		{"RESET REPLICA FOR CHANNEL 'x'", 3074, 1227},
		{"RESET BINARY LOGS AND GTIDS", 0, 1227},
		{"RESET BINARY LOGS AND GTIDS TO 5", 0, 1227},
		{"RESET REPLICA, BINARY LOGS AND GTIDS", 0, 1227},
		{"RESET REPLICA ALL, REPLICA", 0, 1227},
		{"RESET REPLICA,", 1064, 1064},
		{"RESET MASTER", 1064, 1064},
		{"RESET BINARY LOGS AND GTIDS TO x", 1064, 1064},
		{"STOP REPLICA", 0, 1227},
		{"START REPLICA", 1200, 1227},
		{"CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'x'", 1235, 1227},
		{"CHANGE REPLICATION FILTER REPLICATE_DO_TABLE = (a.b)", 1235, 1227},
	} {
		if number, _, message := errorOf(t, c, test.statement); number != test.root {
			t.Errorf("%s: %d %s, want %d", test.statement, number, message, test.root)
		}
		if number, _, message := errorOf(t, none, test.statement); number != test.none {
			t.Errorf("%s without rights: %d %s, want %d", test.statement, number, message, test.none)
		}
	}
	rows(t, c, "STOP REPLICA")
	if got := fmt.Sprint(rows(t, c, "SHOW WARNINGS")); got != "[[Note 3084 Replication thread(s) for channel '' are already stopped.]]" {
		t.Errorf("STOP REPLICA warns %s", got)
	}
	if got := rows(t, c, "SHOW REPLICA STATUS"); len(got) != 0 {
		t.Errorf("SHOW REPLICA STATUS has %s", got)
	}
}
