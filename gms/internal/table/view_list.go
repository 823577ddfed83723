package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// What is told of the views of databases comes from the texts that made them. The engine
// plans each of them for that, in the session's database, and leaves out those it cannot.

// storedViews is a function for a Reader of VIEWS: the rows of views that are kept by a
// text, of which the account may see the definition.
func storedViews(columns sql.Schema) func(ctx *sql.Context, c sql.Catalog) ([]sql.Row, error) {
	return func(ctx *sql.Context, c sql.Catalog) ([]sql.Row, error) {
		privileges, _ := ctx.GetPrivilegeSet()
		if privileges == nil {
			return nil, nil
		}
		databases, err := information_schema.AllDatabasesWithNames(ctx, c, false)
		if err != nil {
			return nil, fmt.Errorf("databases that may have views: %w", err)
		}
		var rows []sql.Row
		for _, d := range databases {
			views, err := information_schema.ViewsInDatabase(ctx, d.Database)
			if err != nil {
				return nil, fmt.Errorf("views of %s: %w", d.SchemaName, err)
			}
			held := privileges.Database(d.Database.Name())
			for _, v := range views {
				if !privileges.Has(sql.PrivilegeType_ShowView) && !held.Has(sql.PrivilegeType_ShowView) && !held.Table(v.Name).Has(sql.PrivilegeType_ShowView) {
					continue
				}
				row := viewValues(v)
				row["TABLE_CATALOG"], row["TABLE_SCHEMA"] = d.CatalogName, d.SchemaName
				rows = append(rows, rowOf(columns, row))
			}
		}
		return rows, nil
	}
}

// viewValues are the columns of VIEWS that a view's text tells. No view can be changed
// through: IS_UPDATABLE is NO. Every text is kept in utf8mb4, and so told of.
func viewValues(v sql.ViewDefinition) map[string]any {
	const collation = sql.Collation_utf8mb4_0900_ai_ci
	values := map[string]any{
		"TABLE_NAME": v.Name, "VIEW_DEFINITION": v.TextDefinition, "CHECK_OPTION": "NONE", "IS_UPDATABLE": "NO", "SECURITY_TYPE": "DEFINER",
		"CHARACTER_SET_CLIENT": collation.CharacterSet().String(), "COLLATION_CONNECTION": collation.String(),
	}
	text, ok := readView(v)
	if !ok {
		return values
	}
	values["VIEW_DEFINITION"] = text.Query
	if text.Check != "" {
		values["CHECK_OPTION"] = text.Check
	}
	if text.Definer != "" {
		values["DEFINER"] = definition.ShownDefiner(text.Definer)
	}
	if text.Security != "" {
		values["SECURITY_TYPE"] = text.Security
	}
	return values
}

// readView reads a view's text, in the words of who made it.
func readView(v sql.ViewDefinition) (definition.ViewText, bool) {
	text, ok := definition.ReadView(v.CreateViewStatement, sql.NewSqlModeFromString(v.SqlMode).AnsiQuotes())
	text.Query = words.Unspell(text.Query)
	return text, ok
}

// rowOf is a row of values by their columns' names.
func rowOf(columns sql.Schema, values map[string]any) sql.Row {
	row := make(sql.Row, len(columns))
	for i, c := range columns {
		row[i] = values[strings.ToUpper(c.Name)]
	}
	return row
}

// showViewColumns are those of SHOW CREATE VIEW.
var showViewColumns = sql.Schema{
	{Name: "View", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 64)},
	{Name: "Create View", Type: types.LongText},
	{Name: "character_set_client", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 64)},
	{Name: "collation_connection", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 64)},
}

// ShowView is SHOW CREATE VIEW, or SHOW CREATE TABLE of a view, which tells of the view
// whether or not it can be read; nil for other statements.
func ShowView(ctx *sql.Context, catalog *analyzer.Catalog, stmt sqlparser.Statement) sqlparser.Statement {
	show, ok := stmt.(*sqlparser.Show)
	if !ok || show.ShowTablesOpt != nil && show.ShowTablesOpt.AsOf != nil {
		return nil
	}
	if kind := strings.ToLower(show.Type); kind != "create view" && kind != "create table" {
		return nil
	}
	database, name := show.Database, show.Table.Name.String()
	if database == "" {
		database = show.Table.DbQualifier.String()
	}
	if database == "" {
		database = ctx.GetCurrentDatabase()
	}
	of, ok := definition.ViewOf(ctx, catalog, database, name)
	if !ok {
		return nil
	}
	text, ok := readView(of)
	if !ok {
		return nil
	}
	n := &node.Command{Text: "SHOW CREATE VIEW", Columns: showViewColumns, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		row := sql.Row{of.Name, text.Create(of.Name)}
		for _, variable := range []string{"character_set_client", "collation_connection"} {
			value, err := ctx.GetSessionVariable(ctx, variable)
			if err != nil {
				return nil, fmt.Errorf("show a view: %w", err)
			}
			row = append(row, value)
		}
		return []sql.Row{row}, nil
	}}
	return sqlparser.InjectedStatement{Auth: show.Auth, Statement: n}
}

const showTableStatus = "SHOW TABLE STATUS"

// StatusWithViews is SHOW TABLE STATUS with the views of the database, of which MySQL tells
// that they are, and with the tables of mysql.
func StatusWithViews(show *plan.ShowTableStatus, an *analyzer.Analyzer) sql.Node {
	show = statusOfSystem(show)
	columns := show.Schema().Copy()
	for _, c := range columns {
		c.Nullable = true // the engine says of all that they are not
	}
	return &node.Command{Text: showTableStatus, Columns: columns, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		iter, err := an.ExecBuilder.Build(ctx, show, nil)
		if err != nil {
			return nil, fmt.Errorf("status of the tables: %w", err)
		}
		rows, err := sql.RowIterToRows(ctx, iter)
		if err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		view := func(name any) sql.Row {
			return rowOf(columns, map[string]any{"NAME": name, "COMMENT": "VIEW"})
		}
		database := node.DatabaseName(show.Database())
		for i, r := range rows {
			if database == computed.Sys && isView(r[0]) {
				rows[i] = view(r[0])
			} else if err := correctStatus(ctx, show, columns, database, r); err != nil {
				return nil, err
			}
		}
		views, err := information_schema.ViewsInDatabase(ctx, unfenced(show.Database()))
		if err != nil {
			return nil, fmt.Errorf("status of the views: %w", err)
		}
		for _, v := range views {
			rows = append(rows, view(v.Name))
		}
		slices.SortStableFunc(rows, func(x, y sql.Row) int { return strings.Compare(fmt.Sprint(x[0]), fmt.Sprint(y[0])) })
		return rows, nil
	}}
}

// correctStatus has a row of SHOW TABLE STATUS say what TABLES does of a table. The engine
// says of all that they are InnoDB's with rows of one length, and of none how it counts on.
func correctStatus(ctx *sql.Context, show *plan.ShowTableStatus, columns sql.Schema, database string, row sql.Row) error {
	name, _ := row[0].(string)
	at := columns.IndexOfColName
	engine, format, next, collation, options := at("Engine"), at("Row_format"), at("Auto_increment"), at("Collation"), at("Create_options")
	row[format], row[options] = "Dynamic", ""
	switch {
	case isInformationSchema(database):
		row[engine], row[format], row[collation] = nil, nil, nil
		for _, name := range []string{"Rows", "Avg_row_length", "Data_length"} {
			row[at(name)] = uint64(0)
		}
	case database == computed.PerformanceSchema, database == computed.Profiling:
		row[engine], row[format], row[collation] = computed.StorageEngine, rowFormat(name), tableCollation(name)
	case database == mysqlName && isLog(name):
		row[engine] = logEngine
	default:
		t, _, err := show.Catalog.Table(ctx, show.Database().Name(), name)
		if counts, ok := t.(sql.AutoIncrementTable); ok && err == nil && t.Schema().HasAutoIncrement() {
			if n, err := counts.PeekNextAutoIncrementValue(ctx); err == nil {
				row[next] = n
			}
		}
		return err //nolint:wrapcheck // the engine's own
	}
	return nil
}

func unfenced(db sql.Database) sql.Database {
	if fenced, ok := db.(mysql_db.PrivilegedDatabase); ok {
		return fenced.Unwrap()
	}
	return db
}
