package operand

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
)

// Every string type is a number by its digits, and a document where one is wanted.
func TestTextValued(t *testing.T) {
	for name, c := range map[string]struct {
		typ            sql.Type
		text, numbered bool
	}{
		"CHAR":      {types.MustCreateStringWithDefaults(sqltypes.Char, 5), true, true},
		"VARCHAR":   {types.MustCreateStringWithDefaults(sqltypes.VarChar, 5), true, true},
		"TEXT":      {types.Text, true, true},
		"BINARY":    {types.MustCreateBinary(sqltypes.Binary, 5), true, true},
		"VARBINARY": {types.MustCreateBinary(sqltypes.VarBinary, 5), true, true},
		"TINYBLOB":  {types.TinyBlob, true, true},
		"LONGBLOB":  {types.LongBlob, true, true},
		"JSON":      {types.JSON, false, true},
		"ENUM":      {types.MustCreateEnumType([]string{"a"}, sql.Collation_Default), false, false},
		"INT":       {types.Int32, false, false},
		"DATE":      {types.Date, false, false},
		"GEOMETRY":  {types.GeometryType{}, false, false},
	} {
		column := expression.NewGetField(0, c.typ, "c", true)
		for _, e := range []sql.Expression{column, &StoredValue{}, expression.NewAlias("a", column)} {
			if s, ok := e.(*StoredValue); ok {
				s.Child = column
			}
			if IsTextValued(e) != c.text || IsNumbered(e) != c.numbered {
				t.Errorf("%s, %T: %v, %v, want %v, %v", name, e, IsTextValued(e), IsNumbered(e), c.text, c.numbered)
			}
		}
	}
}

// A hexadecimal literal alone is a number by its bytes.
func TestHexadecimal(t *testing.T) {
	for name, c := range map[string]struct {
		value any
		typ   sql.Type
		want  any
	}{
		"none":       {[]byte{}, types.LongBlob, uint64(0)},
		"one byte":   {[]byte{0x35}, types.LongBlob, uint64(0x35)},
		"two":        {[]byte{0x35, 0x41}, types.LongBlob, uint64(0x3541)},
		"eight":      {[]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, types.LongBlob, uint64(1<<64 - 1)},
		"nine":       {[]byte{1, 0, 0, 0, 0, 0, 0, 0, 5}, types.LongBlob, uint64(0)},
		"introduced": {[]byte{0x35}, types.LongText, nil},
		"a text":     {"5", types.LongText, nil},
		"a number":   {int8(5), types.Int8, nil},
	} {
		l := expression.NewLiteral(c.value, c.typ)
		n, ok := hexadecimal(l)
		if ok != (c.want != nil) || ok && n.Value() != c.want {
			t.Errorf("%s: %v, %v, want %v", name, n, ok, c.want)
		}
		for _, to := range []string{ToDouble, toWhole, toDecimal} {
			number, changed := textAs(to, l)
			if c.want != nil && (!changed || number.(*expression.Literal).Value() != c.want) {
				t.Errorf("%s as %s: %v", name, to, number)
			}
		}
	}
}
