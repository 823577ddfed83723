package gms

import (
	"regexp"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	goerrors "gopkg.in/src-d/go-errors.v1"
)

// errorText is what MySQL says of an error that the engine says otherwise.
type errorText struct {
	kind   *goerrors.Kind
	number int
	state  string
	// text is MySQL's message: $1 and so on are what the engine's has in the places
	// of its verbs, $db.$1 is a name with its database.
	text  string
	parts *regexp.Regexp
}

// errorTexts are the errors whose messages have in them all that MySQL's has.
var errorTexts = func() []errorText {
	list := []errorText{
		{kind: sql.ErrTableNotFound, number: mysql.ERNoSuchTable, state: "42S02", text: "Table '$db.$1' doesn't exist"},
		{kind: sql.ErrTableAlreadyExists, number: mysql.ERTableExists, state: "42S01", text: "Table '$1' already exists"},
		{kind: sql.ErrUnknownTable, number: mysql.ERBadTable, state: "42S02", text: "Unknown table '$db.$1'"},
		{kind: sql.ErrDatabaseNotFound, number: mysql.ERBadDb, state: stateAccess, text: "Unknown database '$1'"},
		{kind: sql.ErrDatabaseExists, number: mysql.ERDbCreateExists, state: stateGeneral, text: "Can't create database '$1'; database exists"},
		{kind: sql.ErrNoDatabaseSelected, number: mysql.ERNoDb, state: "3D000", text: "No database selected"},
		{kind: sql.ErrDuplicateAliasOrTable, number: mysql.ERNonUniqTable, state: stateAccess, text: "Not unique table/alias: '$1'"},
		{kind: sql.ErrExpectedSingleRow, number: mysql.ERSubqueryNo1Row, state: "21000", text: "Subquery returns more than 1 row"},
		{kind: sql.ErrInvalidOperandColumns, number: mysql.EROperandColumns, state: "21000", text: "Operand should contain $1 column(s)"},
		{kind: sql.ErrInsertIntoNonNullableProvidedNull, number: mysql.ERBadNullError, state: stateDuplicate, text: "Column '$1' cannot be null"},
		{kind: sql.ErrInsertIntoMismatchValueCount, number: mysql.ERWrongValueCountOnRow, state: "21S01", text: "Column count doesn't match value count at row 1"},
		{kind: sql.ErrFunctionNotFound, number: mysql.ERSPDoesNotExist, state: stateAccess, text: "FUNCTION $db.$1 does not exist"},
		{kind: sql.ErrStoredProcedureDoesNotExist, number: mysql.ERSPDoesNotExist, state: stateAccess, text: "PROCEDURE $db.$1 does not exist"},
		{kind: sql.ErrStoredProcedureAlreadyExists, number: errProgramExists, state: stateAccess, text: "PROCEDURE $1 already exists"},
		{kind: sql.ErrTriggerDoesNotExist, number: errNoTrigger, state: stateGeneral, text: "Trigger does not exist"},
		{kind: sql.ErrUnknownEvent, number: errNoEvent, state: stateGeneral, text: "Unknown event '$1'"},
		{kind: sql.ErrEventDoesNotExist, number: errNoEvent, state: stateGeneral, text: "Unknown event '$1'"},
		{kind: sql.ErrInvalidGISData, number: errInvalidGIS, state: stateInvalidGIS, text: "Invalid GIS data provided to function $1."},
		{kind: sql.ErrSpatialTypeConversion, number: errNoGeometry, state: stateNoGeometry, text: "Cannot get geometry object from data you send to the GEOMETRY field"},
		{kind: sql.ErrInvalidTimeZone, number: errUnknownZone, state: stateGeneral, text: "Unknown or incorrect time zone: '$1'"},
		{kind: sql.ErrCharSetUnknown, number: errUnknownCharset, state: stateAccess, text: "Unknown character set: '$1'"},
		{kind: sql.ErrCollationUnknown, number: errUnknownCollation, state: stateGeneral, text: "Unknown collation: '$1'"},
		{kind: sql.ErrInvalidSetValue, number: errDataTruncated, state: stateDataTruncated, text: "value $1 was not found in the set"},
		{kind: sql.ErrInvalidArgumentNumber, number: errArgumentCount, state: stateAccess, text: "Incorrect parameter count in the call to native function '$1'"},
	}
	for i := range list {
		list[i].parts = partsPattern(list[i].kind.Message)
	}
	return list
}()

// Numbers of MySQL's that the protocol's package has no names for.
const (
	errProgramExists = 1304
	errNoTrigger     = 1360
	errNoEvent       = 1539

	errUnknownCharset   = 1115
	errUnknownCollation = 1273
	errUnknownZone      = 1298
	errArgumentCount    = 1582
)

// partsPattern matches the texts a format string makes, and takes out what stands in
// the places of its verbs.
func partsPattern(format string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(format)
	for _, verb := range []string{"%s", "%v", "%d", "%q"} {
		quoted = strings.ReplaceAll(quoted, verb, "(.*?)")
	}
	return regexp.MustCompile("(?s)^" + quoted + "$")
}

// textError gives an error MySQL's message, if it is one of those. The database is
// the session's.
func textError(err error, query, database string) error {
	sent, ok := err.(*mysql.SQLError) //nolint:errorlint // as it is sent
	if !ok {
		return err
	}
	for i := range errorTexts {
		t := &errorTexts[i]
		if sent.Num != t.number && sent.Num != mysql.ERUnknownError {
			continue
		}
		parts := t.parts.FindStringSubmatch(sent.Message)
		if parts == nil {
			continue
		}
		number, state, text := t.number, t.state, t.text
		if t.kind == sql.ErrInvalidGISData && (strings.HasPrefix(parts[1], "Deserialize") || strings.HasSuffix(parts[1], ".Convert")) {
			return noGeometry() // of a column
		}
		if t.kind == sql.ErrTableNotFound {
			switch kindOfWords(query) {
			case "drop_table", "drop_view":
				number, text = mysql.ERBadTable, "Unknown table '$db.$1'"
			}
		}
		if t.kind == sql.ErrInvalidSetValue {
			if kindOfWords(query) == "set_option" {
				return wrongSetting(query, parts[1], err)
			}
			return err
		}
		if len(parts) > 1 {
			name := strings.Trim(parts[1], "`'\"")
			if of, rest, ok := strings.Cut(name, "."); ok && strings.Contains(text, "$db.") {
				database, name = of, rest
			} else if of := qualifierOf(query, name); of != "" {
				database = of
			}
			text = strings.ReplaceAll(text, "$1", name)
		}
		if database == "" {
			text = strings.ReplaceAll(text, "$db.", "")
		}
		return mysql.NewSQLError(number, state, "%s", strings.ReplaceAll(text, "$db", database))
	}
	return err
}

// wrongSetting is what a SET gets whose value a variable does not take. The engine's
// error does not name the variable: it is the one the value is assigned to.
func wrongSetting(query, value string, err error) error {
	assigned, bad := regexp.Compile("(?i)([[:word:]]+)[`\"]?\\s*:?=[^=]*?" + regexp.QuoteMeta(value))
	if bad != nil {
		return err
	}
	found := assigned.FindStringSubmatch(query)
	if found == nil {
		return err
	}
	return mysql.NewSQLError(errWrongValue, stateAccess, "Variable '%s' can't be set to the value of '%s'", found[1], value)
}

// qualifierOf is the name that stands before another in a statement, with a point
// between; empty if there is none.
func qualifierOf(query, name string) string {
	found, err := regexp.Compile("(?i)`?([[:word:]$]+)`?\\s*\\.\\s*`?" + regexp.QuoteMeta(name) + "\\b")
	if err != nil {
		return ""
	}
	if m := found.FindStringSubmatch(query); m != nil {
		return m[1]
	}
	return ""
}
