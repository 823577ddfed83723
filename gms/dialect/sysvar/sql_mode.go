package sysvar

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
)

// sqlModes are the modes in the order in which MySQL writes them. The engine writes them by the
// alphabet.
var sqlModes = []string{
	"REAL_AS_FLOAT", "PIPES_AS_CONCAT", "ANSI_QUOTES", "IGNORE_SPACE", "ONLY_FULL_GROUP_BY", "NO_UNSIGNED_SUBTRACTION",
	"NO_DIR_IN_CREATE", "ANSI", "NO_AUTO_VALUE_ON_ZERO", "NO_BACKSLASH_ESCAPES", "STRICT_TRANS_TABLES", "STRICT_ALL_TABLES",
	"NO_ZERO_IN_DATE", "NO_ZERO_DATE", "ALLOW_INVALID_DATES", "ERROR_FOR_DIVISION_BY_ZERO", "TRADITIONAL", "HIGH_NOT_PRECEDENCE",
	"NO_ENGINE_SUBSTITUTION", "PAD_CHAR_TO_FULL_LENGTH", "TIME_TRUNCATE_FRACTIONAL",
}

// combined are the modes that stand for others as well.
var combined = map[string]string{
	"ANSI":        "REAL_AS_FLOAT,PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,ONLY_FULL_GROUP_BY,ANSI",
	"TRADITIONAL": "STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,TRADITIONAL,NO_ENGINE_SUBSTITUTION",
}

// sqlModeName is the variable of modes.
const sqlModeName = "sql_mode"

// modeType is the engine's type of sql_mode, with MySQL's order and with what a combined mode
// stands for. Every statement asks for the text of its session's modes several times.
type modeType struct {
	engineSet
	texts *[16]atomic.Pointer[modeText]
}

// modeText is the text of some modes.
type modeText struct {
	bits uint64
	text string
}

// engineSet is what the engine's type of a SET variable is.
type engineSet interface {
	sql.SystemVariableType
	sql.SetType
}

// Declared is the type that variables_metadata describes.
func (t modeType) Declared() sql.Type { return t.engineSet }

// Convert implements sql.Type.
func (t modeType) Convert(ctx context.Context, v any) (any, sql.ConvertInRange, error) {
	if text, ok := v.(string); ok {
		v = withCombined(text)
	}
	return t.engineSet.Convert(ctx, v) //nolint:wrapcheck // the engine's own
}

// BitsToString implements sql.SetType.
func (t modeType) BitsToString(bits uint64) (string, error) {
	// Modes that were asked for of late are there, mostly.
	place := &t.texts[bits*0x9e3779b97f4a7c15>>60]
	if made := place.Load(); made != nil && made.bits == bits {
		return made.text, nil
	}
	text, err := t.engineSet.BitsToString(bits)
	if err != nil {
		return "", err //nolint:wrapcheck // the engine's own
	}
	text = modesInOrder(text)
	place.Store(&modeText{bits, text})
	return text, nil
}

// SQL implements sql.Type. A session's modes are a text, which is in order.
func (t modeType) SQL(ctx *sql.Context, dest []byte, v any) (sqltypes.Value, error) {
	if text, ok := v.(string); ok {
		return sqltypes.MakeTrusted(t.Type(), types.AppendAndSliceString(dest, text)), nil
	}
	return t.engineSet.SQL(ctx, dest, v) //nolint:wrapcheck // the engine's own
}

// withCombined adds to modes what the combined ones of them stand for.
func withCombined(modes string) string {
	for _, mode := range strings.Split(modes, ",") {
		if others, ok := combined[strings.ToUpper(mode)]; ok {
			modes += "," + others
		}
	}
	return modes
}

// modesInOrder writes modes in MySQL's order.
func modesInOrder(modes string) string {
	if !strings.Contains(modes, ",") {
		return modes
	}
	list := strings.Split(modes, ",")
	slices.SortStableFunc(list, func(a, b string) int { return slices.Index(sqlModes, a) - slices.Index(sqlModes, b) })
	return strings.Join(list, ",")
}

// InstallSQLMode gives sql_mode its type; it keeps its value. The engine knows its default modes by
// their text, which is put in order, too.
func InstallSQLMode() error {
	known, value, _ := sql.SystemVariables.GetGlobal(sqlModeName)
	engine, ok := known.(*sql.MysqlSystemVariable)
	if !ok {
		return nil
	}
	set, ok := engine.Type.(engineSet)
	if _, done := engine.Type.(modeType); done || !ok {
		return nil
	}
	if ordered := modesInOrder(sql.DefaultSqlMode); ordered != sql.DefaultSqlMode {
		sql.DefaultSqlMode = ordered
	}
	v := *engine
	v.Type, v.Default = modeType{set, new([16]atomic.Pointer[modeText])}, sql.DefaultSqlMode
	sql.SystemVariables.AddSystemVariables([]sql.SystemVariable{&v})
	if modes, ok := value.(string); ok && modesInOrder(modes) == sql.DefaultSqlMode {
		return nil // a text is had for less than what is made of a number
	}
	return sql.SystemVariables.AssignValues(map[string]any{sqlModeName: value}) //nolint:wrapcheck // the engine's own
}
