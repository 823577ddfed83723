package history

import "testing"

// What says how much there is, or when, is no count: no difference of two readings tells
// anything.
func TestCounts(t *testing.T) {
	for name, want := range map[string]bool{
		"Questions": true, "Innodb_rows_read": true, "Deprecated_use_i_s_processlist_count": true, "Ssl_accepts": true, "Uptime": true,
		"Open_tables": false, "Open_files": false, "Prepared_stmt_count": false, "Max_used_connections": false, "Threads_connected": false,
		"Deprecated_use_i_s_processlist_last_timestamp": false, "Ssl_verify_mode": false,
	} {
		if got := counts(name); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
