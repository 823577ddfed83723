package server_test

import (
	"context"
	"errors"
	"testing"

	"github.com/perfschema/perfschema/server"
)

// Variables start with what the Config says; what was persisted wins.
func TestVariablesAtStart(t *testing.T) {
	cfg := server.Config{DataDir: t.TempDir(), Variables: []server.VariableValue{
		{Name: "max_connections", Value: "77"}, {Name: "long_query_time", Value: "0.25"}, {Name: "sort_buffer_size", Value: "2M"},
		{Name: "wait_timeout", Value: "99999999999"}, {Name: "log_slow_admin_statements", Value: "ON"}, {Name: "sql_mode", Value: "ANSI"},
		{Name: "performance_schema_max_logger_classes", Value: "0"},
	}}
	want := map[string]string{
		"max_connections": "77", "long_query_time": "0.25", "sort_buffer_size": "2097152", "wait_timeout": "31536000", "log_slow_admin_statements": "1",
		"sql_mode": "REAL_AS_FLOAT,PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,ONLY_FULL_GROUP_BY,ANSI", "performance_schema_max_logger_classes": "0",
	}
	s := start(t, cfg)
	db := open(t, s, "root", "")
	check := func() {
		t.Helper()
		for name, v := range want {
			var got string
			if err := db.QueryRow("SELECT @@GLOBAL." + name).Scan(&got); err != nil || got != v {
				t.Errorf("%s is %q, %v; want %q", name, got, err, v)
			}
		}
	}
	check()
	exec(t, db, "SET PERSIST max_connections = 88", "SET PERSIST sql_mode = 'TRADITIONAL'")
	want["max_connections"] = "88"
	want["sql_mode"] = "STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,TRADITIONAL,NO_ENGINE_SUBSTITUTION"
	db.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = start(t, cfg)
	db = open(t, s, "root", "")
	check()
}

func TestVariablesThatCannotBe(t *testing.T) {
	for _, v := range []server.VariableValue{
		{Name: "nosuch", Value: "1"}, {Name: "innodb_buffer_pool_instances", Value: "2"}, {Name: "max_connections", Value: "many"},
		{Name: "autocommit", Value: "maybe"}, {Name: "binlog_format", Value: "x"}, {Name: "insert_id", Value: "1"},
		{Name: "mandatory_roles", Value: "r"}, {Name: "character_set_client", Value: "nosuch"}, {Name: "sql_mode", Value: "nosuch"},
		{Name: "long_query_time", Value: "x"},
	} {
		s, err := server.Start(context.Background(), server.Config{Listen: "127.0.0.1:0", DataDir: t.TempDir(), Variables: []server.VariableValue{v}})
		if err == nil {
			s.Close()
		}
		if !errors.Is(err, server.ErrVariable) {
			t.Errorf("%v: %v", v, err)
		}
	}
}
