package column

import (
	"strconv"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// What a table says of its columns and rows may call no stored function.

const (
	errInGenerated = 3763 // ER_GENERATED_COLUMN_NAMED_FUNCTION_IS_NOT_ALLOWED
	errInDefault   = 3770 // ER_DEFAULT_VAL_GENERATED_NAMED_FUNCTION_IS_NOT_ALLOWED
	errInCheck     = 3814 // ER_CHECK_CONSTRAINT_NAMED_FUNCTION_IS_NOT_ALLOWED
)

// storedFunctions finds the stored function that a call names.
type storedFunctions interface {
	StoredFunction(ctx *sql.Context, name string) (sql.Function, bool)
}

// RefuseStored returns the error of a statement that defines a table by stored functions.
func RefuseStored(ctx *sql.Context, stmt ast.Statement, stored storedFunctions) error {
	switch s := stmt.(type) {
	case *ast.AlterTable:
		for _, part := range s.Statements {
			if err := RefuseStored(ctx, part, stored); err != nil {
				return err
			}
		}
	case *ast.DDL:
		if s.TableSpec == nil {
			return refuseStoredIn(ctx, s.DefaultSpec, stored)
		}
		for _, c := range s.TableSpec.Columns {
			if name := storedCall(ctx, c.Type.Default, stored); name != "" {
				return mysql.NewSQLError(errInDefault, sqlerr.StateGeneral, "Default value expression of column '%s' contains a disallowed function: %s.", c.Name.String(), name)
			}
			if name := storedCall(ctx, c.Type.GeneratedExpr, stored); name != "" {
				return mysql.NewSQLError(errInGenerated, sqlerr.StateGeneral, "Expression of generated column '%s' contains a disallowed function: %s.", c.Name.String(), name)
			}
		}
		checks := 0
		for _, c := range s.TableSpec.Constraints {
			check, ok := c.Details.(*ast.CheckConstraintDefinition)
			if !ok {
				continue
			}
			checks++
			if name := storedCall(ctx, check.Expr, stored); name != "" {
				of := c.Name
				if of == "" {
					of = s.Table.Name.String() + "_chk_" + strconv.Itoa(checks)
				}
				return mysql.NewSQLError(errInCheck, sqlerr.StateGeneral, "An expression of a check constraint '%s' contains disallowed function: %s.", of, name)
			}
		}
	}
	return nil
}

func refuseStoredIn(ctx *sql.Context, spec *ast.DefaultSpec, stored storedFunctions) error {
	if spec == nil {
		return nil
	}
	if name := storedCall(ctx, spec.Value, stored); name != "" {
		return mysql.NewSQLError(errInDefault, sqlerr.StateGeneral, "Default value expression of column '%s' contains a disallowed function: %s.", spec.Column.String(), name)
	}
	return nil
}

// storedCall is a stored function that an expression calls; empty if there is none.
func storedCall(ctx *sql.Context, e ast.Expr, stored storedFunctions) (name string) {
	if e == nil {
		return ""
	}
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		call, ok := n.(*ast.FuncExpr)
		if !ok || name != "" {
			return name == "", nil
		}
		if f, ok := stored.StoredFunction(ctx, call.Name.Lowered()); ok {
			name = f.FunctionName()
			if _, of, qualified := routine.CutName(name); qualified {
				name = of
			}
		}
		return true, nil
	}, e)
	return name
}
