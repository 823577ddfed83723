package column

import (
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// What the engine refuses of a column without saying which, or takes though MySQL does not, is
// refused before it is looked at.

// Bounds of MySQL's types.
const (
	maxPrecision        = 65 // digits of a DECIMAL
	maxScale            = 30 // digits behind its point, and that of a DOUBLE
	maxFraction         = 6  // digits of a second
	maxWidth            = 255
	maxFloat            = 53 // bits of a FLOAT
	maxBits             = 64
	notGiven            = -1
	kindEnum, kindOfSet = "enum", "set"
)

// checkColumn is the error of a column's definition. strict says whether the session's SQL
// mode is.
func checkColumn(c *sqlparser.ColumnDefinition, strict bool) error {
	name, t := c.Name.String(), &c.Type
	if name == "" || strings.HasSuffix(name, " ") {
		return sqlerr.ColumnName(name)
	}
	length, scale := attribute(t.Length), attribute(t.Scale)
	switch kind := strings.ToLower(t.Type); kind {
	case "decimal", "dec", "numeric", "fixed":
		switch {
		case scale > maxScale:
			return sqlerr.TooFine(scale, name, maxScale)
		case length > maxPrecision:
			return sqlerr.TooPrecise(length, name, maxPrecision)
		case length != notGiven && length > 0 && length < scale:
			return sqlerr.FinerThanPrecise(name)
		}
	case "float", "double", "real", "double precision":
		switch {
		case scale > maxScale:
			return sqlerr.TooFine(scale, name, maxScale)
		case scale == notGiven && length > maxFloat:
			return sqlerr.ColumnSpecifier(name)
		case scale != notGiven && length > maxWidth:
			return sqlerr.TooWide(name, maxWidth)
		case scale != notGiven && length < scale:
			return sqlerr.FinerThanPrecise(name)
		}
	case "tinyint", "smallint", "mediumint", "int", "integer", "bigint":
		if length > maxWidth {
			return sqlerr.TooWide(name, maxWidth)
		}
	case "datetime", "timestamp", "time":
		if length > maxFraction {
			return sqlerr.TooPrecise(length, name, maxFraction)
		}
	case "bit":
		if length > maxBits {
			return sqlerr.TooWide(name, maxBits)
		}
	case kindEnum, kindOfSet:
		seen := make(map[string]bool, len(t.EnumValues))
		for _, member := range t.EnumValues {
			if seen[member] {
				return sqlerr.DuplicatedMember(name, member, strings.ToUpper(kind))
			}
			seen[member] = true
		}
	case "json", "geometry", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon", "geometrycollection",
		"tinytext", "text", "mediumtext", "longtext", "tinyblob", "blob", "mediumblob", "longblob":
		if kind == "json" && t.KeyOpt != 0 && t.KeyOpt != columnNoKey {
			return sqlerr.JSONKey(name)
		}
		if strict && isLiteralDefault(t.Default) {
			return sqlerr.TextDefault(name)
		}
	}
	return checkCollation(t)
}

// columnNoKey is the parser's number for a column that is in no key.
const columnNoKey sqlparser.ColumnKeyOption = 0

// isLiteralDefault says whether a default value is given otherwise than as an expression in
// parentheses, or NULL.
func isLiteralDefault(e sqlparser.Expr) bool {
	switch e.(type) {
	case nil, *sqlparser.ParenExpr, *sqlparser.NullVal:
		return false
	}
	return true
}

// checkCollation refuses a collation of another character set.
func checkCollation(t *sqlparser.ColumnType) error {
	if t.Charset == "" || t.Collate == "" {
		return nil
	}
	characterSet, err := sql.ParseCharacterSet(t.Charset)
	if err != nil {
		return nil //nolint:nilerr // the engine says so
	}
	collation, err := sql.ParseCollation("", t.Collate, false)
	if err != nil || collation.CharacterSet() == characterSet {
		return nil //nolint:nilerr // the engine says so
	}
	return sqlerr.CollationOfOther(strings.ToLower(t.Collate), characterSet.Name())
}

// attribute is a number of a type's, notGiven where there is none.
func attribute(v *sqlparser.SQLVal) int {
	if v == nil {
		return notGiven
	}
	n, err := strconv.Atoi(string(v.Val))
	if err != nil {
		return notGiven
	}
	return n
}

// checkKeys refuses keys of columns that can be in none.
func checkKeys(s *sqlparser.TableSpec) error {
	isJSON := map[string]bool{}
	for _, c := range s.Columns {
		if strings.EqualFold(c.Type.Type, "json") {
			isJSON[c.Name.Lowered()] = true
		}
	}
	if len(isJSON) == 0 {
		return nil
	}
	for _, index := range s.Indexes {
		for _, field := range index.Columns {
			if isJSON[field.Column.Lowered()] {
				return sqlerr.JSONKey(field.Column.String())
			}
		}
	}
	return nil
}
