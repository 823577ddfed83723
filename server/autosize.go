package server

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
)

// autosize gives the variables that MySQL works out when it starts their values, by its
// rules, unless they have been set: the engine has -1 for most of them, or what no process
// has.
func autosize() error {
	connections := globalNumber("max_connections")
	values := make(map[string]any)
	if n := openFilesLimit(); n > 0 {
		values["open_files_limit"] = n
	}
	for name, value := range map[string]int64{
		"back_log":               listenQueue(),
		"host_cache_size":        min(128+min(connections, 500)+max(connections-500, 0)/20, 2000),
		"table_definition_cache": min(400+globalNumber("table_open_cache")/2, 2000),
		"thread_cache_size":      min(8+connections/100, 100),
	} {
		if globalNumber(name) < 0 {
			values[name] = value
		}
	}
	if err := sql.SystemVariables.AssignValues(values); err != nil {
		return fmt.Errorf("sizes that follow from others: %w", err)
	}
	return nil
}

// globalNumber is the global value of a variable that is a number.
func globalNumber(name string) int64 {
	_, v, _ := sql.SystemVariables.GetGlobal(name)
	switch n := v.(type) {
	case int64:
		return n
	case uint64:
		return int64(min(n, 1<<62))
	}
	return 0
}

// listenQueue is how many connections may wait to be accepted: Go asks the kernel for as many
// as it gives.
func listenQueue() int64 {
	const elsewhere = 128
	text, err := os.ReadFile("/proc/sys/net/core/somaxconn")
	if err != nil {
		return elsewhere
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n <= 0 {
		return elsewhere
	}
	return min(n, 1<<16-1)
}
