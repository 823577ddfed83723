package privilege

import (
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/function"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The errors of expressions of a table that name a function which must not be there.
const (
	errGeneratedFunction = 3763 // ER_GENERATED_COLUMN_NAMED_FUNCTION_IS_NOT_ALLOWED
	errDefaultFunction   = 3770 // ER_DEFAULT_VAL_GENERATED_NAMED_FUNCTION_IS_NOT_ALLOWED
	errCheckFunction     = 3814 // ER_CHECK_CONSTRAINT_NAMED_FUNCTION_IS_NOT_ALLOWED
)

// FileRestriction refuses LOAD_FILE() in the defaults, generated columns and CHECKs that a
// statement gives a table, also where it stands in a program. Whoever writes a row works
// them out, with rights that the table's owner need not have: who may read files would do so
// for one who may not.
func FileRestriction(stmt sqlparser.SQLNode) (err error) {
	check := func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.AlterTable:
			for _, part := range n.Statements {
				if err := FileRestriction(part); err != nil {
					return false, err
				}
			}
		case *sqlparser.DDL:
			return true, fileInTable(n)
		}
		return true, nil
	}
	return syntaxtree.Walk(check, stmt) //nolint:wrapcheck // what check gives
}

func fileInTable(s *sqlparser.DDL) error {
	for _, body := range syntaxtree.ProgramsOf(s) {
		if err := FileRestriction(body); err != nil {
			return err
		}
	}
	if s.DefaultSpec != nil && readsFile(s.DefaultSpec.Value) {
		return disallowed(errDefaultFunction, "Default value expression of column '%s' contains a disallowed function: %s.", s.DefaultSpec.Column.String())
	}
	if s.TableSpec == nil {
		return nil
	}
	for _, c := range s.TableSpec.Columns {
		switch {
		case readsFile(c.Type.Default), readsFile(c.Type.OnUpdate):
			return disallowed(errDefaultFunction, "Default value expression of column '%s' contains a disallowed function: %s.", c.Name.String())
		case readsFile(c.Type.GeneratedExpr):
			return disallowed(errGeneratedFunction, "Expression of generated column '%s' contains a disallowed function: %s.", c.Name.String())
		}
	}
	for _, c := range column.ConstraintsOf(s.TableSpec) {
		if of, ok := c.Details.(*sqlparser.CheckConstraintDefinition); ok && readsFile(of.Expr) {
			return disallowed(errCheckFunction, "An expression of a check constraint '%s' contains disallowed function: %s.", c.Name)
		}
	}
	return nil
}

// readsFile says whether an expression, which may be nil, calls LOAD_FILE().
func readsFile(e sqlparser.Expr) (found bool) {
	if e == nil {
		return false
	}
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		f, ok := n.(*sqlparser.FuncExpr)
		found = found || ok && f.Name.EqualString(function.LoadFileName)
		return !found, nil
	}, e)
	return found
}

func disallowed(number int, format, name string) error {
	return mysql.NewSQLError(number, sqlerr.StateGeneral, format, name, function.LoadFileName)
}
