package profile

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
)

// Fill makes INFORMATION_SCHEMA.PROFILING show the session's profiles,
// with MySQL's types; the engine's own is empty and of other types.
func (p Statements) Fill(infoSchema sql.Database) error {
	t, ok, err := infoSchema.GetTableInsensitive(sql.NewEmptyContext(), information_schema.ProfilingTableName)
	if err != nil || !ok {
		return err
	}
	table, ok := t.(*information_schema.InformationSchemaTable)
	if !ok {
		return nil // another information_schema, which has its own answers
	}
	schema := table.TableSchema.Copy()
	values := make(map[string]column, len(columns))
	for _, c := range columns {
		values[strings.ToUpper(c.name)] = c
	}
	for _, c := range schema {
		if c.Name == "DURATION" {
			c.Type = decimalType
		} else if v, ok := values[c.Name]; ok && v.typ == decimalType {
			c.Type = decimalType
		}
	}
	for i, name := range []string{"QUERY_ID", "SEQ", "STATE", "DURATION"} {
		if len(schema) != 4+len(columns) || schema[i].Name != name {
			return fmt.Errorf("information_schema.profiling has other columns than expected: %s", schema[i].Name)
		}
	}
	table.TableSchema = schema
	table.Reader = func(ctx *sql.Context, _ sql.Catalog) (sql.RowIter, error) {
		p.Session.Deprecated(ctx, "INFORMATION_SCHEMA.PROFILING")
		var rows []sql.Row
		for _, q := range p.Session.Profiler(ctx).Profiles() {
			for i := range q.Stages {
				s := &q.Stages[i]
				row := sql.Row{int32(q.QueryID), int32(s.Seq), s.State, duration(s)}
				for _, c := range schema[4:] {
					row = append(row, values[c.Name].value(s))
				}
				rows = append(rows, row)
			}
		}
		return sql.RowsToRowIter(rows...), nil
	}
	return nil
}

// shortFunction is a function's name without the path of its package:
// "gms.(*markIter).Close".
func shortFunction(name string) string {
	return name[strings.LastIndexByte(name, '/')+1:]
}

// sourceText keeps the last characters of a name that is too long for its
// column: the first are those of a package.
func sourceText(s string, n int) any {
	if s == "" {
		return nil
	}
	return s[max(len(s)-n, 0):]
}
