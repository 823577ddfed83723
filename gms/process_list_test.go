package gms_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

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

// A statement that is longer than the list's column, or has bytes that are no
// characters, keeps nobody from seeing the list.
func TestProcessListOfLongStatements(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c := s.connect(t, "root", "shop")
		for name, text := range map[string]string{"long": strings.Repeat("ä", 70_000), "no characters": "\xff\xfe\x80 ä \xc3"} {
			for _, query := range []string{"SELECT * FROM information_schema.PROCESSLIST", "SHOW FULL PROCESSLIST", "SHOW PROCESSLIST"} {
				got := rows(t, c, query+" /* "+text+" */")
				if len(got) != 1 || !utf8.ValidString(got[0][7]) && !strings.HasPrefix(query, "SHOW") {
					t.Errorf("off %v, %s: %.80q", cfg.Off, name, got)
				}
				if n := utf8.RuneCountInString(got[0][7]); name == "long" && strings.HasPrefix(query, "SELECT") && n > 65_535 {
					t.Errorf("%d characters are shown", n)
				}
			}
		}
	}
}
