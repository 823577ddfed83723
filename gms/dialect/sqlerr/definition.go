package sqlerr

import (
	"strings"

	"github.com/dolthub/vitess/go/mysql"
)

// Errors of definitions, by MySQL's names.
const (
	erWrongTableName   = 1103 // ER_WRONG_TABLE_NAME
	erTextDefault      = 1101 // ER_BLOB_CANT_HAVE_DEFAULT
	erWrongColumnName  = 1166 // ER_WRONG_COLUMN_NAME
	erCollationCharset = 1253 // ER_COLLATION_CHARSET_MISMATCH
	erDuplicatedValue  = 1291 // ER_DUPLICATED_VALUE_IN_TYPE
	erTooBigScale      = 1425 // ER_TOO_BIG_SCALE
	erTooBigPrecision  = 1426 // ER_TOO_BIG_PRECISION
	erScaleOfPrecision = 1427 // ER_M_BIGGER_THAN_D
	erTooBigWidth      = 1439 // ER_TOO_BIG_DISPLAYWIDTH
	erJSONKey          = 3152 // ER_JSON_USED_AS_KEY
)

// TooPrecise is the error of a type with more digits than it can have.
func TooPrecise(precision int, column string, most int) error {
	return mysql.NewSQLError(erTooBigPrecision, StateAccess, "Too-big precision %d specified for '%s'. Maximum is %d.", precision, column, most)
}

// TooFine is the error of a type with more digits behind the point than it can have.
func TooFine(scale int, column string, most int) error {
	return mysql.NewSQLError(erTooBigScale, StateAccess, "Too big scale %d specified for column '%s'. Maximum is %d.", scale, column, most)
}

// FinerThanPrecise is the error of a type with more digits behind the point than digits.
func FinerThanPrecise(column string) error {
	return mysql.NewSQLError(erScaleOfPrecision, StateAccess, "For float(M,D), double(M,D) or decimal(M,D), M must be >= D (column '%s').", column)
}

// TooWide is the error of a type that is shown in more places than it can be.
func TooWide(column string, most int) error {
	return mysql.NewSQLError(erTooBigWidth, StateAccess, "Display width out of range for column '%s' (max = %d)", column, most)
}

// DuplicatedMember is the error of a type with the same member twice.
func DuplicatedMember(column, member, kind string) error {
	return mysql.NewSQLError(erDuplicatedValue, StateGeneral, "Column '%s' has duplicated value '%s' in %s", column, member, kind)
}

// CollationOfOther is the error of a collation of another character set.
func CollationOfOther(collation, characterSet string) error {
	return mysql.NewSQLError(erCollationCharset, StateAccess, "COLLATION '%s' is not valid for CHARACTER SET '%s'", collation, characterSet)
}

// TextDefault is the error of a column with a default value that is no expression, whose
// type has none.
func TextDefault(column string) error {
	return mysql.NewSQLError(erTextDefault, StateAccess, "BLOB, TEXT, GEOMETRY or JSON column '%s' can't have a default value", column)
}

// ColumnSpecifier is the error of a type that the column cannot be of.
func ColumnSpecifier(column string) error {
	return mysql.NewSQLError(mysql.ERWrongFieldSpec, StateAccess, "Incorrect column specifier for column '%s'", column)
}

// ColumnName is the error of a name that no column can have.
func ColumnName(name string) error {
	return mysql.NewSQLError(erWrongColumnName, StateAccess, "Incorrect column name '%s'", name)
}

// TableName is the error of a name that no table can have.
func TableName(name string) error {
	return mysql.NewSQLError(erWrongTableName, StateAccess, "Incorrect table name '%s'", name)
}

// JSONKey is the error of a column of JSON in a key.
func JSONKey(column string) error {
	return mysql.NewSQLError(erJSONKey, StateAccess, "JSON column '%s' supports indexing only via generated columns on a specified JSON path.", column)
}

// precisionError is that of a function's argument with too many digits; what [TooPrecise] has
// made reads nearly the same to who takes the engine's message apart.
func precisionError(_ *Statement, parts []string) *mysql.SQLError {
	return mysql.NewSQLError(erTooBigPrecision, StateAccess, "Too-big precision %s specified for '%s'. Maximum is %s.",
		strings.TrimSuffix(parts[1], " specified"), parts[2], parts[3])
}
