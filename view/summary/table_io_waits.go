package summary

import (
	"slices"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// objectFields name the table or stored program a row is of.
func objectFields[T any](of func(*T) (objectType, schema, name string)) []field.Field[T] {
	return []field.Field[T]{
		{Column: view.Column{Name: "OBJECT_TYPE", Type: field.Identifier, Nullable: true, Comment: "Kind of object, as TABLE or PROCEDURE"},
			Value: func(v *T) any { t, _, _ := of(v); return field.Cut(t, field.IdentifierLength) }},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: field.Identifier, Nullable: true, Comment: "Database of the object"},
			Value: func(v *T) any { _, s, _ := of(v); return field.ValidText(field.Cut(s, field.IdentifierLength)) }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: field.Identifier, Nullable: true, Comment: "Name of the object"},
			Value: func(v *T) any { _, _, n := of(v); return field.ValidText(field.Cut(n, field.IdentifierLength)) }},
	}
}

var objectKey = []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"}

func tableOf(t *record.TableInfo) (string, string, string) { return t.Type, t.Schema, t.Name }

// tableIOFields are the columns of rows read from tables and written to them.
func tableIOFields[T any](of func(*T) *record.TableIOStat) []field.Field[T] {
	type io = record.TableIOStat
	var fields []field.Field[T]
	for _, f := range []struct {
		suffix, what string
		stat         func(*io) record.TimerStat
	}{
		{"", "Rows read and written", func(s *io) record.TimerStat { return s.Total() }},
		{"READ", "Rows read", func(s *io) record.TimerStat { return s.Read() }},
		{"WRITE", "Rows inserted, updated and deleted", func(s *io) record.TimerStat { return s.Write() }},
		{"FETCH", "Rows fetched", func(s *io) record.TimerStat { return s.Fetch }},
		{"INSERT", "Rows inserted", func(s *io) record.TimerStat { return s.Insert }},
		{"UPDATE", "Rows updated", func(s *io) record.TimerStat { return s.Update }},
		{"DELETE", "Rows deleted", func(s *io) record.TimerStat { return s.Delete }},
	} {
		fields = append(fields, operationFields(f.suffix, f.what, func(v *T) record.TimerStat { return f.stat(of(v)) })...)
	}
	return fields
}

// operationFields are the columns of one operation; those of all operations
// have no suffix.
func operationFields[T any](suffix, what string, of func(*T) record.TimerStat) []field.Field[T] {
	if suffix == "" {
		return timerFields("COUNT_STAR", "WAIT", what, of)
	}
	return timerFields("COUNT_"+suffix, suffix, what, of)
}

// tableIOByTable declares table_io_waits_summary_by_table. A table that is
// dropped goes. TRUNCATE resets the summary by index too, as in MySQL.
func tableIOByTable() *view.Table {
	type table = record.TableInfo
	fields := objectFields(tableOf)
	fields = append(fields, tableIOFields(func(t *table) *record.TableIOStat { return &t.IO })...)
	return &view.Table{
		Name:    "table_io_waits_summary_by_table",
		Comment: "Rows read from and written to each table",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "OBJECT", Columns: objectKey, Unique: true}},
		Access:  view.AllowTruncate,
		Open:    field.Opener(fields, field.Listed(field.TablesOf)),
	}
}

// tableIndex is one index of a table.
type tableIndex struct {
	table *record.TableInfo
	*record.IndexInfo
}

// indexFields are the columns of table_io_waits_summary_by_index_usage.
func indexFields() []field.Field[tableIndex] {
	type index = tableIndex
	fields := objectFields(func(i *index) (string, string, string) { return tableOf(i.table) })
	fields = append(fields, field.Field[index]{
		Column: view.Column{Name: "INDEX_NAME", Type: field.Identifier, Nullable: true, Comment: "Index; PRIMARY is the primary key, NULL none"},
		Value:  func(i *index) any { return field.ValidText(field.Cut(i.Name, field.IdentifierLength)) }})
	return append(fields, tableIOFields(func(i *index) *record.TableIOStat { return &i.IO })...)
}

func visitIndexes(r view.Reader, t record.TableInfo, visit func(*tableIndex)) {
	for i := range t.Indexes {
		if x := &t.Indexes[i]; !x.Unused && field.WantsNullable(r, "INDEX_NAME", x.Name, x.Name == "") {
			visit(&tableIndex{&t, x})
		}
	}
}

// tableIOByIndex declares table_io_waits_summary_by_index_usage. The row with
// INDEX_NAME NULL counts what used no index, and all inserts. TRUNCATE resets the
// summary by table too: it is the sum of this one.
func tableIOByIndex() *view.Table {
	fields := indexFields()
	return &view.Table{
		Name:    "table_io_waits_summary_by_index_usage",
		Comment: "Rows read from and written to each table, by the index used",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "OBJECT", Columns: append(slices.Clone(objectKey), "INDEX_NAME"), Unique: true}},
		Access:  view.AllowTruncate,
		Open:    field.Opener(fields, field.OnEach(field.TablesOf, visitIndexes)),
	}
}
