package syntaxtree

import (
	"reflect"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

func replaceIn(v reflect.Value, with func(sqlparser.Expr) sqlparser.Expr) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		replaceIn(v.Elem(), with)
		if v.Type() == ExpressionType && v.CanSet() {
			if e := with(v.Interface().(sqlparser.Expr)); e != nil {
				v.Set(reflect.ValueOf(e))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() && v.Type().Elem().PkgPath() == SyntaxPackage {
			replaceIn(v.Elem(), with)
		}
	case reflect.Struct:
		if v.Type().PkgPath() != SyntaxPackage {
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				replaceIn(v.Field(i), with)
			}
		}
	case reflect.Slice:
		switch v.Type().Elem().Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Struct, reflect.Slice:
			for i := range v.Len() {
				replaceIn(v.Index(i), with)
			}
		}
	}
}
