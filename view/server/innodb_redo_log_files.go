package server

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// innodbRedoLogFiles declares innodb_redo_log_files, which has no rows: there is
// no InnoDB.
func innodbRedoLogFiles() *view.Table {
	return &view.Table{
		Name:    "innodb_redo_log_files",
		Comment: "Files of InnoDB's redo log",
		Columns: []view.Column{
			{Name: "FILE_ID", Type: field.Bigint, Comment: "Number in the name of the file"},
			{Name: "FILE_NAME", Type: "varchar(2000)", Comment: "File"},
			{Name: "START_LSN", Type: field.Bigint, Comment: "First log sequence number in it"},
			{Name: "END_LSN", Type: field.Bigint, Comment: "First log sequence number after it"},
			{Name: "SIZE_IN_BYTES", Type: field.Bigint, Comment: "Its size"},
			{Name: "IS_FULL", Type: "tinyint", Comment: "1 if nothing more fits in"},
			{Name: "CONSUMER_LEVEL", Type: field.Integer, Comment: "Which consumers of the log still need it"},
		},
		Access: view.AlwaysOn,
		Empty:  "the storage is not InnoDB and has a journal of its own, which file_instances shows",
		Open:   field.NoRows,
	}
}
