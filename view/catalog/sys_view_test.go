package catalog

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
)

// readSysReference reads the columns of MySQL's schema sys; a ? stands for what is not
// known of one.
func readSysReference(t *testing.T) map[string][][3]string {
	t.Helper()
	f, err := os.Open("testdata/mysql-sys-columns.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	views := make(map[string][][3]string)
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		p := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(p[0], "#") || p[0] == "view" { // where it is from, and the heading
			continue
		}
		if len(p) != 4 {
			t.Fatalf("%q has %d fields", lines.Text(), len(p))
		}
		views[p[0]] = append(views[p[0]], [3]string(p[1:]))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return views
}

// TestSysColumnsAreMySQLs compares every view of sys with MySQL's, by the names, order,
// types and nullability of its columns.
func TestSysColumnsAreMySQLs(t *testing.T) {
	reference := readSysReference(t)
	for _, table := range SysTables() {
		want, ok := reference[table.Name]
		if !ok {
			t.Errorf("%s is no view of MySQL's", table.Name)
			continue
		}
		delete(reference, table.Name)
		var got [][3]string
		for i, c := range table.Columns {
			null := "NO"
			if c.Nullable {
				null = "YES"
			}
			column := [3]string{c.Name, c.Type, null}
			for j := range column {
				if i < len(want) && want[i][j] == "?" {
					column[j] = "?"
				}
			}
			got = append(got, column)
		}
		if !slices.Equal(got, want) {
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || got[i] != want[i] {
					t.Errorf("%s, column %d:\n got %v\nwant %v", table.Name, i+1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
					break
				}
			}
		}
	}
	for name := range reference {
		t.Errorf("%s is not declared", name)
	}
}
