package sysvar

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// A number that a variable cannot have is the nearest one that it can, with a warning, unless
// sql_mode has STRICT_ALL_TABLES. To the engine it is an error.

// BoundSet writes such numbers of a SET anew, and returns the warnings. Those that the
// statement computes stay as they are. It costs a look at each value.
func BoundSet(ctx *sql.Context, set *sqlparser.Set) (warnings []*sql.Warning) {
	for _, e := range set.Exprs {
		written, ok := numberWritten(e.Expr)
		if !ok {
			continue
		}
		named, scope, _, err := sqlparser.VarScopeForColName(e.Name)
		if err != nil || scope == sqlparser.SetScope_User {
			continue
		}
		name := strings.ToLower(named.Name.String())
		known, _, ok := sql.SystemVariables.GetGlobal(name)
		if !ok {
			continue
		}
		bound, beyond := boundOf(known.GetType(), written)
		if !beyond || sql.LoadSqlMode(ctx).ModeEnabled("STRICT_ALL_TABLES") {
			continue
		}
		e.Expr = sqlparser.NewIntVal([]byte(bound))
		warnings = append(warnings, &sql.Warning{
			Level: "Warning", Code: mysql.ERTruncatedWrongValue,
			Message: "Truncated incorrect " + name + " value: '" + written + "'",
		})
	}
	return warnings
}

// numberWritten is a whole number, as a statement has it.
func numberWritten(e sqlparser.Expr) (written string, ok bool) {
	minus := ""
	if u, is := e.(*sqlparser.UnaryExpr); is && strings.TrimSpace(u.Operator) == "-" {
		minus, e = "-", u.Expr
	}
	v, ok := e.(*sqlparser.SQLVal)
	if !ok || v.Type != sqlparser.IntVal {
		return "", false
	}
	return minus + string(v.Val), true
}

// boundOf is the bound that a number is beyond, of those that a type of the engine's has.
func boundOf(t sql.Type, written string) (bound string, beyond bool) {
	v := reflect.ValueOf(t)
	if v.Kind() != reflect.Struct {
		return "", false
	}
	low, high := v.FieldByName("lowerbound"), v.FieldByName("upperbound")
	if !low.IsValid() || !high.IsValid() || low.Kind() != high.Kind() {
		return "", false
	}
	number, err := strconv.ParseFloat(written, 64)
	if err != nil {
		return "", false
	}
	switch low.Kind() {
	case reflect.Int64:
		n, err := strconv.ParseInt(written, 10, 64)
		if one := v.FieldByName("negativeOne"); err == nil && n == -1 && one.IsValid() && one.Kind() == reflect.Bool && one.Bool() {
			return "", false
		}
		switch {
		case err == nil && n < low.Int():
			return strconv.FormatInt(low.Int(), 10), true
		case err == nil && n > high.Int():
			return strconv.FormatInt(high.Int(), 10), true
		}
	case reflect.Uint64:
		n, err := strconv.ParseUint(written, 10, 64)
		switch {
		case number < 0, err == nil && n < low.Uint():
			return strconv.FormatUint(low.Uint(), 10), true
		case err == nil && n > high.Uint():
			return strconv.FormatUint(high.Uint(), 10), true
		}
	case reflect.Float64:
		switch {
		case number < low.Float():
			return wholeBound(low.Float())
		case number > high.Float():
			return wholeBound(high.Float())
		}
	}
	return "", false
}

// wholeBound is a bound that is a whole number.
func wholeBound(bound float64) (string, bool) {
	if bound != math.Trunc(bound) || math.Abs(bound) > 1<<62 {
		return "", false
	}
	return strconv.FormatInt(int64(bound), 10), true
}
