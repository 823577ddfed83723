package operand

import (
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/collate"
)

// A string is a number by the digits that it begins with, whether it is of characters or of
// bytes. The bytes of a hexadecimal literal alone are those of a number, which the
// literal becomes while the statement is planned. The engine takes every binary string for
// such a literal, and a stored BLOB for 0.

// textAs returns e as a number if e gives a string or a document, and whether that changes e.
func textAs(to string, e sql.Expression) (sql.Expression, bool) {
	if !IsNumbered(e) {
		return e, false
	}
	if l, ok := e.(*expression.Literal); ok {
		if n, ok := hexadecimal(l); ok {
			return n, true
		}
		if IsNumberText(to, l.Value()) {
			return e, false
		}
	}
	as := CastTo{To: to, Length: -1, Scale: -1}
	if column, ok := e.(*expression.GetField); ok && to == ToDouble && types.IsTextBlob(column.Type()) {
		as.quiet = true // as MySQL is of a TEXT or a BLOB column
	}
	if to == toDecimal {
		as.Length, as.Scale = secondsDigits, secondsScale
	}
	return &TextNumber{NewCast(e, as)}, true
}

// hexadecimal returns the number of a hexadecimal literal: its bytes, the most significant
// first, or 0 if there are more than eight. ok is false for other literals.
func hexadecimal(l *expression.Literal) (n *expression.Literal, ok bool) {
	const most = 8
	b, ok := l.Value().([]byte)
	if !ok || !types.IsBlobType(l.Type()) {
		return nil, false
	}
	var number uint64
	if len(b) <= most {
		for _, c := range b {
			number = number<<8 | uint64(c)
		}
	}
	return expression.NewLiteral(number, types.Uint64), true
}

// writtenNumber returns the number of e if e is a hexadecimal literal, and e otherwise.
func writtenNumber(e sql.Expression) sql.Expression {
	if l, ok := e.(*expression.Literal); ok {
		if n, ok := hexadecimal(l); ok {
			return n
		}
	}
	return e
}

// IsNumberText reports whether the value of a literal is a number, or the text of one that needs no cast.
func IsNumberText(to string, v any) bool {
	text, ok := v.(string)
	_, bytes := v.([]byte)
	switch {
	case !ok:
		return !bytes
	case to == toWhole:
		n, err := strconv.ParseInt(text, 10, 64)
		return err == nil && strconv.FormatInt(n, 10) == text
	}
	const digits = 15 // that every double has room for
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	return whole != "" && len(whole)+len(fraction) <= digits && strings.Trim(whole+fraction, "0123456789") == ""
}

// IsTextValued reports whether an operand gives a string, of characters or of bytes.
// Arithmetic operators never do, and are not asked: their type takes a walk through what is below them.
func IsTextValued(e sql.Expression) bool {
	t := operandType(e)
	return t != nil && isString(t) && !collate.IsEnum(t)
}

// IsNumbered reports whether an operand gives a string or a document, of which MySQL makes a
// number where it wants one.
func IsNumbered(e sql.Expression) bool {
	t := operandType(e)
	return t != nil && (isString(t) || t.Type() == sqltypes.TypeJSON) && !collate.IsEnum(t)
}

// NeedsTruth reports whether an operand gives a string, a document or a geometry, of which MySQL makes a
// truth value where it wants one.
func NeedsTruth(e sql.Expression) bool { return IsNumbered(e) || isShape(e) }

// isShape reports whether an operand gives a geometry.
func isShape(e sql.Expression) bool {
	t := operandType(e)
	return t != nil && t.Type() == sqltypes.Geometry
}

// operandType returns the type of an operand that may give a string; nil for one that cannot, or is
// not resolved.
func operandType(e sql.Expression) sql.Type {
	switch e := e.(type) {
	case *expression.GetField, *expression.Literal, *expression.UserVar:
	case *expression.Alias:
		return operandType(e.Child)
	case *StoredValue:
		return operandType(e.Child)
	case *TextNumber, *enumNumber:
		return nil
	case *expression.Case, *plan.Subquery, *expression.Binary, *expression.ConvertUsing, *expression.CollatedExpression, sql.FunctionExpression:
		if !e.Resolved() {
			return nil
		}
	default:
		return nil
	}
	return e.Type()
}

// isString reports whether the values of a type are strings.
func isString(t sql.Type) bool {
	switch t.Type() {
	case sqltypes.Char, sqltypes.VarChar, sqltypes.Text, sqltypes.Binary, sqltypes.VarBinary, sqltypes.Blob:
		return true
	}
	return false
}
