package column

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// Numbers of the parser's for PRIMARY KEY and KEY of a column, as those of UNIQUE.
const (
	columnPrimary sqlparser.ColumnKeyOption = 1
	columnKey     sqlparser.ColumnKeyOption = 5
)

// DefineColumns has KEY of a column be its PRIMARY KEY, which the engine reads over, and
// refuses members of an ENUM or a SET with a backslash: the storage keeps the type as a text,
// and takes the backslash off whenever it reads it. TIME(3) is TIME. What MySQL refuses of a column is refused.
// ctx is asked for the session's SQL mode; it may be none of the engine's.
func DefineColumns(ctx context.Context, stmt sqlparser.Statement) error {
	switch s := stmt.(type) {
	case *sqlparser.DDL:
		syntaxtree.LengthenTimes(s)
		if s.Action == sqlparser.CreateStr && s.TableSpec != nil && s.Table.Name.IsEmpty() {
			return sqlerr.TableName("")
		}
		return defineColumns(ctx, s)
	case *sqlparser.AlterTable:
		for _, part := range s.Statements {
			if err := defineColumns(ctx, part); err != nil {
				return err
			}
		}
	}
	return nil
}

func defineColumns(ctx context.Context, s *sqlparser.DDL) error {
	if s.TableSpec == nil {
		return nil
	}
	strict := true
	if c, ok := ctx.(*sql.Context); ok && c.Session != nil {
		strict = sql.LoadSqlMode(c).Strict()
	}
	for _, c := range s.TableSpec.Columns {
		if c.Type.KeyOpt == columnKey {
			c.Type.KeyOpt = columnPrimary
		}
		for _, member := range c.Type.EnumValues {
			if strings.Contains(member, `\`) {
				return sqlerr.NotSupportedYet(strings.ToUpper(c.Type.Type) + " member with a backslash")
			}
		}
		if err := checkColumn(c, strict); err != nil {
			return err
		}
		if err := plainDefault(ctx, c); err != nil {
			return err
		}
		syntaxtree.LengthenTime(&c.Type)
	}
	return checkKeys(s.TableSpec)
}
