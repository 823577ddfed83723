package syntaxtree

import (
	"iter"
	"reflect"

	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

var (
	// ExpressionType is the type of expressions of the syntax tree.
	ExpressionType = reflect.TypeFor[sqlparser.Expr]()
	// SyntaxPackage is the path of the package of the syntax tree.
	SyntaxPackage = reflect.TypeFor[sqlparser.SQLVal]().PkgPath()
)

// StatementsOf are the statements of a stored procedure, and the expressions of it that
// stand in statements of the interpreter's.
func StatementsOf(operations []*procedures.InterpreterOperation) iter.Seq[sqlparser.Statement] {
	return func(yield func(sqlparser.Statement) bool) {
		for _, op := range operations {
			if op.PrimaryData != nil && !yield(op.PrimaryData) {
				return
			}
		}
	}
}

// QueryFinder finds the SELECTs of a statement, those of views and programs too, which the
// parser's own walk leaves out.
type QueryFinder struct {
	List   []*sqlparser.Select
	United map[*sqlparser.Select]bool // a part of a UNION, which has no order of its own
}

// In finds the SELECTs below v.
func (f *QueryFinder) In(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			f.In(v.Elem())
		}
	case reflect.Pointer:
		if v.IsNil() || v.Type().Elem().PkgPath() != SyntaxPackage {
			return
		}
		switch n := v.Interface().(type) {
		case *sqlparser.Select:
			f.List = append(f.List, n)
		case *sqlparser.SetOp:
			for _, part := range []sqlparser.SelectStatement{n.Left, n.Right} {
				if s, ok := part.(*sqlparser.Select); ok {
					f.United[s] = true
				}
			}
		}
		f.In(v.Elem())
	case reflect.Struct:
		if v.Type().PkgPath() != SyntaxPackage {
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				f.In(v.Field(i))
			}
		}
	case reflect.Slice:
		switch v.Type().Elem().Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Struct, reflect.Slice:
			for i := range v.Len() {
				f.In(v.Index(i))
			}
		}
	}
}

// ReplaceExpressions puts others in the place of expressions, wherever they stand in a syntax
// tree: with gives the other one, nil to leave an expression.
func ReplaceExpressions(n sqlparser.SQLNode, with func(sqlparser.Expr) sqlparser.Expr) {
	replaceIn(reflect.ValueOf(n), with)
}

// Call returns a call of a function by its name.
func Call(name string, args ...sqlparser.Expr) *sqlparser.FuncExpr {
	f := &sqlparser.FuncExpr{Name: sqlparser.NewColIdent(name)}
	for _, e := range args {
		f.Exprs = append(f.Exprs, &sqlparser.AliasedExpr{Expr: e})
	}
	return f
}
