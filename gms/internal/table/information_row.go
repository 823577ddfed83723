package table

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"

	"github.com/perfschema/perfschema/view"
)

// CorrectRows has information_schema say of the tables of performance_schema what MySQL
// does: an index by hash has no order, and nobody knows how many values it has; a table has
// rows of one length where its columns do.
func CorrectRows(infoSchema sql.Database) error {
	ofTable := []string{"TABLE_SCHEMA", "TABLE_NAME"}
	if err := correctRows(infoSchema, information_schema.StatisticsTableName, func(row sql.Row, at func(string) int) {
		if row[at("INDEX_TYPE")] == hashIndex {
			row[at("COLLATION")], row[at("CARDINALITY")] = nil, nil
		}
	}, ofTable...); err != nil {
		return err
	}
	if err := nameIndexKinds(infoSchema); err != nil {
		return err
	}
	return correctRows(infoSchema, information_schema.TablesTableName, func(row sql.Row, at func(string) int) {
		name, _ := row[at("TABLE_NAME")].(string)
		t := view.Lookup(name)
		if schema, _ := row[at("TABLE_SCHEMA")].(string); t == nil || !strings.EqualFold(schema, PerformanceSchema) {
			return
		}
		if !varies(t) {
			row[at("ROW_FORMAT")] = "Fixed"
		}
	}, ofTable...)
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
