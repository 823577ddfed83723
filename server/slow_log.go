package server

import (
	"fmt"
	"os"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/slowlog"
)

// What the engine has for slow_query_log_file and general_log_file.
const (
	engineSlowLogFile    = "host_name-slow.log"
	engineGeneralLogFile = "host_name.log"
)

// startSlowLog has slow statements written to slow_query_log_file in the data directory,
// while slow_query_log is on and log_output has FILE.
func (i *instruments) startSlowLog(dir string) {
	server := func() (string, uint64) {
		_, v, _ := sql.SystemVariables.GetGlobal("report_port")
		port, _ := v.(uint64)
		return fmt.Sprintf("perfschema, Version: %s-perfschema (%s)", MySQLVersion, ownVersion()), port
	}
	i.slow = slowlog.New(dir, server, func(err error) { logrus.Warn(err) })
	i.adapter.OnSlowStatement(func(s gms.SlowStatement) {
		if output := globalText("log_output"); !strings.Contains(output, "FILE") || strings.Contains(output, "NONE") {
			return
		}
		i.slow.Write(globalText("slow_query_log_file"), &s)
		i.slowLines.write(&s)
	})
	i.adapter.OnFlushLogs(i.slow.Flush)
}

// nameLogs gives the variables with names of logs MySQL's defaults, unless they have been set.
func nameLogs() error {
	host, err := os.Hostname()
	if err != nil || host == "" {
		host = "localhost"
	}
	names := make(map[string]any)
	if globalText("slow_query_log_file") == engineSlowLogFile {
		names["slow_query_log_file"] = host + "-slow.log"
	}
	if globalText("general_log_file") == engineGeneralLogFile {
		names["general_log_file"] = host + ".log"
	}
	if err := sql.SystemVariables.AssignValues(names); err != nil {
		return fmt.Errorf("naming the logs: %w", err)
	}
	return nil
}

// globalText is the global value of a variable of text.
func globalText(name string) string {
	_, v, _ := sql.SystemVariables.GetGlobal(name)
	text, _ := v.(string)
	return text
}
