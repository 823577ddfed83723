package sqlerr

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/acting"
)

// MySQL's error numbers and SQLSTATEs that go-mysql-server lacks or gives
// otherwise. A *mysql.SQLError reaches the client as it is.
const (
	ERDiskFull          = 1021
	ERDuplicateKey      = 1022
	ERDBAccessDenied    = 1044
	ERRecordFileFull    = 1114
	ERTableDenied       = 1142
	errSpecificAccess   = 1227 // ER_SPECIFIC_ACCESS_DENIED_ERROR
	errWrongObject      = 1347 // ER_WRONG_OBJECT
	errNotUpdatable     = 1288 // ER_NON_UPDATABLE_TABLE
	ERGlobalVariable    = 1229
	ERBadHandshake      = 1043
	ERPacketOrder       = 1156
	ERWrongValue        = 1231
	ERAuthMode          = 1251
	ERNoSuchGrant       = 1141
	ERCreateByGrant     = 1410
	ERWrongLength       = 1470
	ERAccountLocked     = 3118
	ERSecureTransport   = 3159
	ERNoSecureTransport = 3160
	ERReadOnlyVar       = 1238
	ERUnknownStatement  = 1243
	ERDataTruncated     = 1265
	ERProgramExists     = 1304
	errMisplacedReturn  = 1313 // ER_SP_BADRETURN
	ERFetchNoData       = 1329
	ERNoTrigger         = 1360
	ERTableInUse        = 1442
	ERArgumentCount     = 1582
	ERRegexpBounds      = 3686 // ER_REGEXP_INDEX_OUTOFBOUNDS_ERROR
	ERInvalidUsage      = 1683
	ERUnknownAuthID     = 3523
	ERCannotUser        = 1396
	ERStackOverrun      = 1436
	ERRecursionOfCTE    = 3636
	StateGeneral        = "HY000"
	StateAccess         = "42000"
	StateDuplicate      = "23000"
	stateDataTruncated  = "01000"
	stateRange          = "22003"
	stateDatetime       = "22007"
	StateCardinality    = "21000"
	StateJSON           = "22032"
	stateNoColumn       = "42S22"
)

// Account is the account whose rights count as MySQL's messages name it: 'user'@'host'.
func Account(ctx *sql.Context) string {
	user, host := acting.Account(ctx)
	return "'" + user + "'@'" + host + "'"
}

// DeniedTable is what a statement gets that may not do this to the table.
func DeniedTable(ctx *sql.Context, command, table string) error {
	user, host := acting.FromHost(ctx)
	return mysql.NewSQLError(ERTableDenied, StateAccess, "%s command denied to user '%s'@'%s' for table '%s'", command, user, host, table)
}

// DeniedDatabase is what a statement gets that may not do this to the database.
func DeniedDatabase(ctx *sql.Context, database string) error {
	return mysql.NewSQLError(ERDBAccessDenied, StateAccess, "Access denied for user %s to database '%s'", Account(ctx), database)
}

// Needs is what an account gets that lacks all of some privileges, written as
// MySQL lists them: "SUPER or SYSTEM_VARIABLES_ADMIN".
func Needs(privileges string) error {
	return mysql.NewSQLError(errSpecificAccess, StateAccess,
		"Access denied; you need (at least one of) the %s privilege(s) for this operation", privileges)
}

// NotSupportedYet is what a statement gets that does something MySQL can and the server
// cannot.
func NotSupportedYet(what string) error {
	return mysql.NewSQLError(mysql.ERNotSupportedYet, StateAccess, "%s", Unsupported(what))
}

// Unsupported is the text of that error.
func Unsupported(what string) string { return "This version doesn't yet support '" + what + "'" }

// TriggerOfTemporary is what CREATE TRIGGER gets for a temporary table.
func TriggerOfTemporary(table string) error {
	return mysql.NewSQLError(1361, StateGeneral, "Trigger's '%s' is view or temporary table", table)
}

// GeneratedValue is what a value for a generated column gets.
func GeneratedValue(column, table string) *mysql.SQLError {
	return mysql.NewSQLError(3105, StateGeneral, "The value specified for generated column '%s' in table '%s' is not allowed.", column, table)
}

// NotBaseTable is what a statement about tables gets of a view.
func NotBaseTable(database, name string) error {
	return mysql.NewSQLError(errWrongObject, StateGeneral, "'%s.%s' is not BASE TABLE", database, name)
}

// NotView is what a statement about views gets of a table.
func NotView(database, name string) *mysql.SQLError {
	return mysql.NewSQLError(errWrongObject, StateGeneral, "'%s.%s' is not VIEW", database, name)
}

// NoTable is what a statement gets of a table or view that is not there.
func NoTable(database, name string) error {
	return mysql.NewSQLError(mysql.ERNoSuchTable, "42S02", "Table '%s.%s' doesn't exist", database, name)
}

// NoSuchThread is what names a connection that there is none of.
func NoSuchThread(id uint64) error {
	return mysql.NewSQLError(mysql.ERNoSuchThread, mysql.SSUnknownSQLState, "Unknown thread id: %d", id)
}

// InvalidUsage is what cannot be done with the Performance Schema's tables.
func InvalidUsage() error {
	return mysql.NewSQLError(ERInvalidUsage, StateGeneral, "Invalid performance_schema usage.")
}

// NotEnabled is what a function gets that needs the Performance Schema where it is off.
func NotEnabled(function string) error {
	return mysql.NewSQLError(ERInvalidUsage, StateGeneral, "'%s': The Performance Schema is not enabled.", function)
}

// DataTruncated is a value an enum or set column does not have.
func DataTruncated(column string, row int) error {
	return mysql.NewSQLError(ERDataTruncated, stateDataTruncated, "Data truncated for column '%s' at row %d", column, row)
}

// WarnTruncated warns of what [DataTruncated] is the error of.
func WarnTruncated(ctx *sql.Context, column string, row int64) {
	ctx.Session.Warn(&sql.Warning{Level: "Warning", Code: ERDataTruncated, Message: fmt.Sprintf("Data truncated for column '%s' at row %d", column, row)})
}

// Interrupted is what a statement gets that was killed.
func Interrupted() error {
	return mysql.NewSQLError(mysql.ERQueryInterrupted, mysql.SSQueryInterrupted, "Query execution was interrupted")
}

// TooDeep is the error of a statement that nests too deeply: what would walk its
// syntax tree would use up its stack, which ends the process.
func TooDeep() error {
	return mysql.NewSQLError(ERStackOverrun, StateGeneral, "Thread stack overrun: the statement nests too deeply")
}

// GroupFunction is the error of an aggregate where there are no rows that it could be of.
func GroupFunction() error {
	return mysql.NewSQLError(mysql.ERInvalidGroupFuncUse, StateGeneral, "Invalid use of group function")
}

// GroupedBy is the error of a query that groups its rows by what it knows of groups.
func GroupedBy(name string) error {
	return mysql.NewSQLError(1056, StateAccess, "Can't group on '%s'", name)
}

// NoData is what MySQL has a FETCH fail with that finds no row.
func NoData() error {
	return mysql.NewSQLError(ERFetchNoData, "02000", "No data - zero rows fetched, selected, or processed")
}

// sqlStates are the SQLSTATEs MySQL gives numbers that the engine sends with
// the general one.
var sqlStates = map[int]string{
	mysql.ERBadDb:                   "42000",
	mysql.ERDbCreateExists:          StateGeneral,
	mysql.ERBadNullError:            StateDuplicate,
	mysql.ERNoSuchTable:             "42S02",
	mysql.ERTableExists:             "42S01",
	mysql.ERBadFieldError:           "42S22",
	mysql.ERNonUniq:                 StateDuplicate,
	mysql.ERDupEntry:                StateDuplicate,
	mysql.ERSyntaxError:             "42000",
	mysql.ERParseError:              "42000",
	mysql.ERMultiplePriKey:          "42000",
	mysql.ERWrongAutoKey:            "42000",
	mysql.ERCantDropFieldOrKey:      "42000",
	mysql.ERFieldSpecifiedTwice:     "42000",
	mysql.EROperandColumns:          "21000",
	mysql.ERSubqueryNo1Row:          "21000",
	mysql.ERMixOfGroupFuncAndFields: "42000",
	mysql.ErNoReferencedRow2:        StateDuplicate,
	mysql.ERRowIsReferenced2:        StateDuplicate,
	mysql.ERKeyColumnDoesNotExist:   "42000",
}

// Numbered gives an error on its way to a client the number and SQLSTATE
// that MySQL gives it. It takes errors of the engine and what its server made
// of them; others come back as they are.
func Numbered(err error) error {
	if err == nil {
		return nil
	}
	sent, isSent := err.(*mysql.SQLError) //nolint:errorlint // what was wrapped is not what is sent
	if isSent && sent.State != "" && sent.State != StateGeneral {
		return err
	}
	if isSent && len(sent.Message) > longMessage {
		sent = mysql.NewSQLError(sent.Num, sent.State, "%s", messageOf(err))
		err = sent
	}
	if isSent && strings.HasSuffix(sent.Message, context.Canceled.Error()) || !isSent && errors.Is(err, context.Canceled) {
		return Interrupted()
	}
	if !isSent || sent.Num == mysql.ERUnknownError {
		if noSpace(err, isSent) {
			return diskFull(err)
		}
		if madeSince(err) {
			return DefinitionChanged()
		}
		if errors.Is(err, expression.FetchEOF) || isSent && sent.Message == expression.FetchEOF.Error() {
			return NoData()
		}
		if isSent && isSyntaxError(sent.Message) || !isSent && sql.ErrSyntaxError.Is(err) {
			return mysql.NewSQLError(mysql.ERParseError, StateAccess, "%s", messageOf(err))
		}
		for i := range errorTexts {
			t := &errorTexts[i]
			if isSent && t.parts(sent.Message) != nil || !isSent && t.kind.Is(err) {
				return mysql.NewSQLError(t.number, t.state, "%s", messageOf(err))
			}
		}
		return err
	}
	if state, ok := sqlStates[sent.Num]; ok && state != sent.State {
		return mysql.NewSQLError(sent.Num, state, "%s", sent.Message)
	}
	return err
}

// longMessage is how many bytes of a message are looked at: the engine quotes values and statements,
// of any length, and a message is matched with the patterns of all errors, which heeds no KILL.
const longMessage = 1 << 20

// messageOf is an error's message without its number: of a long one how it begins and ends.
func messageOf(err error) string {
	message := err.Error()
	if sent, ok := err.(*mysql.SQLError); ok { //nolint:errorlint // as it is sent
		message = sent.Message
	}
	if len(message) > longMessage {
		message = strings.ToValidUTF8(message[:longMessage/2]+message[len(message)-longMessage/2:], "")
	}
	return message
}
