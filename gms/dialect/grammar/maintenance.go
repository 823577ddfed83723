package grammar

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// maintenanceRule is the rule maintenance-of-tables.
var maintenanceRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "maintenance-of-tables", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser lacks CHECK, CHECKSUM, OPTIMIZE and REPAIR TABLE.",
		NeededBy: rule.Tool, By: "mysqlcheck", Golden: "read_only",
		Example: "CHECK TABLE t",
	},
	Apply: lateStep{match: byTokens(func(g *Grammar, t *syntax.Tokens) (sqlparser.Statement, error) { return g.tableMaintenance().match(t) })},
}

// histogramsRule is the rule histograms.
var histogramsRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "histograms", Changes: rule.Error, About: rule.Shows,
		Why:      "The parser refuses ANALYZE TABLE ... UPDATE HISTOGRAM ... WITH BUCKETS as a syntax error; here it is error 1235, as what there is not.",
		NeededBy: rule.Client, Golden: "server_statements",
	},
	Apply: lateStep{begins: [][]string{{"ANALYZE"}}, match: func(_ *Grammar, _ context.Context, t *syntax.Tokens, _ sqlparser.ParserOptions) (sqlparser.Statement, error) {
		return nil, histogram(t)
	}},
}

// analyzeWordsRule is the rule words-of-analyze.
var analyzeWordsRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "words-of-analyze", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser lacks ANALYZE TABLES, and LOCAL and NO_WRITE_TO_BINLOG of ANALYZE.",
		NeededBy: rule.Tool, By: "mysqlcheck", Golden: "server_statements",
		Example: "ANALYZE NO_WRITE_TO_BINLOG TABLE t",
	},
	Apply: lateStep{begins: [][]string{{"ANALYZE", "TABLES"}, {"ANALYZE", "LOCAL", "TABLE"}, {"ANALYZE", "LOCAL", "TABLES"}, {"ANALYZE", "NO_WRITE_TO_BINLOG", "TABLE"}, {"ANALYZE", "NO_WRITE_TO_BINLOG", "TABLES"}}, match: func(g *Grammar, ctx context.Context, t *syntax.Tokens, _ sqlparser.ParserOptions) (sqlparser.Statement, error) {
		return g.lateAnalyze(ctx, t)
	}},
}

var maintenanceSchema = sql.Schema{
	{Name: "Table", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 128), Nullable: true},
	{Name: "Op", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 10), Nullable: true},
	{Name: "Msg_type", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 10), Nullable: true},
	{Name: "Msg_text", Type: types.LongText, Nullable: true},
}

// maintenance is a statement about tables, one after the other.
type maintenance struct {
	op      string // as the rows name it
	tables  []sqlparser.TableName
	command string // the rights that it needs, as MySQL's error names them
	rights  []sql.PrivilegeType
	refused bool // whether an error is of the statement and not of the table
	one     func(ctx *sql.Context, database, table string) (kind, text string, err error)
}

// tableMaintenance runs CHECK, OPTIMIZE, REPAIR, ANALYZE and CHECKSUM TABLE. read runs a
// query with the rights of the account.
type tableMaintenance struct {
	rights   *privilege.Rights
	catalog  *analyzer.Catalog // nil until the Adapter is installed
	computed computed.Tables
	read     func(ctx *sql.Context, query string, begin func(sql.Schema), each func(sql.Row) error) error
}

func (g *Grammar) tableMaintenance() tableMaintenance {
	return tableMaintenance{g.Rights, g.Catalog(), g.Server.Computed, g.Server.Query}
}

// match recognises CHECK, OPTIMIZE, REPAIR and CHECKSUM TABLE.
func (k tableMaintenance) match(t *syntax.Tokens) (sqlparser.Statement, error) {
	read, change := []sql.PrivilegeType{sql.PrivilegeType_Select}, []sql.PrivilegeType{sql.PrivilegeType_Select, sql.PrivilegeType_Insert}
	m := maintenance{command: "SELECT", rights: read, one: k.check}
	var options [][]string
	switch {
	case t.Take("CHECK"):
		m.op = "check"
		options = checkOptions
	case t.Take("CHECKSUM"):
		options = [][]string{{"QUICK"}, {"EXTENDED"}}
	case t.Take("OPTIMIZE"):
		m.op, m.command, m.rights, m.one = "optimize", "SELECT, INSERT", change, notDone("optimize")
		takeLogged(t)
	case t.Take("REPAIR"):
		m.op, m.command, m.rights, m.one = "repair", "SELECT, INSERT", change, notDone("repair")
		options = repairOptions
		takeLogged(t)
	default:
		return nil, nil
	}
	if !t.Take("TABLE") && !t.Take("TABLES") {
		return nil, t.Unexpected()
	}
	var err error
	if m.tables, err = t.ExpectTables(); err != nil {
		return nil, err
	}
	quick := strings.EqualFold(t.Peek(), "QUICK")
	takeOptions(t, options)
	if err := t.ExpectEnd(); err != nil {
		return nil, err
	}
	if m.op == "" {
		return k.checksums(m.tables, quick), nil
	}
	return k.maintain(m), nil
}

// Options of CHECK and REPAIR, which nothing here goes by.
var (
	checkOptions  = [][]string{{"FOR", "UPGRADE"}, {"QUICK"}, {"FAST"}, {"MEDIUM"}, {"EXTENDED"}, {"CHANGED"}}
	repairOptions = [][]string{{"QUICK"}, {"EXTENDED"}, {"USE_FRM"}}
)

// takeOptions passes over any of them.
func takeOptions(t *syntax.Tokens, options [][]string) {
	for i := 0; i < len(options); i++ {
		if t.Take(options[i]...) {
			i = -1
		}
	}
}

// takeLogged passes over what says whether the statement goes to the binary log.
func takeLogged(t *syntax.Tokens) {
	if !t.Take("LOCAL") {
		t.Take("NO_WRITE_TO_BINLOG")
	}
}

// maintain is the statement.
func (k tableMaintenance) maintain(m maintenance) sqlparser.Statement {
	n := &node.Command{Text: strings.ToUpper(m.op) + " TABLE", Columns: maintenanceSchema, Commits: true, Rows: func(ctx *sql.Context) (rows []sql.Row, _ error) {
		if err := k.rights.RefuseTables(ctx, m.command, m.tables, m.rights...); err != nil {
			return nil, err
		}
		for _, t := range m.tables {
			db, table := nameOf(ctx, t)
			name := db + "." + table
			if !k.has(ctx, db, table) {
				rows = append(rows, sql.Row{name, m.op, "Error", "Table '" + name + "' doesn't exist"}, sql.Row{name, m.op, "status", "Operation failed"})
				continue
			}
			kind, text, err := m.one(ctx, db, table)
			if err != nil {
				return nil, err
			}
			if kind == "Error" {
				rows = append(rows, sql.Row{name, m.op, kind, text})
				if kind, text = "error", "Corrupt"; m.refused {
					kind, text = "status", "Operation failed"
				}
			}
			rows = append(rows, sql.Row{name, m.op, kind, text})
		}
		return rows, nil
	}}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// nameOf is the database and the name of a table.
func nameOf(ctx *sql.Context, t sqlparser.TableName) (database, table string) {
	if database = t.DbQualifier.String(); database == "" {
		database = ctx.GetCurrentDatabase()
	}
	return database, t.Name.String()
}

func (k tableMaintenance) has(ctx *sql.Context, database, table string) bool {
	if k.catalog == nil {
		return false
	}
	if _, err := k.catalog.Database(ctx, database); err != nil {
		return false
	}
	return definition.IsTable(ctx, k.catalog, k.computed, database, table)
}

// check reads every row of a table.
func (k tableMaintenance) check(ctx *sql.Context, database, table string) (kind, text string, err error) {
	err = k.read(ctx, "SELECT * FROM "+words.QuotedName(database)+"."+words.QuotedName(table), nil, nil)
	var told *mysql.SQLError
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case err == nil:
		return "status", "OK", nil
	case errors.As(err, &told) && (told.Num == sqlerr.ERTableDenied || told.Num == mysql.ERSpecifiedAccessDenied):
		return "", "", err
	}
	return "Error", err.Error(), nil
}

// notDone is what MySQL answers where the storage does not do something: Dolt keeps
// its tables in order by itself, and has its own CALL dolt_gc().
func notDone(op string) func(*sql.Context, string, string) (string, string, error) {
	return func(*sql.Context, string, string) (string, string, error) {
		return "note", "The storage engine for the table doesn't support " + op, nil
	}
}

// byEngine is with the context of an ANALYZE TABLE that is the engine's.
type byEngine struct{}

// analyzes is ANALYZE TABLE: the engine has each table analyzed, and names it without its
// database; of mysql the storage keeps no statistics. nil is for the engine.
func (k tableMaintenance) analyzes(ctx *sql.Context, s *sqlparser.Analyze) sqlparser.Statement {
	const op = "analyze"
	if ctx.Value(byEngine{}) != nil {
		return nil
	}
	for _, t := range s.Tables {
		db, table := nameOf(ctx, t)
		switch {
		case isOfMySQL(db):
			continue
		case db == "" || s.Action != "" || k.catalog == nil || !k.catalog.HasDatabase(ctx, db):
			return nil
		}
		if _, view := definition.View(ctx, k.catalog, db, table); view {
			return nil // with the engine's error
		}
	}
	m := maintenance{op: op, tables: slices.Clone(s.Tables), command: "SELECT, INSERT", rights: []sql.PrivilegeType{sql.PrivilegeType_Select, sql.PrivilegeType_Insert}}
	m.one = func(ctx *sql.Context, database, table string) (kind, text string, err error) {
		if isOfMySQL(database) {
			return notDone(op)(ctx, database, table)
		}
		kind, text = "status", "OK"
		engine := ctx.WithContext(context.WithValue(ctx.Context, byEngine{}, true))
		err = k.read(engine, "ANALYZE TABLE "+words.QuotedName(database)+"."+words.QuotedName(table), nil, func(row sql.Row) error {
			if len(row) == len(maintenanceSchema) {
				kind, text = fmt.Sprint(row[2]), fmt.Sprint(row[3])
			}
			return nil
		})
		return kind, text, err
	}
	return k.maintain(m)
}

func isOfMySQL(database string) bool { return strings.EqualFold(database, "mysql") }

var checksumSchema = sql.Schema{
	{Name: "Table", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 128), Nullable: true},
	{Name: "Checksum", Type: types.Int64, Nullable: true},
}

// checksums is CHECKSUM TABLE: the sum of the CRC32 of each row's values as text,
// whatever their order. With QUICK it is NULL, since none is kept.
func (k tableMaintenance) checksums(tables []sqlparser.TableName, quick bool) sqlparser.Statement {
	return answer("CHECKSUM TABLE", checksumSchema, func(ctx *sql.Context) (rows []sql.Row, _ error) {
		if err := k.rights.RefuseTables(ctx, "SELECT", tables, sql.PrivilegeType_Select); err != nil {
			return nil, err
		}
		for _, t := range tables {
			db, table := nameOf(ctx, t)
			if !k.has(ctx, db, table) {
				ctx.Session.Warn(&sql.Warning{Level: "Error", Code: mysql.ERNoSuchTable, Message: "Table '" + db + "." + table + "' doesn't exist"})
				rows = append(rows, sql.Row{db + "." + table, nil})
				continue
			}
			if quick {
				rows = append(rows, sql.Row{db + "." + table, nil})
				continue
			}
			sum, err := k.checksum(ctx, db, table)
			if err != nil {
				return nil, err
			}
			rows = append(rows, sql.Row{db + "." + table, int64(sum)})
		}
		return rows, nil
	})
}

func (k tableMaintenance) checksum(ctx *sql.Context, database, table string) (sum uint32, err error) {
	var schema sql.Schema
	var text []byte
	err = k.read(ctx, "SELECT * FROM "+words.QuotedName(database)+"."+words.QuotedName(table), func(s sql.Schema) { schema = s }, func(row sql.Row) error {
		text = text[:0]
		for i, v := range row {
			if v == nil || i >= len(schema) {
				text = append(text, 0)
				continue
			}
			value, err := schema[i].Type.SQL(ctx, nil, v)
			if err != nil {
				return err
			}
			text = append(append(text, 1), value.ToBytes()...)
		}
		sum += crc32.ChecksumIEEE(text)
		return nil
	})
	return sum, err
}

// histogram is the error of ANALYZE TABLE ... UPDATE HISTOGRAM; nil for others. The
// statistics of ANALYZE TABLE have histograms, of the columns of indexes.
func histogram(t *syntax.Tokens) error {
	for t.Peek() != "" {
		if t.Take("UPDATE", "HISTOGRAM") {
			return sqlerr.NotSupportedYet("ANALYZE TABLE ... UPDATE HISTOGRAM ... WITH BUCKETS")
		}
		t.Next()
	}
	return nil
}
