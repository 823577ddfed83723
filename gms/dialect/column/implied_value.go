package column

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/change"
)

// A column that has no default and that rows say nothing of is error 1364, and without strict
// mode the value of its type, with a warning for the statement. The engine has an error of NULL
// for rows that are empty, and in every mode the error for others.

// ImpliedValues gives the rows of an INSERT or REPLACE such values. In strict mode, and without
// columns that are named, it costs a few comparisons. What it tells of a table is for who
// mayInsert: the engine refuses others.
func ImpliedValues(ctx *sql.Context, catalog *analyzer.Catalog, s *sqlparser.Insert, mayInsert func(sqlparser.TableName) bool) error {
	rows := valuesOf(s.Rows)
	if len(rows) == 0 || catalog == nil {
		return nil
	}
	empty := len(rows[0]) == 0 && len(s.Columns) == 0
	refuses := s.Ignore == "" && sql.LoadSqlMode(ctx).Strict()
	if !empty && (refuses || len(s.Columns) == 0) || !mayInsert(s.Table) {
		return nil
	}
	t := change.InsertedTable(ctx, catalog, s)
	if t == nil || slices.ContainsFunc(rows, func(row sqlparser.ValTuple) bool { return len(row) != len(s.Columns) }) {
		return nil // the engine says so
	}
	d := columnDefaults{ctx: ctx}
	for _, c := range t.Schema() {
		if slices.ContainsFunc(s.Columns, func(named sqlparser.ColIdent) bool { return named.EqualString(c.Name) }) || !lacksDefault(c) {
			continue
		}
		s.Columns = append(s.Columns, sqlparser.NewColIdent(c.Name))
		for i := range rows {
			value := &impliedDefault{column: c, told: i > 0}
			rows[i] = append(rows[i], inject(value))
		}
		if refuses {
			d.undefaulted(c, false, nil)
		}
	}
	return d.err
}

// lacksDefault says of a column that it has neither a default nor NULL.
func lacksDefault(c *sql.Column) bool {
	return c.Default == nil && !c.Nullable && !c.AutoIncrement && c.Generated == nil
}
