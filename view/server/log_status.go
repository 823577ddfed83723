package server

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// logStatus is the table of where the logs are. It has one row.
func logStatus() *view.Table {
	document := func(name, comment string, get func(*view.LogStatus) string) field.Field[view.LogStatus] {
		return field.Field[view.LogStatus]{Column: view.Column{Name: name, Type: "json", Comment: comment}, Value: func(l *view.LogStatus) any { return get(l) }}
	}
	fields := []field.Field[view.LogStatus]{
		{Column: view.Column{Name: "SERVER_UUID", Type: "char(36)", Comment: "The server's server_uuid"},
			Value: func(l *view.LogStatus) any { return l.ServerUUID }},
		document("LOCAL", "Where the binary log is, and what has been executed", func(l *view.LogStatus) string { return l.Local }),
		document("REPLICATION", "Where each channel is", func(l *view.LogStatus) string { return l.Replication }),
		document("STORAGE_ENGINES", "Where the logs of storage engines are; no engine here has one that is told of", func(l *view.LogStatus) string { return l.StorageEngines }),
	}
	return &view.Table{
		Name:    "log_status",
		Comment: "Where the logs are that a backup begins at",
		Columns: field.Columns(fields),
		Access:  view.AlwaysOn,
		Open: field.OpenerAlways(fields, field.Listed(func(r view.Reader) []view.LogStatus {
			if r.Server.LogStatus == nil {
				return nil
			}
			if s := r.Server.LogStatus(); s != nil {
				return []view.LogStatus{*s}
			}
			return nil
		})),
	}
}
