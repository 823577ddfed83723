package column

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// A value for a generated column is error 3105, in strict mode and without it. But dumps that
// mariadb-dump makes have such values, and are read in without strict mode, in which MariaDB
// leaves them out with a warning: so does a session that is not strict here. The engine looks
// at the first row alone.

// GeneratedValues does so for the rows of an INSERT or REPLACE. Without rows of values, and
// in strict mode without a DEFAULT in the first of several, it costs a few comparisons. What
// it tells of a table is for who mayInsert: the engine refuses others.
func GeneratedValues(ctx *sql.Context, catalog *analyzer.Catalog, s *sqlparser.Insert, mayInsert func(sqlparser.TableName) bool) error {
	rows := valuesOf(s.Rows)
	if len(rows) == 0 || catalog == nil {
		return nil
	}
	strict := sql.LoadSqlMode(ctx).Strict()
	if strict && (len(rows) == 1 || !slices.ContainsFunc(rows[0], writesDefault)) || !mayInsert(s.Table) {
		return nil
	}
	for _, c := range generatedAmong(ctx, catalog, s) {
		given := false
		for _, row := range rows {
			if c.at < len(row) && !writesDefault(row[c.at]) {
				given = true
				if !strict {
					row[c.at] = &sqlparser.Default{}
				}
			}
		}
		if !given {
			continue
		}
		refused := sqlerr.GeneratedValue(c.name, s.Table.Name.String())
		if strict {
			return refused
		}
		ctx.Session.Warn(&sql.Warning{Level: "Warning", Code: refused.Num, Message: refused.Message})
	}
	return nil
}

func valuesOf(rows sqlparser.InsertRows) sqlparser.Values {
	switch rows := rows.(type) {
	case sqlparser.Values:
		return rows
	case *sqlparser.AliasedValues:
		return rows.Values
	}
	return nil
}

func writesDefault(e sqlparser.Expr) bool {
	_, ok := e.(*sqlparser.Default)
	return ok
}

// generatedColumn is one of what is inserted, with its place in the rows.
type generatedColumn struct {
	name string
	at   int
}

// generatedAmong are the generated columns of what is inserted.
func generatedAmong(ctx *sql.Context, catalog *analyzer.Catalog, s *sqlparser.Insert) (found []generatedColumn) {
	t := change.InsertedTable(ctx, catalog, s)
	if t == nil {
		return nil
	}
	for i, c := range t.Schema() {
		if c.Generated == nil {
			continue
		}
		if len(s.Columns) > 0 {
			i = slices.IndexFunc(s.Columns, func(named sqlparser.ColIdent) bool { return named.EqualString(c.Name) })
		}
		if i >= 0 {
			found = append(found, generatedColumn{c.Name, i})
		}
	}
	return found
}
