package table

import (
	"context"
	"fmt"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/view"
)

// toEngine turns a value as a view has it into the one the engine stores in a
// column of that type: an enum is a number there.
func toEngine(ctx context.Context, typ sql.Type, v any) (any, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case string:
		if _, ok := typ.(sql.StringType); ok {
			return v, nil
		}
	case uint64:
		if typ == types.Uint64 {
			return v, nil
		}
	case int64:
		if typ == types.Int64 {
			return v, nil
		}
	case float64:
		if typ == types.Float64 {
			return v, nil
		}
	}
	out, inRange, err := typ.Convert(ctx, v)
	if err != nil {
		return nil, err
	}
	if inRange != sql.InRange {
		return nil, fmt.Errorf("value %v is out of range of %s", v, typ)
	}
	return out, nil
}

// converter turns a value as a view has it into the one the engine stores in a
// column; times are those of a clock in the time zone.
type converter func(ctx context.Context, v any, zone string) (any, error)

// convertersOf gives a converter for each column whose values the engine has in
// another form: nil for numbers of 64 bits and for text, which it takes as they
// are.
func convertersOf(schema sql.Schema) []converter {
	out := make([]converter, len(schema))
	for i, c := range schema {
		typ := c.Type
		switch _, isText := typ.(sql.StringType); {
		case isText, typ == types.Uint64, typ == types.Int64, typ == types.Float64:
		case types.IsDecimal(typ):
			out[i] = decimalConverter(typ)
		default:
			out[i] = func(ctx context.Context, v any, zone string) (any, error) {
				if at, ok := v.(time.Time); ok {
					return clockTime(at, zone), nil
				}
				return toEngine(ctx, typ, v)
			}
		}
	}
	return out
}

// toEngine turns a view's row into the engine's, in its place.
func (i *rowIter) toEngine(ctx context.Context, row sql.Row) error {
	for _, c := range i.odd {
		v, err := c.convert(ctx, row[c.position], i.zone)
		if err != nil {
			return fmt.Errorf("column %s: %w", c.name, err)
		}
		row[c.position] = v
	}
	return nil
}

// utc is the time zone that views give times in.
const utc = "+00:00"

// clockTime is a time as the engine stores it: what the clock on the wall of
// the time zone shows, to the microsecond. An unknown zone is taken for UTC.
func clockTime(t time.Time, zone string) time.Time {
	t = t.UTC().Truncate(time.Microsecond)
	if local, ok := sql.ConvertTimeZone(t, utc, zone); ok {
		return local
	}
	return t
}

// timeZone is the session's time zone.
func timeZone(ctx *sql.Context) string {
	zone, err := function.SessionTimeZone(ctx)
	if err != nil {
		return utc
	}
	return zone
}

// fromEngine is the inverse of toEngine.
func fromEngine(typ sql.Type, v any) (any, error) {
	switch typ := typ.(type) {
	case sql.EnumType:
		if n, ok := v.(uint16); ok {
			text, found := typ.At(int(n))
			if !found {
				return nil, fmt.Errorf("enum has no value %d", n)
			}
			return text, nil
		}
	case sql.SetType:
		if n, ok := v.(uint64); ok {
			return typ.BitsToString(n)
		}
	}
	switch v := v.(type) {
	case int8:
		return int64(v), nil
	case int16:
		return int64(v), nil
	case int32:
		return int64(v), nil
	case int:
		return int64(v), nil
	case uint8:
		return uint64(v), nil
	case uint16:
		return uint64(v), nil
	case uint32:
		return uint64(v), nil
	case uint:
		return uint64(v), nil
	case float32:
		return float64(v), nil
	case []byte:
		return string(v), nil
	}
	return v, nil
}

// rowFromEngine turns the engine's row into a view's.
func rowFromEngine(schema sql.Schema, row sql.Row) (view.Row, error) {
	if len(row) != len(schema) {
		return nil, fmt.Errorf("row of %d values for %d columns", len(row), len(schema))
	}
	out := make(view.Row, len(row))
	for i, v := range row {
		value, err := fromEngine(schema[i].Type, v)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", schema[i].Name, err)
		}
		out[i] = value
	}
	return out, nil
}

// defaultOf is what an INSERT that does not name the column puts there.
func defaultOf(t *view.Table, c view.Column, typ sql.Type) (*sql.ColumnDefaultValue, error) {
	v := t.Default(c.Name)
	if v == nil {
		return nil, nil
	}
	if v == (view.CurrentTime{}) {
		return nowDefault(typ)
	}
	value, err := toEngine(context.Background(), typ, v)
	if err != nil {
		return nil, fmt.Errorf("default of column %s: %w", c.Name, err)
	}
	if _, ok := v.(string); ok { // an enum's default is shown as text
		value, typ = v, types.LongText
	}
	def, err := sql.NewColumnDefaultValue(expression.NewLiteral(value, typ), typ, true, false, c.Nullable)
	if err != nil {
		return nil, fmt.Errorf("default of column %s: %w", c.Name, err)
	}
	return def, nil
}

// nowDefault is the time of the statement.
func nowDefault(typ sql.Type) (*sql.ColumnDefaultValue, error) {
	now, err := function.NewNow()
	if err != nil {
		return nil, err
	}
	return sql.NewColumnDefaultValue(now, typ, false, false, false)
}
