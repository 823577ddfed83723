package builtin

import (
	"encoding/binary"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

const (
	errInvalidGIS   = 3037 // ER_GIS_INVALID_DATA
	errJSONTooDeep  = 3157 // ER_JSON_DOCUMENT_TOO_DEEP
	stateInvalidGIS = "22023"
)

// deepestValue is how many levels a geometry or a JSON document in a function's
// argument has at most. The engine reads each level by a call within a call.
const deepestValue = 100

// checkedFunction says of a function that reads geometries what is wrong with its
// first argument: nested too deeply for the engine, or of more parts than there is
// room for in it, for which the engine would make room at once; and of one that looks
// for a pattern whether it begins within the text.
func checkedFunction(name string) func(a *arguments) error {
	switch {
	case name == "regexp_like":
		return func(*arguments) error { return nil }
	case name == "regexp_instr", name == "regexp_substr":
		return startsWithin
	case !strings.HasPrefix(name, "st_"):
		return nil
	case strings.HasSuffix(name, "fromwkb"):
		return func(a *arguments) error {
			if text := a.text(0); !wholeWKB([]byte(text)) && a.err == nil && !a.null {
				return invalidGIS(name)
			}
			return nil
		}
	case strings.HasSuffix(name, "fromtext"), strings.HasSuffix(name, "fromtxt"):
		return func(a *arguments) error {
			if deeperThan(a.text(0), deepestValue, false) {
				return invalidGIS(name)
			}
			return nil
		}
	case name == "st_geomfromgeojson":
		return func(a *arguments) error {
			if deeperThan(a.text(0), deepestValue, true) {
				return jsonTooDeep()
			}
			return nil
		}
	}
	return nil
}

// startsWithin says whether a pattern is looked for from a position on that there is in
// the text: the engine looks there all the same.
func startsWithin(a *arguments) error {
	if a.count() < 3 {
		return nil
	}
	text, start := a.text(0), a.number(2)
	if a.err != nil {
		return a.err
	}
	if a.null || start >= 1 && start <= int64(len(text))+1 {
		return nil
	}
	return outOfBounds()
}

// outOfBounds is the error of a pattern that is looked for from behind the end of a text on.
func outOfBounds() error {
	return mysql.NewSQLError(sqlerr.ERRegexpBounds, sqlerr.StateGeneral, "Index out of bounds in regular expression search.")
}

func invalidGIS(function string) error {
	return mysql.NewSQLError(errInvalidGIS, stateInvalidGIS, "Invalid GIS data provided to function %s.", function)
}

// deeperThan says whether brackets nest more deeply than so many levels; those in
// the strings of a JSON document do not count.
func deeperThan(text string, most int, json bool) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case json && c == '\\' && quoted:
			i++
		case json && c == '"':
			quoted = !quoted
		case quoted:
		case c == '(', c == '[', c == '{':
			if depth++; depth > most {
				return true
			}
		case c == ')', c == ']', c == '}':
			depth--
		}
	}
	return false
}

// wholeWKB says whether a geometry as bytes has all the parts that it tells of, and
// nests no more deeply than deepestValue.
func wholeWKB(b []byte) bool {
	open := make([]uint64, 1, 8) // geometries that are to come, of each level
	open[0] = 1
	for len(open) > 0 {
		last := len(open) - 1
		if open[last] == 0 {
			open = open[:last]
			continue
		}
		open[last]--
		if len(b) < types.WKBHeaderSize || b[0] > 1 {
			return false
		}
		var order binary.ByteOrder = binary.BigEndian
		if b[0] == 1 {
			order = binary.LittleEndian
		}
		kind := order.Uint32(b[1:])
		b = b[types.WKBHeaderSize:]
		if kind == types.WKBPointID {
			if len(b) < types.PointSize {
				return false
			}
			b = b[types.PointSize:]
			continue
		}
		n, rest, ok := cutCount(b, order)
		if !ok {
			return false
		}
		b = rest
		switch kind {
		case types.WKBLineID:
			if b, ok = cutPoints(b, n); !ok {
				return false
			}
		case types.WKBPolyID:
			for ; n > 0; n-- {
				var points uint64
				if points, b, ok = cutCount(b, order); !ok {
					return false
				}
				if b, ok = cutPoints(b, points); !ok {
					return false
				}
			}
		case types.WKBMultiPointID, types.WKBMultiLineID, types.WKBMultiPolyID, types.WKBGeomCollID:
			if n > uint64(len(b)/types.WKBHeaderSize) || len(open) > deepestValue {
				return false
			}
			open = append(open, n)
		default:
			return false
		}
	}
	return true
}

// cutCount takes a number of parts off, of which each takes a byte at least.
func cutCount(b []byte, order binary.ByteOrder) (n uint64, rest []byte, ok bool) {
	if len(b) < types.CountSize {
		return 0, nil, false
	}
	n = uint64(order.Uint32(b))
	b = b[types.CountSize:]
	return n, b, n <= uint64(len(b))
}

func cutPoints(b []byte, n uint64) (rest []byte, ok bool) {
	if n > uint64(len(b)/types.PointSize) {
		return nil, false
	}
	return b[n*types.PointSize:], true
}
