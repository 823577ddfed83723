package sysview

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/sys"
)

// tableUse is what a row of a view of tables tells of: a table or an index of it, and its
// files.
type tableUse struct {
	schema, name, index string
	io                  record.TableIOStat
	files               *tableFiles
}

type useField = sysField[tableUse]

func useCount(name string, of func(*tableUse) uint64) useField {
	return useField{name, field.BigintUnsigned + notNull, asIs, func(v *tableUse) any { return of(v) }}
}

func useTime(name string, of func(*tableUse) uint64) useField {
	return useField{name, field.BigintUnsigned + notNull, latency, func(v *tableUse) any { return of(v) }}
}

// useName is a column that names the table or the index.
func useName(column string, of func(*tableUse) string) useField {
	return useField{column, field.Identifier, asIs, func(v *tableUse) any { return field.ObjectName(of(v)) }}
}

func useSchema(v *tableUse) string { return v.schema }
func useTable(v *tableUse) string  { return v.name }
func useIndex(v *tableUse) string  { return v.index }

// operations are the figures of what was done to rows; fetched and fetch are what the view
// calls reads.
func operations(fetched, fetch string) []useField {
	return []useField{
		useCount(fetched, func(v *tableUse) uint64 { return v.io.Fetch.Count }), useTime(fetch, func(v *tableUse) uint64 { return v.io.Fetch.Sum }),
		useCount("rows_inserted", func(v *tableUse) uint64 { return v.io.Insert.Count }), useTime("insert_latency", func(v *tableUse) uint64 { return v.io.Insert.Sum }),
		useCount("rows_updated", func(v *tableUse) uint64 { return v.io.Update.Count }), useTime("update_latency", func(v *tableUse) uint64 { return v.io.Update.Sum }),
		useCount("rows_deleted", func(v *tableUse) uint64 { return v.io.Delete.Count }), useTime("delete_latency", func(v *tableUse) uint64 { return v.io.Delete.Sum }),
	}
}

// indexUses lists the indexes that are wanted, of all tables; one without a name is what
// used none.
func indexUses(keep func(*tableUse) bool) func(view.Reader) []tableUse {
	return func(r view.Reader) (out []tableUse) {
		for _, t := range r.Schema.Read().TableInstances() {
			for _, i := range t.Indexes {
				if v := (tableUse{schema: t.Schema, name: t.Name, index: i.Name, io: i.IO}); keep(&v) {
					out = append(out, v)
				}
			}
		}
		return out
	}
}

func byUseTime(a, b *tableUse) int { return cmp.Compare(b.io.Total().Sum, a.io.Total().Sum) }

// tableViews are the views of what was done to tables, by table and index.
func tableViews() []*view.Table {
	byIndex := []string{"table_io_waits_summary_by_index_usage"}
	tables := twins(sysView{name: "schema_index_statistics", comment: "Rows read and written, by index", reads: byIndex},
		append([]useField{useName("table_schema", useSchema), useName("table_name", useTable), useName("index_name", useIndex)}, operations("rows_selected", "select_latency")...),
		inOrder(indexUses(func(v *tableUse) bool { return v.index != "" }), byUseTime))
	tables = append(tables, twins(sysView{name: "schema_tables_with_full_table_scans", comment: "Tables of which rows were read without an index", reads: byIndex},
		[]useField{
			useName("object_schema", useSchema), useName("object_name", useTable),
			useCount("rows_full_scanned", func(v *tableUse) uint64 { return v.io.Read().Count }),
			useTime("latency", func(v *tableUse) uint64 { return v.io.Total().Sum }),
		}, inOrder(indexUses(func(v *tableUse) bool { return v.index == "" && v.io.Read().Count > 0 }),
			func(a, b *tableUse) int { return cmp.Compare(b.io.Read().Count, a.io.Read().Count) }))...)
	return append(tables, tableStatistics()...)
}

// tableFiles is the file I/O of what a path says is a table: its database is the last
// directory, its name that of the file without its ending.
type tableFiles struct {
	schema, name string
	record.IOStat
}

// byFileName adds up the files that are known by what their paths say.
func byFileName(r view.Reader) (out []tableFiles) {
	at := make(map[[2]string]int)
	for _, f := range r.Schema.Read().FileInstances() {
		name := filepath.ToSlash(f.Name)
		key := [2]string{sys.SchemaFromFileName(name), sys.TableFromFileName(name)}
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, tableFiles{schema: key[0], name: key[1]})
		}
		sum := &out[i].IOStat
		addTimer(&sum.Read, &f.IO.Read)
		addTimer(&sum.Write, &f.IO.Write)
		addTimer(&sum.Misc, &f.IO.Misc)
		sum.BytesRead += f.IO.BytesRead
		sum.BytesWritten += f.IO.BytesWritten
	}
	return out
}

const bytesType = "decimal(41,0)"

// tableStatistics are the views of tables with their files, and that of the files. Where
// the storage keeps all tables in files of its own, tables have none.
func tableStatistics() []*view.Table {
	ofFiles := func(name, typ string, as form, of func(*tableFiles) any) useField {
		return useField{name, typ, as, func(v *tableUse) any {
			if v.files == nil {
				return nil
			}
			return of(v.files)
		}}
	}
	fileFields := []useField{
		ofFiles("io_read_requests", sumType, asIs, func(f *tableFiles) any { return f.Read.Count }),
		ofFiles("io_read", bytesType, size, func(f *tableFiles) any { return f.BytesRead }),
		ofFiles("io_read_latency", sumType, latency, func(f *tableFiles) any { return f.Read.Sum }),
		ofFiles("io_write_requests", sumType, asIs, func(f *tableFiles) any { return f.Write.Count }),
		ofFiles("io_write", bytesType, size, func(f *tableFiles) any { return f.BytesWritten }),
		ofFiles("io_write_latency", sumType, latency, func(f *tableFiles) any { return f.Write.Sum }),
		ofFiles("io_misc_requests", sumType, asIs, func(f *tableFiles) any { return f.Misc.Count }),
		ofFiles("io_misc_latency", sumType, latency, func(f *tableFiles) any { return f.Misc.Sum }),
	}
	list := inOrder(func(r view.Reader) (out []tableUse) {
		files := byFileName(r)
		for _, t := range r.Schema.Read().TableInstances() {
			v := tableUse{schema: t.Schema, name: t.Name, io: t.IO}
			if i := slices.IndexFunc(files, func(f tableFiles) bool { return f.schema == t.Schema && f.name == t.Name }); i >= 0 {
				v.files = &files[i]
			}
			out = append(out, v)
		}
		return out
	}, byUseTime)
	reads := []string{"table_io_waits_summary_by_table", "file_summary_by_instance"}
	names := []useField{useName("table_schema", useSchema), useName("table_name", useTable)}
	total := useTime("total_latency", func(v *tableUse) uint64 { return v.io.Total().Sum })
	rows := append(operations("rows_fetched", "fetch_latency"), fileFields...)
	tables := twins(sysView{name: "schema_table_statistics", comment: "Rows read and written, and file I/O, by table", reads: reads},
		append(append(slices.Clone(names), total), rows...), list)
	buffer := func(name, typ string, as form) useField {
		return useField{name, typ, as, func(*tableUse) any { return nil }}
	}
	tables = append(tables, twins(sysView{name: "schema_table_statistics_with_buffer", comment: "Rows read and written, and file I/O, by table, with what is in InnoDB's buffer pool: NULL, there is none", reads: reads},
		append(append(slices.Clone(names), rows...),
			buffer("innodb_buffer_allocated", "decimal(44,0)", size), buffer("innodb_buffer_data", "decimal(44,0)", size), buffer("innodb_buffer_free", "decimal(45,0)", size),
			buffer("innodb_buffer_pages", field.Bigint, asIs), buffer("innodb_buffer_pages_hashed", field.Bigint, asIs), buffer("innodb_buffer_pages_old", field.Bigint, asIs),
			buffer("innodb_buffer_rows_cached", "decimal(45,0)", asIs)), list)...)
	explain(tables, noTableFiles, "io_")
	explain(tables, noBuffer, "innodb_buffer_")
	file := func(name, typ string, of func(*tableFiles) any) sysField[tableFiles] {
		return sysField[tableFiles]{name, typ, asIs, of}
	}
	return append(tables, sysTable(sysView{name: "x$ps_schema_table_statistics_io", comment: "File I/O by the last directory and the name of files", reads: reads[1:]},
		[]sysField[tableFiles]{
			file("table_schema", field.Identifier, func(f *tableFiles) any { return field.ObjectName(f.schema) }),
			file("table_name", field.Identifier, func(f *tableFiles) any { return field.ObjectName(f.name) }),
			file("count_read", sumType, func(f *tableFiles) any { return f.Read.Count }),
			file("sum_number_of_bytes_read", bytesType, func(f *tableFiles) any { return f.BytesRead }),
			file("sum_timer_read", sumType, func(f *tableFiles) any { return f.Read.Sum }),
			file("count_write", sumType, func(f *tableFiles) any { return f.Write.Count }),
			file("sum_number_of_bytes_write", bytesType, func(f *tableFiles) any { return f.BytesWritten }),
			file("sum_timer_write", sumType, func(f *tableFiles) any { return f.Write.Sum }),
			file("count_misc", sumType, func(f *tableFiles) any { return f.Misc.Count }),
			file("sum_timer_misc", sumType, func(f *tableFiles) any { return f.Misc.Sum }),
		}, field.Listed(byFileName), true))
}

// Why columns of the views of tables are NULL.
const (
	noTableFiles = "a storage that keeps the tables of a database in files together has none of a table's own; NULL of such tables"
	noBuffer     = "there is no InnoDB buffer pool"
)

// explain says of the columns that begin so why they are NULL.
func explain(tables []*view.Table, why, prefix string) {
	for _, t := range tables {
		for i, c := range t.Columns {
			if strings.HasPrefix(c.Name, prefix) {
				t.Columns[i].Unknown = why
			}
		}
	}
}
