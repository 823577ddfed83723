package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestProcessListsAreOne has the three process lists show the same.
func TestProcessListsAreOne(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c := s.connect(t, "root", "shop")
		mustExec(t, c, "CREATE USER app")
		mustExec(t, c, "CREATE TABLE long_table (i INT)")
		other := s.connect(t, "app", "")
		mustExec(t, other, "SELECT 1")
		long := " /* " + strings.Repeat("x", 200) + " */"
		of := func(query string) [][]string {
			got := rows(t, c, query+long)
			for _, r := range got {
				if strings.ContainsAny(r[6], "\x00(/") {
					t.Errorf("%s: state %q", query, r[6])
				}
			}
			if len(got) != 2 {
				t.Fatalf("%s: %d rows: %v", query, len(got), got)
			}
			return got
		}
		show, full := of("SHOW PROCESSLIST"), of("SHOW FULL PROCESSLIST")
		lists := [][][]string{full, of("SELECT * FROM information_schema.PROCESSLIST ORDER BY ID")}
		if !cfg.Off {
			lists = append(lists, of("SELECT * FROM performance_schema.processlist ORDER BY ID"))
		}
		for _, list := range lists {
			for i := range list {
				a, b := fmt.Sprint(list[i][:5]), fmt.Sprint(show[i][:5])
				if a != b {
					t.Errorf("off %v: one list has %s, another %s", cfg.Off, a, b)
				}
			}
			if own := list[0]; own[7] == "NULL" || !strings.HasSuffix(own[7], long) && !cfg.Off {
				t.Errorf("off %v: the whole statement is %q", cfg.Off, own[7])
			}
		}
		if own := show[0]; len(own[7]) > 100 || !strings.HasPrefix(own[7], "SHOW PROCESSLIST") {
			t.Errorf("SHOW PROCESSLIST shows %q", own[7])
		}
		if !cfg.Off && !strings.Contains(show[0][2], ":") {
			t.Errorf("the host has no port: %s", show[0][2])
		}
	}
}
