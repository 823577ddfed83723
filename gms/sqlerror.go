package gms

import (
	"context"
	"errors"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/view"
)

// MySQL's error numbers and SQLSTATEs that go-mysql-server lacks or gives
// otherwise. A *mysql.SQLError reaches the client as it is.
const (
	errDiskFull         = 1021
	errDuplicateKey     = 1022
	errDBAccessDenied   = 1044
	errRecordFileFull   = 1114
	errTableDenied      = 1142
	errGlobalVariable   = 1229
	errBadHandshake     = 1043
	errPacketOrder      = 1156
	errWrongValue       = 1231
	errAuthMode         = 1251
	errNoSuchGrant      = 1141
	errCreateByGrant    = 1410
	errWrongLength      = 1470
	errAccountLocked    = 3118
	errSecureTransport  = 3159
	errReadOnlyVar      = 1238
	errUnknownStatement = 1243
	errDataTruncated    = 1265
	errProgramExists    = 1304
	errFetchNoData      = 1329
	errNoTrigger        = 1360
	errTableInUse       = 1442
	errArgumentCount    = 1582
	errInvalidUsage     = 1683
	errUnknownAuthID    = 3523
	errRecursionOfCTE   = 3636
	stateGeneral        = "HY000"
	stateAccess         = "42000"
	stateDuplicate      = "23000"
	stateDataTruncated  = "01000"
	stateRange          = "22003"
	stateDatetime       = "22007"
	stateCardinality    = "21000"
	stateNoColumn       = "42S22"
)

// account is the client as MySQL's messages name it: 'user'@'host'.
func account(ctx *sql.Context) string {
	client := ctx.Session.Client()
	return "'" + client.User + "'@'" + client.Address + "'"
}

// deniedTable is what a statement gets that may not do this to the table.
func deniedTable(ctx *sql.Context, command, table string) error {
	return mysql.NewSQLError(errTableDenied, stateAccess, "%s command denied to user %s for table '%s'", command, account(ctx), table)
}

// deniedDatabase is what a statement gets that may not do this to the database.
func deniedDatabase(ctx *sql.Context, database string) error {
	return mysql.NewSQLError(errDBAccessDenied, stateAccess, "Access denied for user %s to database '%s'", account(ctx), database)
}

// writeError gives an error of a write its MySQL number. row is the number of
// the row within the statement, from 1.
func writeError(err error, table, column string, row int) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, view.ErrNotUpdatable), errors.Is(err, view.ErrOff):
		return invalidUsage()
	case errors.Is(err, view.ErrDuplicate):
		return mysql.NewSQLError(errDuplicateKey, stateDuplicate, "Can't write; duplicate key in table '%s'", table)
	case errors.Is(err, view.ErrFull):
		return mysql.NewSQLError(errRecordFileFull, stateGeneral, "The table '%s' is full", table)
	case errors.Is(err, view.ErrValue):
		return dataTruncated(column, row)
	}
	return err
}

// invalidUsage is what cannot be done with the Performance Schema's tables.
func invalidUsage() error {
	return mysql.NewSQLError(errInvalidUsage, stateGeneral, "Invalid performance_schema usage.")
}

// dataTruncated is a value an enum or set column does not have.
func dataTruncated(column string, row int) error {
	return mysql.NewSQLError(errDataTruncated, stateDataTruncated, "Data truncated for column '%s' at row %d", column, row)
}

// interrupted is what a statement gets that was killed.
func interrupted() error {
	return mysql.NewSQLError(mysql.ERQueryInterrupted, mysql.SSQueryInterrupted, "Query execution was interrupted")
}

// sqlStates are the SQLSTATEs MySQL gives numbers that the engine sends with
// the general one.
var sqlStates = map[int]string{
	mysql.ERBadDb:                   "42000",
	mysql.ERDbCreateExists:          stateGeneral,
	mysql.ERBadNullError:            stateDuplicate,
	mysql.ERNoSuchTable:             "42S02",
	mysql.ERTableExists:             "42S01",
	mysql.ERBadFieldError:           "42S22",
	mysql.ERNonUniq:                 stateDuplicate,
	mysql.ERDupEntry:                stateDuplicate,
	mysql.ERSyntaxError:             "42000",
	mysql.ERParseError:              "42000",
	mysql.ERMultiplePriKey:          "42000",
	mysql.ERWrongAutoKey:            "42000",
	mysql.ERCantDropFieldOrKey:      "42000",
	mysql.ERFieldSpecifiedTwice:     "42000",
	mysql.EROperandColumns:          "21000",
	mysql.ERSubqueryNo1Row:          "21000",
	mysql.ERMixOfGroupFuncAndFields: "42000",
	mysql.ErNoReferencedRow2:        stateDuplicate,
	mysql.ERRowIsReferenced2:        stateDuplicate,
	mysql.ERKeyColumnDoesNotExist:   "42000",
}

// mysqlError gives an error on its way to a client the number and SQLSTATE
// that MySQL gives it. It takes errors of the engine and what its server made
// of them; others come back as they are.
func mysqlError(err error) error {
	if err == nil {
		return nil
	}
	sent, isSent := err.(*mysql.SQLError) //nolint:errorlint // what was wrapped is not what is sent
	if isSent && sent.State != "" && sent.State != stateGeneral {
		return err
	}
	if isSent && strings.HasSuffix(sent.Message, context.Canceled.Error()) || !isSent && errors.Is(err, context.Canceled) {
		return interrupted()
	}
	if !isSent || sent.Num == mysql.ERUnknownError {
		if noSpace(err, isSent) {
			return diskFull(err)
		}
		if errors.Is(err, expression.FetchEOF) || isSent && sent.Message == expression.FetchEOF.Error() {
			return noDataError()
		}
		if isSent && isSyntaxError(sent.Message) || !isSent && sql.ErrSyntaxError.Is(err) {
			return mysql.NewSQLError(mysql.ERParseError, stateAccess, "%s", messageOf(err))
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

// messageOf is an error's message without its number.
func messageOf(err error) string {
	if sent, ok := err.(*mysql.SQLError); ok { //nolint:errorlint // as it is sent
		return sent.Message
	}
	return err.Error()
}
