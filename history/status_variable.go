package history

import (
	"hash/fnv"
	"strings"
)

// levels are the status variables that say how much there is of something, not how often
// it happened, by what their names begin or end with.
var (
	levelPrefixes = []string{"Open_", "Max_used_", "Innodb_buffer_pool_pages_", "Innodb_buffer_pool_bytes_", "Key_blocks_", "Ssl_ctx_", "Ssl_session_cache_size", "Ssl_session_cache_timeout", "Innodb_redo_log_",
		"Ssl_verify_", "Ssl_default_", "Innodb_num_", "Innodb_page_size", "Tc_log_", "Current_", "Global_connection_memory", "Prepared_stmt_count",
		"Last_query_", "Replica_open_", "Slave_open_", "Not_flushed_", "Performance_schema_session_connect_attrs_longest"}
	levelSuffixes = []string{"_connected", "_running", "_cached", "_current_waits", "_free_blocks", "_free_memory", "_queries_in_cache", "_total_blocks", "_lengths",
		"_longest_seen", "_status", "_used", "_last_timestamp"}
)

// counts says whether a status variable counts what happens since start.
func counts(name string) bool {
	for _, p := range levelPrefixes {
		if strings.HasPrefix(strings.ToLower(name), strings.ToLower(p)) {
			return false
		}
	}
	for _, s := range levelSuffixes {
		if strings.HasSuffix(strings.ToLower(name), s) {
			return false
		}
	}
	return true
}

// hash tells texts apart.
func hash(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	return h.Sum64()
}
