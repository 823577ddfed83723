package server

import (
	"fmt"
	"os"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/pfile"
	"github.com/perfschema/perfschema/server/generallog"
	"github.com/perfschema/perfschema/server/logfile"
	"github.com/perfschema/perfschema/server/slowlog"
)

// What the engine has for slow_query_log_file and general_log_file.
const (
	engineSlowLogFile    = "host_name-slow.log"
	engineGeneralLogFile = "host_name.log"
)

// startLogs has slow statements written to slow_query_log_file in the data directory, while
// slow_query_log is on, and what clients ask for to general_log_file, while general_log is;
// both while log_output has FILE.
func (i *instruments) startLogs(dir string) {
	file := func(what, variable, instrument, documentation string) *logfile.File {
		key := i.schema.RegisterFile("sql", perfschema.Info{Name: instrument, Documentation: documentation})
		return logfile.New(logfile.Options{
			Dir: dir, FS: pfile.New(i.schema, key), What: what, Variable: variable,
			Server: func() (string, uint64) {
				_, v, _ := sql.SystemVariables.GetGlobal("report_port")
				port, _ := v.(uint64)
				return fmt.Sprintf("perfschema, Version: %s-perfschema (%s)", MySQLVersion, ownVersion()), port
			},
			Warn: func(err error) { logrus.Warn(err) },
		})
	}
	i.slow = slowlog.New(file("slow statements", "slow_query_log_file", "slow_log", "The slow query log."))
	i.general = generallog.New(file("statements", "general_log_file", "query_log", "The general query log."))
}

// logSlow writes a statement to the slow log.
func (i *instruments) logSlow(s gms.SlowStatement) {
	if !logsToFile() {
		return
	}
	i.slow.Write(globalText("slow_query_log_file"), &s)
	i.slowLines.write(&s)
}

// logsToFile says whether log_output has FILE.
func logsToFile() bool {
	output := globalText("log_output")
	return strings.Contains(output, "FILE") && !strings.Contains(output, "NONE")
}

// generalLog is the general log as the adapter has it.
type generalLog struct{ of *instruments }

// Settle implements gms.GeneralLog. The file is opened, and closed, by who sets the
// variables.
func (l generalLog) Settle(flush bool) bool {
	_, v, _ := sql.SystemVariables.GetGlobal("general_log")
	on, _ := v.(int8)
	wanted := on != 0 && logsToFile()
	if flush || !wanted {
		l.of.general.Leave()
	}
	if wanted {
		l.of.general.Open(globalText("general_log_file"))
	}
	return wanted
}

// Write implements gms.GeneralLog.
func (l generalLog) Write(c gms.LoggedCommand) {
	l.of.general.Write(globalText("general_log_file"), &c)
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
