package server

import (
	"cmp"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/history"
)

// declareHistory declares the variables that tell how the history is kept, one for each
// option of that name. They are read only.
func (c Config) declareHistory() {
	seconds := func(d, otherwise time.Duration) int64 { return int64(max(cmp.Or(d, otherwise), 0) / time.Second) }
	var declared []sql.SystemVariable
	for name, on := range map[string]bool{"history": c.History, "history_sync": c.HistorySync} {
		value := int8(0)
		if on {
			value = 1
		}
		declared = append(declared, &sql.MysqlSystemVariable{
			Name: name, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Type: types.NewSystemBoolType(name), Default: value,
		})
	}
	for name, n := range map[string]int64{
		"history_event_buffer": int64(cmp.Or(c.HistoryEventBuffer, history.DefaultEventBuffer)),
		"history_event_every":  int64(max(cmp.Or(c.HistoryEventEvery, history.DefaultEventEvery), 0)),
		"history_event_time":   max(cmp.Or(c.HistoryEventTime, history.DefaultEventTime), 0).Milliseconds(),
		"history_fold_age":     seconds(c.HistoryFoldAge, history.DefaultFoldAge),
		"history_max_age":      seconds(c.HistoryMaxAge, history.DefaultMaxAge),
		"history_max_size":     max(cmp.Or(c.HistoryMaxBytes, int64(history.DefaultMaxBytes)), 0),
	} {
		declared = append(declared, &sql.MysqlSystemVariable{
			Name: name, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Type: types.NewSystemIntType(name, 0, 1<<62, false), Default: n,
		})
	}
	declared = append(declared, &sql.MysqlSystemVariable{
		Name: "history_clickhouse", Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Type: types.NewSystemStringType("history_clickhouse"),
		Default: c.HistoryClickHouse.String(), // without the password
	})
	sql.SystemVariables.AddSystemVariables(declared)
}
