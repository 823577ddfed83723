package grammar

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// handlerStatement is HANDLER. The engine has no cursors on tables, so that none is ever
// open; what MySQL refuses to open is refused as there.
func (g *Grammar) handlerStatement(t *syntax.Tokens) (sqlparser.Statement, error) {
	name, err := t.ExpectTable()
	if err != nil {
		return nil, err
	}
	if !t.Take("OPEN") {
		return notOpen(t, name)
	}
	called := name.Name.String()
	if as := t.Take("AS"); as || t.Peek() != "" {
		if called, err = t.ExpectName(); err != nil {
			return nil, err
		}
	}
	if err := t.ExpectEnd(); err != nil {
		return nil, err
	}
	return done("HANDLER", func(ctx *sql.Context) error { return g.refuseToOpen(ctx, name, called) }), nil
}

// notOpen is HANDLER ... READ and CLOSE.
func notOpen(t *syntax.Tokens, name sqlparser.TableName) (sqlparser.Statement, error) {
	switch {
	case !name.DbQualifier.IsEmpty():
		return nil, t.Unexpected()
	case t.Take("READ"):
		if t.Peek() == "" {
			return nil, t.Unexpected()
		}
	case t.Take("CLOSE"):
		if err := t.ExpectEnd(); err != nil {
			return nil, err
		}
	default:
		return nil, t.Unexpected()
	}
	return done("HANDLER", func(*sql.Context) error {
		return mysql.NewSQLError(mysql.ERUnknownTable, "42S02", "Unknown table '%s' in HANDLER", name.Name.String())
	}), nil
}

// refuseToOpen is the error of HANDLER ... OPEN.
func (g *Grammar) refuseToOpen(ctx *sql.Context, name sqlparser.TableName, called string) error {
	if err := g.Rights.RefuseTables(ctx, "SELECT", []sqlparser.TableName{name}, sql.PrivilegeType_Select); err != nil {
		return err
	}
	database, of := nameOf(ctx, name)
	kind, engine := "", ""
	query := "SELECT CONCAT(TABLE_TYPE), IFNULL(ENGINE, '') FROM information_schema.TABLES WHERE TABLE_SCHEMA COLLATE utf8mb3_general_ci = " + words.Quoted(database) + " AND TABLE_NAME COLLATE utf8mb3_general_ci = " + words.Quoted(of)
	err := g.Server.Query(ctx, query, nil, func(r sql.Row) error {
		kind = fmt.Sprint(r[0])
		engine = fmt.Sprint(r[1])
		return nil
	})
	if err != nil {
		return err
	}
	switch {
	case kind == "":
		if _, err := g.Catalog().Database(ctx, database); err != nil {
			return err
		}
		return mysql.NewSQLError(mysql.ERNoSuchTable, "42S02", "Table '%s.%s' doesn't exist", database, of)
	case strings.HasSuffix(kind, "VIEW"):
		return sqlerr.NotBaseTable(database, of)
	case engine == computed.StorageEngine:
		return mysql.NewSQLError(errNoTableOption, sqlerr.StateGeneral, "Table storage engine for '%s' doesn't have this option", called)
	}
	return sqlerr.NotSupportedYet("HANDLER")
}
