package builtin

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// textPositions are the functions of strings that the engine gives no text for a date or a
// number, by the places of the strings among their arguments: it ends some in an error,
// and reads the result of others as a date.
var textPositions = map[string][]int{
	"left": {0}, "right": {0}, "substr": {0}, "substring": {0}, "mid": {0}, "reverse": {0},
	"instr": {0, 1}, "crc32": {0}, "json_quote": {0},
	"lower": {0}, "lcase": {0}, "upper": {0}, "ucase": {0},
}

// stringFunctions are those that take strings alone, besides the numbers of
// [numberArguments].
var stringFunctions = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range [...]string{
		"ascii", "bit_length", "char_length", "character_length", "concat", "concat_ws", "find_in_set", "insert", "lcase", "length",
		"locate", "lower", "lpad", "ltrim", "md5", "octet_length", "ord", "quote", "regexp_instr", "regexp_like", "regexp_replace",
		"regexp_substr", "repeat", "replace", "rpad", "rtrim", "sha", "sha1", "sha2", "soundex", "strcmp", "substring_index", "to_base64",
		"ucase", "upper",
	} {
		all[name] = true
	}
	for name := range textPositions {
		all[name] = true
	}
	return all
}()

// temporalFunctionsTaken are the functions that take a date or a time for what it is, besides
// those of [momentArguments] and [timeArguments]. To others the engine gives the text of a
// date with a time behind it, and of a time none.
var temporalFunctionsTaken = map[string]bool{
	"addtime": true, "subtime": true, "timediff": true, "timestampdiff": true, "maketime": true, "extract": true, "unix_timestamp": true,
	"min": true, "max": true, "greatest": true, "least": true, "nullif": true, "if": true, "ifnull": true, "coalesce": true, "from_unixtime": true,
	"round": true, "truncate": true, "datediff": true, "date_diff": true, "bin": true, "conv": true, step.CastName: true, step.AddShiftName: true, step.SubShiftName: true, step.AssignedName: true,
	"json_arrayagg": true, "json_objectagg": true, "json_object": true, "json_array": true,
}

// takesTemporal says of a function's argument that it may be a date or a time.
func takesTemporal(name string, i int, args []sql.Expression) bool {
	return temporalFunctionsTaken[name] || operand.MomentArguments[name] != nil || operand.TimeArguments[name] != nil || documentArguments[name] != nil ||
		operand.UseOf(name, i, args) != operand.UseText
}

// textArguments gives a function's arguments with dates, times, decimals and doubles among
// its strings as text.
func textArguments(name string, args []sql.Expression) []sql.Expression {
	takesStrings := stringFunctions[name]
	var out []sql.Expression
	for i, e := range args {
		if !e.Resolved() {
			continue
		}
		if temporal := operand.IsTemporalValued(e); temporal && takesTemporal(name, i, args) || !temporal && !takesStrings {
			continue
		}
		t := e.Type()
		switch {
		case types.IsTimespan(t):
			e = &operand.SpanText{StandIn: planwalk.StandIn{Child: e}}
		case types.IsFloat(t) && operand.UseOf(name, i, args) == operand.UseText:
			e = &operand.RealText{StandIn: planwalk.StandIn{Child: e}}
		case operand.IsDated(t) && operand.UseOf(name, i, args) == operand.UseText:
			e = &operand.DayText{StandIn: planwalk.StandIn{Child: e}}
		case slices.Contains(textPositions[name], i) && (types.IsTime(t) || types.IsNumber(t) || types.IsJSON(t) && name != "json_quote"):
			e = expression.NewConvert(e, expression.ConvertToChar)
		default:
			continue
		}
		if out == nil {
			out = slices.Clone(args)
		}
		out[i] = e
	}
	if out == nil {
		return args
	}
	return out
}
