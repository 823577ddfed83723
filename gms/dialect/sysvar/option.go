package sysvar

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
)

// What global variables have by themselves may be said where the server is started, as an option
// of the variable's name.

// ErrReadOnly: no option gives the variable a value, as no SET does.
var ErrReadOnly = errors.New("this server has no other value for the variable; remove the option")

// sizesOfNothing are the sizes for instruments of which there are none: whatever one says is true.
var sizesOfNothing = []string{"performance_schema_max_logger_classes", "performance_schema_max_meter_classes", "performance_schema_max_metric_classes"}

// Options are the global variables that an option may give a value, by name, each with whether
// it is a switch. They are known before any is installed.
func Options() map[string]bool {
	options := make(map[string]bool)
	for name, value := range sql.SystemVariables.NewSessionMap() {
		_, options[name] = value.Var.GetType().(types.SystemBoolType)
	}
	for _, v := range mysqlVariables {
		options[v.name] = v.kind == flag
	}
	return options
}

// SetOption gives a global variable the value of an option. A number may end in K, M, G, T, P or
// E; one beyond the variable's bounds is the bound, with a warning.
func SetOption(ctx *sql.Context, name, value string) (warning string, err error) {
	is, ok := scopesOf(name)
	switch {
	case !ok:
		return "", sql.ErrUnknownSystemVariable.New(name)
	case is.readOnly && !slices.Contains(sizesOfNothing, name):
		return "", ErrReadOnly
	case is.sessionOnly:
		return "", sql.ErrSystemVariableSessionOnly.New(name)
	}
	known, _, _ := sql.SystemVariables.GetGlobal(name)
	t := known.GetType()
	var v any = value
	switch t.Type() {
	case sqltypes.Int64, sqltypes.Uint64:
		digits, err := wholeDigits(value)
		if err != nil {
			return "", err
		}
		if bound, beyond := boundOf(t, digits); beyond {
			warning = fmt.Sprintf("option %s: %s is out of range; it is %s", name, value, bound)
			digits = bound
		}
		if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
			v = n
		} else if n, err := strconv.ParseUint(digits, 10, 64); err == nil {
			v = n
		}
	case sqltypes.Float64:
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return "", fmt.Errorf("%q is no number", value)
		}
		v = n
	case sqltypes.Int8:
		v = strings.ToLower(value)
		if value == "0" || value == "1" {
			v = int8(value[0] - '0')
		}
	}
	if err := RefuseCharacterSet(name, v); err != nil {
		return "", err
	}
	set := sql.SystemVariables.SetGlobal
	if is.readOnly {
		set = func(_ *sql.Context, name string, v any) error {
			return sql.SystemVariables.AssignValues(map[string]any{name: v})
		}
	}
	if err := set(ctx, name, v); err != nil {
		if sql.ErrInvalidSystemVariableValue.Is(err) || sql.ErrInvalidSetValue.Is(err) {
			return "", fmt.Errorf("%q is no value of it", value)
		}
		return "", err //nolint:wrapcheck // the engine's own
	}
	return warning, nil
}

// wholeDigits are the digits of a whole number that may end in a unit.
func wholeDigits(value string) (string, error) {
	digits, shift := value, 0
	if value != "" {
		if i := strings.IndexByte("kmgtpe", value[len(value)-1]|0x20); i >= 0 {
			digits, shift = value[:len(value)-1], 10*(i+1)
		}
	}
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil && n < 0 {
		if n < math.MinInt64>>shift {
			return "", fmt.Errorf("%q is too small", value)
		}
		return strconv.FormatInt(n<<shift, 10), nil
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && n > math.MaxUint64>>shift:
		return "", fmt.Errorf("%q is too large", value)
	case err != nil:
		return "", fmt.Errorf("%q is not a whole number", value)
	}
	return strconv.FormatUint(n<<shift, 10), nil
}
