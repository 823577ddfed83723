package sysview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/sys"
)

// information reads columns of a table of information_schema, of databases that are users'
// own.
func information(r view.Reader, table string, columns ...string) (out []view.Row) {
	if r.Server.Information == nil {
		return nil
	}
	for row := range r.Server.Information(table, columns...) {
		if !systemSchema(field.TextOf(row[0])) {
			out = append(out, row)
		}
	}
	return out
}

// systemSchema says whether a database is one of the server's own.
func systemSchema(name string) bool {
	switch strings.ToLower(name) {
	case "mysql", "sys", "information_schema", "performance_schema", "profiling":
		return true
	}
	return false
}

// flatKey is an index of a table, and its columns.
type flatKey struct {
	schema, table, name string
	columns             []string
	nonUnique           bool
	partly              bool // of some column, the first characters alone
}

// flatKeys lists the indexes that are trees, by schema, table and name.
func flatKeys(r view.Reader) (out []flatKey) {
	rows := information(r, "statistics", "TABLE_SCHEMA", "TABLE_NAME", "INDEX_NAME", "SEQ_IN_INDEX", "COLUMN_NAME", "NON_UNIQUE", "SUB_PART", "INDEX_TYPE")
	slices.SortStableFunc(rows, func(a, b view.Row) int {
		return cmp.Or(strings.Compare(field.TextOf(a[0]), field.TextOf(b[0])), strings.Compare(field.TextOf(a[1]), field.TextOf(b[1])), strings.Compare(field.TextOf(a[2]), field.TextOf(b[2])),
			cmp.Compare(wholeOf(a[3]), wholeOf(b[3])))
	})
	for _, row := range rows {
		if field.TextOf(row[7]) != "BTREE" {
			continue
		}
		schema, table, name := field.TextOf(row[0]), field.TextOf(row[1]), field.TextOf(row[2])
		if n := len(out); n == 0 || out[n-1].schema != schema || out[n-1].table != table || out[n-1].name != name {
			out = append(out, flatKey{schema: schema, table: table, name: name, nonUnique: field.TextOf(row[5]) == "1"})
		}
		k := &out[len(out)-1]
		k.columns = append(k.columns, field.TextOf(row[4]))
		k.partly = k.partly || row[6] != nil && field.TextOf(row[6]) != "0"
	}
	return out
}

// wholeOf is a number that information_schema has as text.
func wholeOf(v any) uint64 {
	n, _ := strconv.ParseUint(field.TextOf(v), 10, 64)
	return n
}

func intOf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// list is the columns as a text.
func (k *flatKey) list() string { return strings.Join(k.columns, ",") }

// redundant is an index, and another of the same table that does for it.
type redundant struct{ key, dominant *flatKey }

// redundantTo says whether another index does for this one: it has the same columns, or
// begins with them and this one keeps nothing unique.
func (k *flatKey) redundantTo(other *flatKey) bool {
	if k.name == other.name || len(k.columns) > len(other.columns) || !slices.Equal(k.columns, other.columns[:len(k.columns)]) {
		return false
	}
	if len(k.columns) < len(other.columns) {
		return k.nonUnique
	}
	// Of two with the same columns the one that is unique stays, and the first by name.
	switch {
	case k.nonUnique != other.nonUnique:
		return k.nonUnique
	case k.name == "PRIMARY" || other.name == "PRIMARY":
		return other.name == "PRIMARY"
	}
	return k.name > other.name
}

// indexViews are the views of the indexes that tables have.
func indexViews() []*view.Table {
	return []*view.Table{flattenedKeys(), redundantIndexes(), unusedIndexes()}
}

func flattenedKeys() *view.Table {
	type row = flatKey
	return sysTable(sysView{name: "x$schema_flattened_keys", comment: "Indexes with their columns in a list"}, []sysField[row]{
		{"table_schema", field.Identifier + notNull, asIs, func(k *row) any { return k.schema }},
		{"table_name", field.Identifier + notNull, asIs, func(k *row) any { return k.table }},
		{"index_name", field.Identifier, asIs, func(k *row) any { return k.name }},
		{"non_unique", field.Integer, asIs, func(k *row) any { return intOf(k.nonUnique) }},
		{"subpart_exists", field.Bigint, asIs, func(k *row) any { return intOf(k.partly) }},
		{"index_columns", "text", asIs, func(k *row) any { return k.list() }},
	}, field.Listed(flatKeys), true)
}

func redundantIndexes() *view.Table {
	type row = redundant
	return sysTable(sysView{name: "schema_redundant_indexes", comment: "Indexes that another index of the table does for"}, []sysField[row]{
		{"table_schema", field.Identifier + notNull, asIs, func(v *row) any { return v.key.schema }},
		{"table_name", field.Identifier + notNull, asIs, func(v *row) any { return v.key.table }},
		{"redundant_index_name", field.Identifier, asIs, func(v *row) any { return v.key.name }},
		{"redundant_index_columns", "text", asIs, func(v *row) any { return v.key.list() }},
		{"redundant_index_non_unique", field.Integer, asIs, func(v *row) any { return intOf(v.key.nonUnique) }},
		{"dominant_index_name", field.Identifier, asIs, func(v *row) any { return v.dominant.name }},
		{"dominant_index_columns", "text", asIs, func(v *row) any { return v.dominant.list() }},
		{"dominant_index_non_unique", field.Integer, asIs, func(v *row) any { return intOf(v.dominant.nonUnique) }},
		{"subpart_exists", field.Integer + notNull, asIs, func(v *row) any { return intOf(v.key.partly || v.dominant.partly) }},
		{"sql_drop_index", "varchar(223)", asIs, func(v *row) any {
			return fmt.Sprintf("ALTER TABLE %s.%s DROP INDEX %s", sys.QuoteIdentifier(v.key.schema), sys.QuoteIdentifier(v.key.table), sys.QuoteIdentifier(v.key.name))
		}},
	}, field.Listed(func(r view.Reader) (out []row) {
		keys := flatKeys(r)
		for i := range keys {
			for j := range keys {
				if keys[i].schema == keys[j].schema && keys[i].table == keys[j].table && keys[i].redundantTo(&keys[j]) {
					out = append(out, row{&keys[i], &keys[j]})
				}
			}
		}
		return out
	}), false)
}

// unusedIndexes declares schema_unused_indexes: those that can be dropped, of tables that
// were used since the server started.
func unusedIndexes() *view.Table {
	type row = tableUse
	return sysTable(sysView{name: "schema_unused_indexes", comment: "Indexes that nothing has used since the start, but for unique ones", reads: []string{"table_io_waits_summary_by_index_usage"}},
		[]sysField[row]{useName("object_schema", useSchema), useName("object_name", useTable), useName("index_name", useIndex)},
		inOrder(func(r view.Reader) []row {
			plain := make(map[[3]string]bool)
			for _, k := range flatKeys(r) {
				plain[[3]string{k.schema, k.table, k.name}] = k.nonUnique
			}
			return indexUses(func(v *row) bool {
				return v.index != "" && v.index != "PRIMARY" && v.io.Total().Count == 0 && plain[[3]string{v.schema, v.name, v.index}]
			})(r)
		}, func(a, b *row) int {
			return cmp.Or(strings.Compare(a.schema, b.schema), strings.Compare(a.name, b.name), strings.Compare(a.index, b.index))
		}), false)
}
