package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/view"
)

// table serves one table of a view, or some of its columns. Its rows are computed
// as they are read.
type table struct {
	adapter  *Adapter
	database string
	view     *view.Table
	schema   sql.Schema
	indexes  []sql.Index
	convert  []converter // by column; nil for one whose values the engine takes as they are
	columns  []int       // the columns that are read; nil: all
	rows     *rowCount
}

var (
	_ sql.Table                 = (*table)(nil)
	_ sql.CommentedTable        = (*table)(nil)
	_ sql.PrimaryKeyTable       = (*table)(nil)
	_ sql.IndexAddressableTable = (*table)(nil)
	_ sql.InsertableTable       = (*table)(nil)
	_ sql.UpdatableTable        = (*table)(nil)
	_ sql.DeletableTable        = (*table)(nil)
	_ sql.ReplaceableTable      = (*table)(nil)
	_ sql.TruncateableTable     = (*table)(nil)
	_ sql.ProjectedTable        = (*table)(nil)
)

func newTable(a *Adapter, database string, v *view.Table) (*table, error) {
	schema, err := schemaOf(v, database)
	if err != nil {
		return nil, err
	}
	t := &table{adapter: a, database: database, view: v, schema: schema, convert: convertersOf(schema), rows: new(rowCount)}
	for _, idx := range v.Indexes {
		t.indexes = append(t.indexes, newIndex(t, idx))
	}
	return t, nil
}

func (t *table) Name() string               { return t.view.Name }
func (t *table) String() string             { return t.view.Name }
func (t *table) Comment() string            { return t.view.Comment }
func (t *table) Collation() sql.CollationID { return sql.Collation_utf8mb4_0900_ai_ci }

// Schema implements sql.Table.
func (t *table) Schema() sql.Schema {
	if t.columns == nil {
		return t.schema
	}
	out := make(sql.Schema, len(t.columns))
	for i, of := range t.columns {
		out[i] = t.schema[of]
	}
	return out
}

// WithProjections implements sql.ProjectedTable: what nobody asks for is not
// computed.
func (t *table) WithProjections(names []string) sql.Table { return t.project(names) }

func (t *table) project(names []string) *table {
	out := *t
	out.columns = make([]int, 0, len(names))
	for _, name := range names {
		for i, c := range t.schema {
			if strings.EqualFold(c.Name, name) {
				out.columns = append(out.columns, i)
			}
		}
	}
	return &out
}

// Projections implements sql.ProjectedTable. A plan does not show which columns
// of these tables are read, as MySQL's do not.
func (*table) Projections() []string { return nil }

// PrimaryKeySchema implements sql.PrimaryKeyTable.
func (t *table) PrimaryKeySchema() sql.PrimaryKeySchema {
	for _, idx := range t.view.Indexes {
		if idx.Name == "PRIMARY" {
			return sql.NewPrimaryKeySchema(t.schema, t.ordinals(idx.Columns)...)
		}
	}
	return sql.NewPrimaryKeySchema(t.schema)
}

func (t *table) ordinals(columns []string) []int {
	out := make([]int, len(columns))
	for i, name := range columns {
		out[i] = t.schema.IndexOfColName(name)
	}
	return out
}
