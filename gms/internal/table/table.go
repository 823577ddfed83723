package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/view"
)

// ReaderOf is who reads a table in a session, as the view wants to know.
type ReaderOf func(ctx *sql.Context) view.Reader

// Table serves one table of a view, or some of its columns. Its rows are computed
// as they are read.
type Table struct {
	reader   ReaderOf
	database string
	view     *view.Table
	schema   sql.Schema
	indexes  []sql.Index
	convert  []converter // by column; nil for one whose values the engine takes as they are
	columns  []int       // the columns that are read; nil: all
	rows     *rowCount
	grouping *view.Grouping // what is read in place of the rows; nil: they are
	groups   sql.Schema     // of that
	top      *view.Top      // nil: all rows are read
}

var (
	_ sql.Table                 = (*Table)(nil)
	_ sql.CommentedTable        = (*Table)(nil)
	_ sql.PrimaryKeyTable       = (*Table)(nil)
	_ sql.IndexAddressableTable = (*Table)(nil)
	_ sql.InsertableTable       = (*Table)(nil)
	_ sql.UpdatableTable        = (*Table)(nil)
	_ sql.DeletableTable        = (*Table)(nil)
	_ sql.ReplaceableTable      = (*Table)(nil)
	_ sql.TruncateableTable     = (*Table)(nil)
	_ sql.ProjectedTable        = (*Table)(nil)
)

func newTable(reader ReaderOf, database string, v *view.Table) (*Table, error) {
	schema, err := schemaOf(v, database)
	if err != nil {
		return nil, err
	}
	if v.Name == digestTable {
		reader = keptDigests(reader)
	}
	t := &Table{reader: reader, database: database, view: v, schema: schema, convert: convertersOf(schema), rows: new(rowCount)}
	for _, idx := range v.Indexes {
		t.indexes = append(t.indexes, newIndex(t, idx))
	}
	return t, nil
}

func (t *Table) Name() string               { return t.view.Name }
func (t *Table) String() string             { return t.view.Name }
func (t *Table) Comment() string            { return commentOf(t.database, t.view) }
func (t *Table) Collation() sql.CollationID { return sql.Collation_utf8mb4_0900_ai_ci }

// DatabaseName is that of the database it is in.
func (t *Table) DatabaseName() string { return t.database }

// IsView says whether it is a view to who asks.
func (t *Table) IsView() bool { return t.view.View }

// Schema implements sql.Table.
func (t *Table) Schema() sql.Schema {
	if t.grouping != nil {
		return t.groups
	}
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
func (t *Table) WithProjections(names []string) sql.Table { return t.project(names) }

func (t *Table) project(names []string) *Table {
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
func (*Table) Projections() []string { return nil }

// PrimaryKeySchema implements sql.PrimaryKeyTable.
func (t *Table) PrimaryKeySchema() sql.PrimaryKeySchema {
	for _, idx := range t.view.Indexes {
		if idx.Name == "PRIMARY" {
			return sql.NewPrimaryKeySchema(t.schema, t.ordinals(idx.Columns)...)
		}
	}
	return sql.NewPrimaryKeySchema(t.schema)
}

func (t *Table) ordinals(columns []string) []int {
	out := make([]int, len(columns))
	for i, name := range columns {
		out[i] = t.schema.IndexOfColName(name)
	}
	return out
}
