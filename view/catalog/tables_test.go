package catalog

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/view"
)

// TestColumnsAreMySQLs compares every table with the columns MySQL 9.7 has, by
// name, order, type and nullability.
func TestColumnsAreMySQLs(t *testing.T) {
	reference := readReference(t)
	for _, table := range Tables() {
		want, ok := reference[table.Name]
		if !ok {
			t.Errorf("%s is no table of MySQL's", table.Name)
			continue
		}
		delete(reference, table.Name)
		var got []view.Column
		for _, c := range table.Columns {
			if c.Comment == "" {
				t.Errorf("%s.%s has no comment", table.Name, c.Name)
			}
			got = append(got, view.Column{Name: c.Name, Type: c.Type, Nullable: c.Nullable})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %v\nwant %v", table.Name, got, want)
		}
	}
	for name := range reference {
		t.Errorf("%s is not declared", name)
	}
}

func readReference(t *testing.T) map[string][]view.Column {
	t.Helper()
	f, err := os.Open("testdata/mysql-columns.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tables := make(map[string][]view.Column)
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		p := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(p[0], "#") || p[0] == "table" { // where it is from, and the heading
			continue
		}
		if len(p) != 4 {
			t.Fatalf("%q has %d fields", lines.Text(), len(p))
		}
		tables[p[0]] = append(tables[p[0]], view.Column{Name: p[1], Type: p[2], Nullable: p[3] == "YES"})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return tables
}

// TestTablesAreWhole holds that what a table allows it also does, and that its
// indexes are of its columns.
func TestTablesAreWhole(t *testing.T) {
	for _, table := range slices.Concat(Tables(), ProfilingTables(), SysTables()) {
		for _, a := range []struct {
			access view.Access
			name   string
			has    bool
		}{
			{view.AllowInsert, "Insert", table.Insert != nil || table.Write != nil && table.Access&view.AllowInsert != 0},
			{view.AllowUpdate, "Update", table.Update != nil || table.Write != nil && table.Access&view.AllowUpdate != 0},
			{view.AllowDelete, "Delete", table.Delete != nil || table.Write != nil && table.Access&view.AllowDelete != 0},
			{view.AllowTruncate, "Truncate", table.Truncate != nil || table.Forget != nil},
			{view.AllowInsert, "Default", table.Default != nil},
		} {
			if allowed := table.Access&a.access != 0; allowed != a.has {
				t.Errorf("%s: allows %s: %v, has it: %v", table.Name, a.name, allowed, a.has)
			}
		}
		if table.Open == nil || table.Comment == "" {
			t.Errorf("%s has no rows or no comment", table.Name)
		}
		for _, index := range table.Indexes {
			for _, name := range index.Columns {
				if !slices.ContainsFunc(table.Columns, func(c view.Column) bool { return c.Name == name }) {
					t.Errorf("%s: index %s is of %s, which is no column", table.Name, index.Name, name)
				}
			}
		}
		if upper := strings.ToUpper(table.Name); Lookup(upper) != table && LookupProfiling(upper) != table && LookupSys(upper) != table {
			t.Errorf("%s is not found", table.Name)
		}
	}
	if Lookup("no_such_table") != nil || LookupProfiling("no_such_table") != nil {
		t.Error("a table that is not there was found")
	}
}

// TestAccess holds which tables are writable or open to everybody, as observed
// on MySQL 9.7.
func TestAccess(t *testing.T) {
	allow := func(a view.Access) (names []string) {
		for _, table := range Tables() {
			if table.Access&a != 0 {
				names = append(names, table.Name)
			}
		}
		return names
	}
	for _, test := range []struct {
		access view.Access
		want   string
	}{
		{view.AllowInsert, "setup_actors setup_objects"},
		{view.AllowDelete, "setup_actors setup_objects"},
		{view.AllowUpdate, "setup_actors setup_consumers setup_instruments setup_loggers setup_meters setup_objects setup_threads threads"},
		{view.PublicRead, "global_status global_variable_attributes global_variables persisted_variables processlist session_account_connect_attrs session_status session_variables variables_info variables_metadata"},
		{view.AlwaysOn, "global_status global_variables innodb_redo_log_files log_status session_status session_variables variables_info variables_metadata"},
	} {
		if got := strings.Join(allow(test.access), " "); got != test.want {
			t.Errorf("access %b:\n got %s\nwant %s", test.access, got, test.want)
		}
	}
	for _, table := range Tables() {
		events := strings.HasPrefix(table.Name, "events_") || strings.Contains(table.Name, "_summary_")
		named := slices.Contains([]string{"accounts", "users", "hosts", "setup_actors", "setup_objects", "global_status", "prepared_statements_instances",
			"binary_log_transaction_compression_stats", "host_cache", "status_by_account", "status_by_host", "status_by_thread", "status_by_user"}, table.Name)
		if got, want := table.Access&view.AllowTruncate != 0, events || named; got != want {
			t.Errorf("%s: TRUNCATE allowed: %v, in MySQL: %v", table.Name, got, want)
		}
	}
}
