package client

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// vitess takes the length of a string among the parameters of COM_STMT_EXECUTE for a
// signed number, adds it to where it stands, and panics where that is less than nothing.

// mayOverflow says whether any bytes could be such a length: an 0xfe, and a number of
// eight bytes of 2^62 or more behind it.
func mayOverflow(b []byte) bool {
	for {
		i := bytes.IndexByte(b, 0xfe)
		if i < 0 || i+8 >= len(b) {
			return false
		}
		if b[i+8]&0xc0 != 0 {
			return true
		}
		b = b[i+1:]
	}
}

// parameterWidths are the bytes that a number has as a parameter.
var parameterWidths = map[querypb.Type]int{
	sqltypes.Null: 0, sqltypes.Int8: 1, sqltypes.Uint8: 1, sqltypes.Int16: 2, sqltypes.Uint16: 2, sqltypes.Year: 2,
	sqltypes.Int24: 4, sqltypes.Uint24: 4, sqltypes.Int32: 4, sqltypes.Uint32: 4, sqltypes.Float32: 4,
	sqltypes.Int64: 8, sqltypes.Uint64: 8, sqltypes.Float64: 8,
}

// dated parameters begin with one byte, how many follow.
var dated = map[querypb.Type]bool{sqltypes.Timestamp: true, sqltypes.Date: true, sqltypes.Datetime: true, sqltypes.Time: true}

// overflows says whether a COM_STMT_EXECUTE has such a length. f is what follows the
// command, or its beginning.
func overflows(client *mysql.Conn, f wire.Fields) bool {
	if client == nil || !mayOverflow(f.Rest) {
		return false
	}
	p := client.PrepareData[f.Uint32()]
	if p == nil {
		return false
	}
	f.Skip(1 + 4) // flags, iterations
	nulls := f.Take((int(p.ParamsCount) + 7) / 8)
	types := append([]int32(nil), p.ParamsType...)
	if f.Uint8() == 1 {
		for i := range int(p.ParamsCount) {
			t, err := sqltypes.MySQLToType(int64(f.Uint8()), int64(f.Uint8())>>2)
			if err != nil || f.Failed || i >= len(types) {
				return false
			}
			types[i] = int32(t)
		}
	}
	for i, t := range types {
		if p.BindVars["v"+strconv.Itoa(i+1)] != nil || i/8 < len(nulls) && nulls[i/8]&(1<<(i%8)) != 0 {
			continue // a long one that has been sent before, or NULL
		}
		switch width, fixed := parameterWidths[querypb.Type(t)]; {
		case fixed:
			f.Skip(width)
		case dated[querypb.Type(t)]:
			f.Skip(int(f.Uint8()))
		case len(f.Rest) > 8 && f.Rest[0] == 0xfe && f.Rest[8]&0xc0 != 0:
			return true
		default:
			f.Bytes()
		}
		if f.Failed {
			return false
		}
	}
	return false
}

// ER_ILLEGAL_VALUE_FOR_TYPE, and its SQLSTATE.
const (
	errIllegalValue = 1367
	stateDatetime   = "22007"
)

// NotNumber is the error of a statement one of whose parameters is a floating-point number
// that SQL has none for; nil for others.
func NotNumber(p *mysql.PrepareData) error {
	for i, t := range p.ParamsType {
		if t := querypb.Type(t); t != sqltypes.Float64 && t != sqltypes.Float32 {
			continue
		}
		v := p.BindVars["v"+strconv.Itoa(i+1)]
		if v == nil || v.Type != sqltypes.Float64 {
			continue
		}
		if f, err := strconv.ParseFloat(string(v.Value), 64); err == nil && (math.IsNaN(f) || math.IsInf(f, 0)) {
			return mysql.NewSQLError(errIllegalValue, stateDatetime, "Illegal double '%s' value found during parsing", strings.ToLower(string(v.Value)))
		}
	}
	return nil
}

// Literal is the value of a parameter, counted from 0, as a literal of SQL; false if the
// client has given none.
func Literal(p *mysql.PrepareData, i int) (string, bool) {
	v := p.BindVars["v"+strconv.Itoa(i+1)]
	switch {
	case v == nil:
		return "", false
	case v.Type == sqltypes.Null:
		return "NULL", true
	case sqltypes.IsIntegral(v.Type), sqltypes.IsFloat(v.Type), v.Type == sqltypes.Decimal:
		return string(v.Value), true
	}
	return words.Literal(string(v.Value)), true
}
