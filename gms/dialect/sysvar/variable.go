package sysvar

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/dolthub/go-mysql-server/sql"
)

// What bounds a packet and with it the result of a function, in bytes.
const (
	MaxAllowedPacket = "max_allowed_packet"
	DefaultMaxPacket = 64 << 20
)

// Int64 is the value of an integer or boolean variable, as the engine keeps it.
func Int64(v any) (int64, error) {
	switch v := v.(type) {
	case int8:
		return int64(v), nil
	case int64:
		return v, nil
	case uint64:
		return int64(v), nil
	}
	return 0, fmt.Errorf("value %v of type %T is no integer", v, v)
}

// Global are all global variables with their values, but for those that sessions alone have.
func Global() map[string]any {
	all := sql.SystemVariables.GetAllGlobalVariables()
	for name, value := range all {
		if OfSessions(name) {
			delete(all, name)
			continue
		}
		all[name] = NamedSetText(name, value)
	}
	return all
}

// NamedSetText is a value of the variable of a name; a SET's, which is a number once it has been
// set, as text.
func NamedSetText(name string, value any) any {
	if _, isNumber := value.(uint64); !isNumber {
		return value
	}
	known, _, ok := sql.SystemVariables.GetGlobal(name)
	if !ok || known == nil {
		return value
	}
	return SetText(known.GetType(), value)
}

// SetText is a value of a variable; a SET's as text.
func SetText(typ sql.Type, value any) any {
	set, ok := typ.(sql.SetType)
	bits, isBits := value.(uint64)
	if ok && isBits {
		if text, err := set.BitsToString(bits); err == nil {
			return text
		}
	}
	return value
}

// ofSessions are those that are declared otherwise than by a scope of the engine's.
var ofSessions = []string{"error_count", "identity", "last_insert_id", "sql_log_bin", "timestamp", "warning_count"}

// OfSessions says whether sessions alone have a variable.
func OfSessions(name string) bool {
	if slices.Contains(ofSessions, name) {
		return true
	}
	known, _, _ := sql.SystemVariables.GetGlobal(name)
	v, ok := known.(*sql.MysqlSystemVariable)
	return ok && v.Scope.Type == sql.SystemVariableScope_Session
}

// SystemInOrder is InOrder of system variables.
func SystemInOrder(values map[string]any) iter.Seq2[string, any] { return inOrder(values, SystemText) }

// InOrder walks a set of variables by name, each value as text.
func InOrder(values map[string]any) iter.Seq2[string, any] { return inOrder(values, Text) }

func inOrder(values map[string]any, text func(any) any) iter.Seq2[string, any] {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.SortFunc(names, cmp.Compare[string])
	return func(yield func(string, any) bool) {
		for _, name := range names {
			if !yield(name, text(values[name])) {
				return
			}
		}
	}
}

// SystemText is a system variable's value as SHOW prints it: a double with six digits.
func SystemText(v any) any {
	if f, ok := v.(float64); ok {
		return strconv.FormatFloat(f, 'f', 6, 64)
	}
	return Text(v)
}

// Text is the value of a variable of status or of a client's as SHOW prints it.
func Text(v any) any {
	switch v := v.(type) {
	case nil:
		return nil
	case int8:
		switch v {
		case 0:
			return "OFF"
		case 1:
			return "ON"
		}
	case string:
		return v
	}
	return fmt.Sprint(v)
}
