package builtin

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine's CAST() drops a length where its operand is of the same type already, takes
// DECIMAL for one of 65 digits, gives 0 for what has no room and reads dates as far as
// their year. Its temporal arithmetic counts in durations, which end after 292 years. So
// both become calls of functions of ours, which print as what they are in the place of.

// ConversionsRule is the rule conversions.
var ConversionsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "conversions", Changes: rule.Tree, About: rule.Numbers,
		Why:      "CAST() of the engine drops lengths, gives 0 for what has no room and reads dates as far as their year; its intervals end after 292 years.",
		NeededBy: rule.Data, Golden: "moment_forms",
	},
	Apply: step.TreeStep{Sought: step.SoughtConversion, Apply: conversionsIn, Programs: true},
}

// conversionsIn has the CASTs and the temporal arithmetic of a statement do as MySQL.
func conversionsIn(n sqlparser.SQLNode) { (&conversions{}).in(reflect.ValueOf(n)) }

// conversions goes through a statement: where an expression stands in a field or a list,
// another can take its place.
type conversions struct {
	changes bool   // within a statement that changes data, and gives up where a value does not fit
	name    string // of the column that is the expression
}

func (c *conversions) in(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		name := c.name
		c.name = ""
		c.in(v.Elem())
		if v.Type() == syntaxtree.ExpressionType && v.CanSet() {
			c.name = name
			if e := c.replacement(v.Interface().(sqlparser.Expr)); e != nil {
				v.Set(reflect.ValueOf(e))
			}
		}
		c.name = name
	case reflect.Pointer:
		if v.IsNil() || v.Type().Elem().PkgPath() != syntaxtree.SyntaxPackage {
			return
		}
		around := *c
		switch n := v.Interface().(type) {
		case *sqlparser.Insert:
			c.changes = n.Ignore == ""
		case *sqlparser.Update:
			c.changes = n.Ignore == ""
		case *sqlparser.Delete:
			c.changes = true
		case *sqlparser.AliasedExpr:
			if c.name = n.As.String(); c.name == "" {
				c.name = n.InputExpression
			}
		}
		c.in(v.Elem())
		*c = around
	case reflect.Struct:
		if v.Type().PkgPath() != syntaxtree.SyntaxPackage {
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				c.in(v.Field(i))
			}
		}
	case reflect.Slice:
		switch v.Type().Elem().Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Struct, reflect.Slice:
			for i := range v.Len() {
				c.in(v.Index(i))
			}
		}
	}
}

// replacement is what takes the place of an expression; nil where it stays.
func (c *conversions) replacement(e sqlparser.Expr) sqlparser.Expr {
	switch e := e.(type) {
	case *sqlparser.ConvertExpr:
		if e.Type == nil || strings.EqualFold(e.Type.Type, "json") {
			return nil
		}
		return syntaxtree.Call(step.CastName, e.Expr, sqlparser.NewStrVal([]byte(strings.ToLower(e.Type.Type))), sizeOf(e.Type.Length), sizeOf(e.Type.Scale),
			sqlparser.NewStrVal([]byte(c.name)), truth(c.changes))
	case *sqlparser.ExtractFuncExpr:
		unit := strings.ToLower(e.Unit)
		if _, ok := dayParts[unit]; ok {
			return syntaxtree.Call(extractName, sqlparser.NewStrVal([]byte(unit)), e.Expr)
		}
	case *sqlparser.TimestampFuncExpr:
		if e.Name == "timestampadd" {
			return c.shift(step.AddShiftName, e.Expr2, &sqlparser.IntervalExpr{Expr: e.Expr1, Unit: strings.TrimPrefix(strings.ToLower(e.Unit), "sql_tsi_")})
		}
	case *sqlparser.BinaryExpr:
		left, isLeft := e.Left.(*sqlparser.IntervalExpr)
		right, isRight := e.Right.(*sqlparser.IntervalExpr)
		switch {
		case isLeft == isRight:
		case e.Operator == sqlparser.PlusStr && isLeft:
			return c.shift(step.AddShiftName, e.Right, left)
		case e.Operator == sqlparser.PlusStr:
			return c.shift(step.AddShiftName, e.Left, right)
		case e.Operator == sqlparser.MinusStr && isRight:
			return c.shift(step.SubShiftName, e.Left, right)
		}
	case *sqlparser.FuncExpr:
		if len(e.Exprs) != 2 {
			return nil
		}
		date, ok1 := e.Exprs[0].(*sqlparser.AliasedExpr)
		by, ok2 := e.Exprs[1].(*sqlparser.AliasedExpr)
		if !ok1 || !ok2 {
			return nil
		}
		interval, isInterval := by.Expr.(*sqlparser.IntervalExpr)
		switch name := e.Name.Lowered(); {
		case isInterval && (name == "date_add" || name == "adddate"):
			return c.shift(step.AddShiftName, date.Expr, interval)
		case isInterval && (name == "date_sub" || name == "subdate"):
			return c.shift(step.SubShiftName, date.Expr, interval)
		case name == "adddate":
			return c.shift(step.AddShiftName, date.Expr, &sqlparser.IntervalExpr{Expr: by.Expr, Unit: "day"})
		case name == "subdate":
			return c.shift(step.SubShiftName, date.Expr, &sqlparser.IntervalExpr{Expr: by.Expr, Unit: "day"})
		}
	}
	return nil
}

func (c *conversions) shift(name string, date sqlparser.Expr, by *sqlparser.IntervalExpr) sqlparser.Expr {
	return syntaxtree.Call(name, date, by.Expr, sqlparser.NewStrVal([]byte(strings.ToUpper(by.Unit))), truth(c.changes))
}

// sizeOf is a length, and -1 for none.
func sizeOf(v *sqlparser.SQLVal) sqlparser.Expr {
	if v == nil {
		return sqlparser.NewIntVal([]byte("-1"))
	}
	return v
}

func truth(b bool) sqlparser.Expr {
	n := 0
	if b {
		n = 1
	}
	return sqlparser.NewIntVal(strconv.AppendInt(nil, int64(n), 10))
}
