package rewrite

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// Numbers of the parser's for PRIMARY KEY and KEY of a column, as those of UNIQUE.
const (
	columnPrimary sqlparser.ColumnKeyOption = 1
	columnKey     sqlparser.ColumnKeyOption = 5
)

// DefineColumns has KEY of a column be its PRIMARY KEY, which the engine reads over, and
// refuses members of an ENUM or a SET with a backslash: the storage keeps the type as a text,
// and takes the backslash off whenever it reads it.
func DefineColumns(stmt sqlparser.Statement) error {
	switch s := stmt.(type) {
	case *sqlparser.DDL:
		return defineColumns(s)
	case *sqlparser.AlterTable:
		for _, part := range s.Statements {
			if err := defineColumns(part); err != nil {
				return err
			}
		}
	}
	return nil
}

func defineColumns(s *sqlparser.DDL) error {
	if s.TableSpec == nil {
		return nil
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
	}
	return nil
}
