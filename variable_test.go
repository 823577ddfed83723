package perfschema_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// absent are the variables of MySQL that size or count what there is not.
var absent = map[string]string{
	"performance_schema_max_logger_classes": "loggers", "Performance_schema_logger_lost": "loggers",
	"performance_schema_max_meter_classes": "meters", "Performance_schema_meter_lost": "meters",
	"performance_schema_max_metric_classes": "metrics", "Performance_schema_metric_lost": "metrics",
	"performance_schema_show_processlist": "the server's own process list",
}

// Variables have MySQL's names, defaults and ranges, and there are no others but
// those of profiling.
func TestVariablesAreMySQLs(t *testing.T) {
	data, err := os.ReadFile("testdata/mysql-variables.tsv")
	if err != nil {
		t.Fatal(err)
	}
	ours := map[string]perfschema.Variable{}
	for _, v := range perfschema.Variables() {
		ours[v.Name] = v
		if v.Doc == "" {
			t.Errorf("%s has no description", v.Name)
		}
	}
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	status := map[string]bool{}
	for _, v := range s.Read().Status() {
		status[v.Name] = true
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		name := fields[0]
		switch {
		case strings.HasPrefix(name, "#") || name == "name":
			continue
		case absent[name] != "":
			if _, ok := ours[name]; ok || status[name] {
				t.Errorf("%s is there; take it out of the list of what is absent for want of %s", name, absent[name])
			}
			continue
		case len(fields) == 1:
			if !status[name] {
				t.Errorf("no status variable %s", name)
			}
			delete(status, name)
			continue
		}
		v, ok := ours[name]
		if !ok {
			t.Errorf("no variable %s", name)
			continue
		}
		delete(ours, name)
		number := func(i int) int64 {
			n, err := strconv.ParseInt(fields[i], 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			return n
		}
		if v.Default != number(1) || v.Min != number(3) || v.Max != number(4) || v.Dynamic != (fields[5] == "yes") {
			t.Errorf("%s is %d in %d to %d, dynamic %v; MySQL's: %s", name, v.Default, v.Min, v.Max, v.Dynamic, line)
		}
		want := v.Default
		if fields[2] != "" {
			want = number(2)
		}
		if got, ok := s.VariableValue(name); !ok || got != want {
			t.Errorf("%s shows %d, want %d", name, got, want)
		}
	}
	for name := range ours {
		if strings.HasPrefix(name, "profiling_") || name == "max_digest_length" { // the server's, with or without a Performance Schema
			continue
		}
		t.Errorf("MySQL has no variable %s", name)
	}
	for name := range status {
		if strings.HasPrefix(name, "Profiling_") {
			continue
		}
		t.Errorf("MySQL has no status variable %s", name)
	}
}
