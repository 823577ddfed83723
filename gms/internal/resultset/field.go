package resultset

import (
	"bytes"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// The engine describes every column of a result as text of the client's character set,
// with digits behind the point for DECIMAL and DATETIME alone. Clients go by that: they
// take the bytes of a BIT for text, and print a FLOAT, a TIMESTAMP and a TIME without
// what is behind the point.

const (
	binaryCharset = uint32(sql.Collation_binary)
	// floatingDecimals is how many digits a FLOAT or DOUBLE has behind its point: any.
	floatingDecimals = 31
	timeDecimals     = 6 // of every TIME of the engine
	momentLength     = len("2006-01-02 15:04:05")
	timeLength       = len("-838:59:59")
)

const (
	flagBlob     = uint32(querypb.MySqlFlag_BLOB_FLAG)
	flagBinary   = uint32(querypb.MySqlFlag_BINARY_FLAG)
	flagUnsigned = uint32(querypb.MySqlFlag_UNSIGNED_FLAG)
	flagZerofill = uint32(querypb.MySqlFlag_ZEROFILL_FLAG)
	flagEnum     = uint32(querypb.MySqlFlag_ENUM_FLAG)
	flagSet      = uint32(querypb.MySqlFlag_SET_FLAG)
)

// Describe describes the columns of a result as MySQL does. root is the plan that
// gives it, or schema its columns; nil where neither is known.
func Describe(fields []*querypb.Field, root sql.Node, schema sql.Schema) {
	for i, f := range fields {
		switch f.Type {
		case sqltypes.Int8:
			f.Charset = binaryCharset
			if isColumn(f, i, root) {
				if schema == nil && root != nil {
					schema = root.Schema()
				}
				describeBoolean(f, i, schema)
			}
		case sqltypes.Uint8, sqltypes.Int16, sqltypes.Uint16, sqltypes.Int24, sqltypes.Uint24,
			sqltypes.Int32, sqltypes.Uint32, sqltypes.Int64, sqltypes.Uint64, sqltypes.Decimal:
			f.Charset = binaryCharset
		case sqltypes.Float32, sqltypes.Float64:
			f.Charset, f.Decimals = binaryCharset, floatingDecimals
		case sqltypes.Datetime, sqltypes.Timestamp:
			f.Charset, f.Flags = binaryCharset, f.Flags|flagBinary
			if schema == nil && root != nil {
				schema = root.Schema()
			}
			describeMoment(f, i, root, schema)
		case sqltypes.Date:
			f.Charset, f.Flags = binaryCharset, f.Flags|flagBinary
		case sqltypes.Time:
			f.Charset, f.Flags, f.Decimals = binaryCharset, f.Flags|flagBinary, timeDecimals
			if n, known := operand.ColumnDigits(root, i); known && f.Table == "" {
				describeDigits(f, uint32(n), timeLength)
			}
		case sqltypes.Year:
			f.Charset, f.Flags = binaryCharset, f.Flags|flagUnsigned|flagZerofill
		case sqltypes.Bit:
			f.Charset, f.Flags = binaryCharset, f.Flags|flagUnsigned
		case sqltypes.Null:
			f.Charset, f.Flags = binaryCharset, f.Flags|flagBinary
		case sqltypes.Text:
			f.Flags |= flagBlob
		case sqltypes.Blob, sqltypes.TypeJSON, sqltypes.Geometry:
			f.Flags |= flagBlob | flagBinary
		case sqltypes.Binary, sqltypes.VarBinary:
			f.Flags |= flagBinary
		case sqltypes.Enum:
			f.Flags |= flagEnum
		case sqltypes.Set:
			f.Flags |= flagSet
		}
	}
}

// describeMoment describes a DATETIME or TIMESTAMP, a column of schema.
func describeMoment(f *querypb.Field, i int, root sql.Node, schema sql.Schema) {
	if i >= len(schema) {
		return
	}
	t, ok := schema[i].Type.(sql.DatetimeType)
	if !ok {
		return
	}
	digits := uint32(t.Precision())
	if root != nil && !isColumn(f, i, root) {
		if n, known := operand.ColumnDigits(root, i); known {
			digits = uint32(n)
		}
	}
	describeDigits(f, digits, momentLength)
}

// describeDigits says how many digits of a second a column has, and how long its texts are: whole
// is their length without.
func describeDigits(f *querypb.Field, digits uint32, whole int) {
	f.Decimals, f.ColumnLength = digits, uint32(whole)
	if digits > 0 {
		f.ColumnLength += 1 + digits
	}
}

// describeBoolean describes a TINYINT(1), a column of schema: clients take it for a truth
// value by its one digit.
func describeBoolean(f *querypb.Field, i int, schema sql.Schema) {
	if i >= len(schema) {
		return
	}
	if t, ok := schema[i].Type.(sql.NumberType); ok && t.DisplayWidth() == 1 {
		f.ColumnLength = 1
	}
}

// PadMoments writes the DATETIMEs, TIMESTAMPs and TIMEs of a result of text with as many digits
// behind their seconds as their columns have. The engine writes six of them or none.
func PadMoments(r *sqltypes.Result, digits []uint8) {
	for i, n := range digits {
		if n == 0 {
			continue
		}
		for _, row := range r.Rows {
			if i >= len(row) || row[i].Type() != sqltypes.Datetime && row[i].Type() != sqltypes.Timestamp && row[i].Type() != sqltypes.Time {
				continue
			}
			text := row[i].Raw()
			whole, have := momentLength, len(text)-momentLength-1
			if row[i].Type() == sqltypes.Time {
				if whole = bytes.IndexByte(text, '.'); whole < 0 {
					whole = len(text)
				}
				have = len(text) - whole - 1
			}
			switch {
			case have == int(n) || have > 0 && text[whole] != '.':
			case have > int(n):
				row[i] = sqltypes.MakeTrusted(row[i].Type(), text[:whole+1+int(n)])
			case have >= -1:
				padded := make([]byte, 0, whole+1+int(n))
				if padded = append(padded, text...); have < 0 {
					padded = append(padded, '.')
				}
				for len(padded) < cap(padded) {
					padded = append(padded, '0')
				}
				row[i] = sqltypes.MakeTrusted(row[i].Type(), padded)
			}
		}
	}
}

// MomentDigits are how many digits the columns of a result have that padMoments is for,
// in room that is used again; nothing where there is none.
func MomentDigits(room []uint8, fields []*querypb.Field, root sql.Node) []uint8 {
	room = room[:0]
	for i, f := range fields {
		if hasMomentDigits(f, i, root) {
			for len(room) < i {
				room = append(room, 0)
			}
			room = append(room, uint8(f.Decimals))
		}
	}
	return room
}

// hasMomentDigits says of a column of a result whether it is a DATETIME, TIMESTAMP or TIME that
// has as many digits behind its seconds as its description says. Some of the engine's
// functions say six of what may have none.
func hasMomentDigits(f *querypb.Field, i int, root sql.Node) bool {
	if f.Decimals == 0 || f.Type != sqltypes.Datetime && f.Type != sqltypes.Timestamp && f.Type != sqltypes.Time {
		return false
	}
	if f.Type != sqltypes.Time && isColumn(f, i, root) {
		return true
	}
	_, known := operand.ColumnDigits(root, i)
	return known
}

// isColumn says of a column of a result whether it is a table's, by its own name or by
// another, or a figure of one that has its type.
func isColumn(f *querypb.Field, i int, root sql.Node) bool {
	if f.Table != "" {
		return true
	}
	for below := root; below != nil; below = node.SameColumns(root) {
		root = below
	}
	project, ok := root.(*plan.Project)
	if !ok || i >= len(project.Projections) {
		return false
	}
	e := project.Projections[i]
	if a, ok := e.(*expression.Alias); ok {
		e = a.Child
	}
	_, ok = e.(*expression.GetField)
	return ok
}
