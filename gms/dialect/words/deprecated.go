package words

import "strings"

// Deprecation is a warning of MySQL's of words that a statement has.
type Deprecation struct {
	Code    int
	Message string
}

// Numbers of such warnings.
const (
	deprecatedFor   = 1287 // ER_WARN_DEPRECATED_SYNTAX
	deprecatedAlone = 1681 // ER_WARN_DEPRECATED_SYNTAX_NO_REPLACEMENT
	utf8Alias       = 3719 // ER_DEPRECATED_UTF8_ALIAS
	nationalCharset = 3720 // ER_DEPRECATED_NATIONAL
	utf8Collation   = 3778 // ER_WARN_DEPRECATED_UTF8MB3_COLLATION
	noLonger        = " is deprecated and will be removed in a future release."
	utf8AliasText   = "'utf8' is currently an alias for the character set UTF8MB3, but will be an alias for UTF8MB4 in a future release. Please consider using UTF8MB4 in order to be unambiguous."
	utf8mb3Text     = "'utf8mb3'" + noLonger + " Please use utf8mb4 instead"
	nationalText    = "NATIONAL/NCHAR/NVARCHAR implies the character set UTF8MB3, which will be replaced by UTF8MB4 in a future release. Please consider using CHAR(x) CHARACTER SET UTF8MB4 in order to be unambiguous."
)

// deprecatedOperators are operators by what stands for them.
var deprecatedOperators = map[string]Deprecation{
	"&&": {deprecatedFor, "'&&'" + noLonger + " Please use AND instead"},
	"||": {deprecatedFor, "'|| as a synonym for OR'" + noLonger + " Please use OR instead"},
	"!":  {deprecatedFor, "'!'" + noLonger + " Please use NOT instead"},
}

// deprecatedWords are words that are deprecated wherever they stand; those with a
// parenthesis as calls of functions alone.
var deprecatedWords = map[string]Deprecation{
	"SQL_CALC_FOUND_ROWS": {deprecatedFor, "SQL_CALC_FOUND_ROWS" + noLonger + " Consider using two separate queries instead."},
	"SQL_NO_CACHE":        {deprecatedAlone, "'SQL_NO_CACHE'" + noLonger},
	"FOUND_ROWS(":         {deprecatedFor, "FOUND_ROWS()" + noLonger + " Consider using COUNT(*) instead."},
	"JSON_MERGE(":         {deprecatedFor, "'JSON_MERGE'" + noLonger + " Please use JSON_MERGE_PRESERVE/JSON_MERGE_PATCH instead"},
}

// Deprecated is what the statement at the front of a text has of these, in its order. With
// pipesConcat || is no operator of truth values.
func Deprecated(text string, ansiQuotes, pipesConcat bool) (list []Deprecation) {
	s := Scanner{Text: text, AnsiQuotes: ansiQuotes}
	first, before, last := "", "", "" // last is the token before, before the one before that
	defines := false
	var place collatePlace
	for t := s.Next(); t.Kind != End; t = s.Next() {
		word := t.Of(text)
		if word == ";" {
			break
		}
		upper := strings.ToUpper(word)
		if first == "" {
			first = upper
			defines = first == "CREATE" || first == "ALTER"
			place.declares = defines
		}
		place.next(upper, first, last)
		switch t.Kind {
		case Symbol:
			if d, ok := deprecatedOperators[word]; ok && !(word == "||" && pipesConcat) {
				list = append(list, d)
			}
		case Word:
			next := s
			following := next.Next().Of(text)
			if d, ok := deprecatedWords[upper]; ok {
				list = append(list, d)
			} else if d, ok := deprecatedWords[upper+following]; ok && following == "(" {
				list = append(list, d)
			}
			switch {
			case upper == "_UTF8":
				list = append(list, Deprecation{utf8Alias, utf8AliasText})
			case upper == "_UTF8MB3":
				list = append(list, Deprecation{deprecatedFor, utf8mb3Text})
			case upper == "BINARY" && !defines && comparesBinary(first, last, following):
				list = append(list, Deprecation{deprecatedFor, "'BINARY expr'" + noLonger + " Please use CAST instead"})
			case upper == "BINARY" && defines && isTextType(before, last):
				list = append(list, Deprecation{deprecatedFor, "'BINARY as attribute of a type'" + noLonger + " Please use a CHARACTER SET clause with _bin collation instead"})
			case defines && (upper == "NCHAR" || upper == "NVARCHAR" || upper == "NATIONAL") && last != "(" && last != "," && last != ".":
				list = append(list, Deprecation{nationalCharset, nationalText})
			}
		}
		if t.Kind == Word || t.Kind == String {
			if d, ok := deprecatedCharset(strings.ToLower(strings.Trim(word, "'\"")), before, last); ok && (last != "COLLATE" || place.isDeclaration()) {
				list = append(list, d)
			}
		}
		if word != "=" {
			before, last = last, upper
		}
	}
	return list
}

// deprecatedCharset is what is deprecated of a character set, or a collation, by the two
// tokens before it.
func deprecatedCharset(name, before, last string) (d Deprecation, ok bool) {
	if !strings.HasPrefix(name, "utf8") || strings.HasPrefix(name, "utf8mb4") {
		return d, false
	}
	charset := last == "CHARSET" || last == "SET" && (before == "CHARACTER" || before == "CHAR") || last == "NAMES" || last == "USING" ||
		strings.HasPrefix(strings.TrimLeft(last, "@"), "CHARACTER_SET_")
	switch {
	case charset && name == "utf8":
		return Deprecation{utf8Alias, utf8AliasText}, true
	case charset && name == "utf8mb3":
		return Deprecation{deprecatedFor, utf8mb3Text}, true
	case last == "COLLATE" || strings.HasPrefix(strings.TrimLeft(last, "@"), "COLLATION_"):
		if rest, ok := strings.CutPrefix(name, "utf8_"); ok {
			name = "utf8mb3_" + rest
		}
		return Deprecation{utf8Collation, "'" + name + "' is a collation of the deprecated character set UTF8MB3. Please consider using UTF8MB4 with an appropriate collation instead."}, true
	}
	return d, false
}

// comparesBinary says whether BINARY is an operator, by the statement's first word and the
// tokens around it: else it is a type, or a character set.
func comparesBinary(first, last, following string) bool {
	switch first {
	case "SELECT", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE", "DO", "(":
	default:
		return false
	}
	switch {
	case last == "AS", last == "SET", last == "CHARSET", last == "USING", last == "NAMES", last == "COLLATE", last == ".":
		return false
	case following == ")", following == ",", following == "", last == "," && following == "(":
		return false
	}
	return true
}

// isTextType says whether the two tokens before a word end the type of a text.
func isTextType(before, last string) bool {
	switch last {
	case ")", "CHAR", "CHARACTER", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT":
		return before != "CHARACTER" && before != "BY"
	}
	return before == "CHARSET" || before == "SET" && last != "="
}
