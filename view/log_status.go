package view

// logStatus is the table of where the logs are. It has one row.
func logStatus() *Table {
	document := func(name, comment string, get func(*LogStatus) string) field[LogStatus] {
		return field[LogStatus]{Column: Column{Name: name, Type: "json", Comment: comment}, value: func(l *LogStatus) any { return get(l) }}
	}
	fields := []field[LogStatus]{
		{Column: Column{Name: "SERVER_UUID", Type: "char(36)", Comment: "The server's server_uuid"},
			value: func(l *LogStatus) any { return l.ServerUUID }},
		document("LOCAL", "Where the binary log is, and what has been executed", func(l *LogStatus) string { return l.Local }),
		document("REPLICATION", "Where each channel is", func(l *LogStatus) string { return l.Replication }),
		document("STORAGE_ENGINES", "Where the logs of storage engines are; no engine here has one that is told of", func(l *LogStatus) string { return l.StorageEngines }),
	}
	return &Table{
		Name:    "log_status",
		Comment: "Where the logs are that a backup begins at",
		Columns: columns(fields),
		Access:  AlwaysOn,
		Open: openerAlways(fields, listed(func(r Reader) []LogStatus {
			if r.Server.LogStatus == nil {
				return nil
			}
			if s := r.Server.LogStatus(); s != nil {
				return []LogStatus{*s}
			}
			return nil
		})),
	}
}
