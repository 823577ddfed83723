package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server"
)

func TestVariableOptions(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want []server.VariableValue
		err  string
	}{
		{[]string{"--max-connections=5k", "--SQL_MODE=ANSI"}, []server.VariableValue{{Name: "max_connections", Value: "5k"}, {Name: "sql_mode", Value: "ANSI"}}, ""},
		{[]string{"--slow-query-log", "--autocommit=off"}, []server.VariableValue{{Name: "slow_query_log", Value: "ON"}, {Name: "autocommit", Value: "off"}}, ""},
		{[]string{"--skip-event-scheduler"}, nil, "unknown option --skip-event-scheduler"}, // no switch: ON, OFF, DISABLED
		{[]string{"--skip-autocommit", "--disable-big-tables", "--enable-slow_query_log"}, []server.VariableValue{
			{Name: "autocommit", Value: "OFF"}, {Name: "big_tables", Value: "OFF"}, {Name: "slow_query_log", Value: "ON"},
		}, ""},
		{[]string{"-a"}, []server.VariableValue{{Name: "sql_mode", Value: "ANSI"}}, ""},
		{[]string{"-aC", "latin1"}, []server.VariableValue{{Name: "sql_mode", Value: "ANSI"}}, ""},
		{[]string{"--max-connexions=5"}, nil, "did you mean --max-connections?"},
		{[]string{"--max-connections"}, nil, "needs"},
		{[]string{"--skip-max-connections"}, nil, "unknown option"},
		{[]string{"--datadir=x"}, nil, "--data-dir=DIR"},
		{[]string{"-x"}, nil, "unknown option -x"},
	} {
		s, err := readSettings(tt.args)
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(tt.err, "--")) {
				t.Errorf("%v: %v, want %s", tt.args, err, tt.err)
			}
			continue
		}
		if err != nil || !slices.Equal(s.server.Variables, tt.want) {
			t.Errorf("%v: %v, %v; want %v", tt.args, s.server.Variables, err, tt.want)
		}
	}
}

// A file may have those variables, too, and options of other servers as loose ones.
func TestVariablesInOptionFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.cnf")
	if err := os.WriteFile(path, []byte("[mysqld]\nmax_connections = 500\nslow-query-log\nloose-nosuch = 1\nsql_mode=\"ANSI_QUOTES\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := readSettings([]string{"--defaults-file=" + path, "--max-connections=600"})
	want := []server.VariableValue{
		{Name: "max_connections", Value: "500"}, {Name: "slow_query_log", Value: "ON"}, {Name: "sql_mode", Value: "ANSI_QUOTES"}, {Name: "max_connections", Value: "600"},
	}
	if err != nil || !slices.Equal(s.server.Variables, want) {
		t.Fatalf("%v, %v", s.server.Variables, err)
	}
	if from := s.server.Sources["slow_query_log"]; from.Source != gms.SourceExplicit || from.Path != path {
		t.Errorf("slow_query_log is from %v", from)
	}
	if from := s.server.Sources["max_connections"]; from.Source != gms.SourceCommandLine {
		t.Errorf("max_connections is from %v", from)
	}
}

// Other commands have no variables.
func TestOtherCommandsHaveNoVariables(t *testing.T) {
	if _, err := find(serveOptions(), "max-connections", "--"); err != nil {
		t.Error(err)
	}
	if _, err := parseCommandLine("top", []string{"--max-connections=5"}, []option{{name: "user", set: func(*settings, string) error { return nil }}}); err == nil {
		t.Error("top takes --max-connections")
	}
}
