package information

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
)

// AllowNull has a column of a table be NULL.
func AllowNull(infoSchema sql.Database, name, column string) error {
	t, err := Table(infoSchema, name)
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

// CorrectRows has the rows of a table be changed as they are read. at gives the places of
// columns, by their names in capitals. It fails if the table lacks a column of needs.
func CorrectRows(infoSchema sql.Database, name string, correct func(row sql.Row, at func(column string) int), needs ...string) error {
	t, err := Table(infoSchema, name)
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
		return &Rows{iter, func(row sql.Row) { correct(row, at) }}, nil
	}
	return nil
}

// Rows are rows that are changed as they are read.
type Rows struct {
	sql.RowIter
	Correct func(row sql.Row)
}

// Next implements sql.RowIter.
func (i *Rows) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err == nil {
		i.Correct(row)
	}
	return row, err //nolint:wrapcheck // the engine's own
}

// ShowAttributes has information_schema show of each account the attribute that show gives;
// ok is false for none.
func ShowAttributes(infoSchema sql.Database, show func(user, host string) (text string, ok bool)) error {
	return CorrectRows(infoSchema, information_schema.UserAttributesTableName, func(row sql.Row, at func(string) int) {
		user, _ := row[at("USER")].(string)
		host, _ := row[at("HOST")].(string)
		row[at("ATTRIBUTE")] = nil
		if text, ok := show(user, host); ok {
			row[at("ATTRIBUTE")] = text
		}
	}, "USER", "HOST", "ATTRIBUTE")
}
