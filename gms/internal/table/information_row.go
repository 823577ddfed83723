package table

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/view"
)

// CorrectRows has information_schema say of the tables of performance_schema what MySQL
// does: an index by hash has no order, and nobody knows how many values it has; a table has
// rows of one length where its columns do. When a table was made or changed it does not know.
func CorrectRows(infoSchema sql.Database) error {
	ofTable := []string{"TABLE_SCHEMA", "TABLE_NAME"}
	if err := showCardinalities(infoSchema); err != nil {
		return err
	}
	if err := correctRows(infoSchema, information_schema.StatisticsTableName, func(row sql.Row, at func(string) int) {
		if row[at("INDEX_TYPE")] == node.HashIndex {
			row[at("COLLATION")], row[at("CARDINALITY")] = nil, nil
		}
	}, ofTable...); err != nil {
		return err
	}
	if err := nameIndexKinds(infoSchema); err != nil {
		return err
	}
	if err := correctRows(infoSchema, information_schema.SchemataTableName, func(row sql.Row, at func(string) int) {
		if schema, _ := row[at("SCHEMA_NAME")].(string); isInformationSchema(schema) {
			const own = sql.Collation_Information_Schema_Default
			row[at("DEFAULT_CHARACTER_SET_NAME")], row[at("DEFAULT_COLLATION_NAME")] = own.CharacterSet().Name(), own.Name()
		}
	}, "SCHEMA_NAME", "DEFAULT_CHARACTER_SET_NAME", "DEFAULT_COLLATION_NAME"); err != nil {
		return err
	}
	if err := mayBeUnknown(infoSchema, information_schema.TablesTableName, "CREATE_TIME"); err != nil {
		return err
	}
	return correctRows(infoSchema, information_schema.TablesTableName, func(row sql.Row, at func(string) int) {
		// The engine knows neither, and gives the first day of 2000.
		row[at("CREATE_TIME")], row[at("UPDATE_TIME")] = nil, nil
		name, _ := row[at("TABLE_NAME")].(string)
		switch schema, _ := row[at("TABLE_SCHEMA")].(string); {
		case isInformationSchema(schema):
			row[at("TABLE_COLLATION")] = nil
		case strings.EqualFold(schema, PerformanceSchema):
			row[at("ROW_FORMAT")], row[at("TABLE_COLLATION")] = rowFormat(name), tableCollation(name)
		}
	}, append(ofTable, "CREATE_TIME", "UPDATE_TIME", "TABLE_COLLATION")...)
}

// ShowAttributes has information_schema show of each account the attribute that show gives;
// ok is false for none.
func ShowAttributes(infoSchema sql.Database, show func(user, host string) (text string, ok bool)) error {
	return correctRows(infoSchema, information_schema.UserAttributesTableName, func(row sql.Row, at func(string) int) {
		user, _ := row[at("USER")].(string)
		host, _ := row[at("HOST")].(string)
		row[at("ATTRIBUTE")] = nil
		if text, ok := show(user, host); ok {
			row[at("ATTRIBUTE")] = text
		}
	}, "USER", "HOST", "ATTRIBUTE")
}

// mayBeUnknown has a column of a table be NULL.
func mayBeUnknown(infoSchema sql.Database, name, column string) error {
	t, err := Information(infoSchema, name)
	if err != nil || t == nil {
		return err
	}
	t.TableSchema = t.TableSchema.Copy()
	for _, c := range t.TableSchema {
		if strings.EqualFold(c.Name, column) {
			c.Nullable = true
		}
	}
	return nil
}

// rowFormat is that of a table of performance_schema.
func rowFormat(name string) string {
	if t := view.Lookup(name); t != nil && !varies(t) {
		return "Fixed"
	}
	return "Dynamic"
}

// varies says whether a table has a column whose values differ in length.
func varies(t *view.Table) bool {
	for _, c := range t.Columns {
		for _, kind := range []string{"varchar", "varbinary", "text", "blob", "json"} {
			if strings.Contains(c.Type, kind) {
				return true
			}
		}
	}
	return false
}

// correctRows has rows of a table be changed as they are read. at gives the places of
// columns.
func correctRows(infoSchema sql.Database, name string, correct func(row sql.Row, at func(column string) int), needs ...string) error {
	t, err := Information(infoSchema, name)
	if err != nil || t == nil {
		return err
	}
	places := make(map[string]int)
	for i, c := range t.TableSchema {
		places[strings.ToUpper(c.Name)] = i
	}
	for _, c := range needs {
		if _, ok := places[c]; !ok {
			return fmt.Errorf("information_schema.%s has other columns than expected", name)
		}
	}
	at, reader := func(column string) int { return places[column] }, t.Reader
	t.Reader = func(ctx *sql.Context, c sql.Catalog) (sql.RowIter, error) {
		iter, err := reader(ctx, c)
		if err != nil {
			return nil, err
		}
		return &correctedRows{iter, func(row sql.Row) { correct(row, at) }}, nil
	}
	return nil
}

type correctedRows struct {
	sql.RowIter
	correct func(row sql.Row)
}

// Next implements sql.RowIter.
func (i *correctedRows) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err == nil {
		i.correct(row)
	}
	return row, err //nolint:wrapcheck // the engine's own
}
