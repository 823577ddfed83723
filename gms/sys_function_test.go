package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

func TestSysFunctions(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	mustExec(t, c, "SET @sys.statement_truncate_len = NULL")
	for query, want := range map[string]string{
		"SELECT sys.format_bytes(1536), FORMAT_BYTES(1536), SYS.Format_Bytes(NULL)":                                                                    "[[1.5 KiB 1.50 KiB NULL]]",
		"SELECT sys.format_time(1000), sys.format_time('1500000000')":                                                                                  "[[1 ns 1.5 ms]]",
		"SELECT `sys`.`format_statement`('SELECT\n1')":                                                                                                 "[[SELECT 1]]",
		"SELECT sys.extract_schema_from_file_name('/d/shop/item.ibd'), sys.extract_table_from_file_name('/d/shop/item.ibd')":                           "[[shop item]]",
		"SELECT sys.quote_identifier('a`b')":                                                                                                           "[[`a``b`]]",
		"SELECT sys.list_add('a', 'b'), sys.list_add(NULL, 'b'), sys.list_drop('a,b', 'b'), sys.list_drop(NULL, 'b')":                                  "[[a,b b a NULL]]",
		"SELECT sys.version_major() = SUBSTRING_INDEX(VERSION(), '.', 1)":                                                                              "[[1]]",
		"SELECT sys.ps_thread_id(NULL) = PS_CURRENT_THREAD_ID(), sys.ps_thread_id(CONNECTION_ID()) = PS_CURRENT_THREAD_ID(), sys.ps_thread_id(987654)": "[[1 1 NULL]]",
		"SELECT sys.ps_thread_account(PS_CURRENT_THREAD_ID()), sys.ps_thread_account(987654)":                                                          "[[root@localhost NULL]]",
		"SELECT sys.ps_is_thread_instrumented(CONNECTION_ID()), sys.ps_is_thread_instrumented(987654), sys.ps_is_thread_instrumented(NULL)":            "[[YES UNKNOWN NULL]]",
		"SELECT sys.ps_is_account_enabled('localhost', 'root')":                                                                                        "[[YES]]",
		"SELECT sys.ps_is_consumer_enabled('events_statements_history'), sys.ps_is_consumer_enabled('events_waits_history')":                           "[[YES NO]]",
		"SELECT COUNT(sys.format_time(TIMER_WAIT)) > 0 FROM performance_schema.events_statements_current":                                              "[[1]]",
		"SELECT sys.format_path('/nowhere/x')":                                                                                                         "[[/nowhere/x]]",
	} {
		if got := fmt.Sprint(rows(t, c, query)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	mustExec(t, c, "UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME = 'thread_instrumentation'")
	if got := fmt.Sprint(rows(t, c, "SELECT sys.ps_is_consumer_enabled('events_statements_history'), sys.ps_is_consumer_enabled('statements_digest')")); got != "[[NO YES]]" {
		t.Errorf("without thread_instrumentation: %s", got)
	}
	mustExec(t, c, "CREATE USER nobody@localhost")
	if got := fmt.Sprint(rows(t, s.connect(t, "nobody", ""), "SELECT sys.format_bytes(3)")); got != "[[3 bytes]]" {
		t.Errorf("for everybody: %s", got)
	}
	for _, r := range []refusal{
		{"SELECT sys.ps_thread_account(1)", 1142, "42000", "SELECT command denied to user 'nobody'@'localhost' for table 'threads'"},
		{"SELECT sys.list_add('a', NULL)", 1138, "02200", "Function sys.list_add: in_add_value input variable should not be NULL"},
		{"SELECT sys.format_bytes(1, 2)", 1318, "42000", "Incorrect number of arguments for FUNCTION sys.format_bytes; expected 1, got 2"},
		{"SELECT sys.nothing(1)", 1305, "42000", "FUNCTION sys.nothing does not exist"},
		{"SELECT quote_identifier('a')", 1305, "42000", "quote_identifier does not exist"},
	} {
		r.check(t, s, "nobody", "")
	}
	refusal{"SELECT sys.ps_is_consumer_enabled('nonsense')", 3047, "HY000", "Invalid argument error: nonsense in function sys.ps_is_consumer_enabled."}.check(t, s, "root", "")
}
