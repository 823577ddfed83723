package grammar

import (
	"context"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// diagnosticsRule is the rule get-diagnostics.
var diagnosticsRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "get-diagnostics", Changes: rule.Text, About: rule.Programs,
		Why:      "The parser lacks GET DIAGNOSTICS.",
		NeededBy: rule.Data, Golden: "program_statements",
		Example: "GET DIAGNOSTICS @a = NUMBER",
	},
	Apply: lateStep{begins: [][]string{{"GET"}}, match: func(g *Grammar, ctx context.Context, t *syntax.Tokens, _ sqlparser.ParserOptions) (sqlparser.Statement, error) {
		return g.getDiagnostics(ctx, t)
	}},
}

// Errors of GET DIAGNOSTICS.
const (
	errInvalidCondition = 1758 // ER_DA_INVALID_CONDITION_NUMBER
	stateCondition      = "35000"
	errNoHandler        = 3021 // ER_GET_STACKED_DA_WITHOUT_ACTIVE_HANDLER
	stateNoHandler      = "0Z002"
)

// diagnosing is a statement that tells of the one before it, whose errors and warnings
// it leaves for the next.
type diagnosing struct {
	text    string
	columns sql.Schema
	// rows are its own; conditions, oldest first, are those of the statement before.
	rows func(ctx *sql.Context, conditions []*sql.Warning) ([]sql.Row, error)
	// session is the one that it was parsed in. What it has is taken before the
	// statement begins, since the engine then throws it away.
	session sql.Session
}

var _ sqlparser.Injectable = (*diagnosing)(nil)

func (d diagnosing) statement() sqlparser.Statement {
	return sqlparser.InjectedStatement{Auth: sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE, TargetType: sqlparser.AuthTargetType_Global}, Statement: &d}
}

// WithResolvedChildren implements sqlparser.Injectable.
func (d *diagnosing) WithResolvedChildren([]any) (any, error) {
	var conditions []*sql.Warning
	if d.session != nil {
		conditions = d.session.Warnings()
		slices.Reverse(conditions)
	}
	return &node.Command{Text: d.text, Columns: d.columns, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		rows, err := d.rows(ctx, conditions)
		if err == nil && len(ctx.Session.Warnings()) == 0 {
			for _, w := range conditions {
				ctx.Session.Warn(w)
			}
			ctx.Session.ClearWarningCount()
		}
		return rows, err
	}}, nil
}

func sessionOf(ctx context.Context) sql.Session {
	if c, ok := ctx.(*sql.Context); ok && c != nil {
		return c.Session
	}
	return nil
}

var conditionSchema = sql.Schema{
	{Name: "Level", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 7)},
	{Name: "Code", Type: types.Uint32},
	{Name: "Message", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 512)},
}

// showErrors is SHOW ERRORS: what SHOW WARNINGS shows, without warnings and notes.
func showErrors(ctx context.Context, offset, limit int) sqlparser.Statement {
	return diagnosing{text: "SHOW ERRORS", columns: conditionSchema, session: sessionOf(ctx), rows: func(_ *sql.Context, conditions []*sql.Warning) (rows []sql.Row, _ error) {
		for _, w := range conditions {
			if w.Level == "Error" {
				rows = append(rows, sql.Row{w.Level, uint32(w.Code), w.Message})
			}
		}
		rows = rows[min(offset, len(rows)):]
		return rows[:min(limit, len(rows))], nil
	}}.statement()
}

// showCount is SHOW COUNT(*) WARNINGS, and of errors.
func showCount(ctx context.Context, errorsOnly bool) sqlparser.Statement {
	name := "@@session.warning_count"
	if errorsOnly {
		name = "@@session.error_count"
	}
	columns := sql.Schema{{Name: name, Type: types.Uint64}}
	return diagnosing{text: "SHOW COUNT(*)", columns: columns, session: sessionOf(ctx), rows: func(_ *sql.Context, conditions []*sql.Warning) ([]sql.Row, error) {
		n := uint64(0)
		for _, w := range conditions {
			if !errorsOnly || w.Level == "Error" {
				n++
			}
		}
		return []sql.Row{{n}}, nil
	}}.statement()
}

// diagnostic is an item of GET DIAGNOSTICS and the variable it goes to.
type diagnostic struct{ variable, item string }

// conditionItems are the items of a condition that are known here.
var conditionItems = []string{"MYSQL_ERRNO", "MESSAGE_TEXT"}

// otherItems are known of no condition here.
var otherItems = []string{
	"RETURNED_SQLSTATE", "CLASS_ORIGIN", "SUBCLASS_ORIGIN", "CONSTRAINT_CATALOG", "CONSTRAINT_SCHEMA", "CONSTRAINT_NAME", "CATALOG_NAME", "SCHEMA_NAME",
	"TABLE_NAME", "COLUMN_NAME", "CURSOR_NAME",
}

// getDiagnostics is GET DIAGNOSTICS into variables of the session.
func (g *Grammar) getDiagnostics(ctx context.Context, t *syntax.Tokens) (sqlparser.Statement, error) {
	if t.Take("STACKED", "DIAGNOSTICS") {
		return nil, mysql.NewSQLError(errNoHandler, stateNoHandler, "GET STACKED DIAGNOSTICS when handler not active")
	}
	if !t.Take("CURRENT", "DIAGNOSTICS") && !t.Take("DIAGNOSTICS") {
		return nil, t.Unexpected()
	}
	number, ofVariable := uint64(0), ""
	known := []string{"NUMBER", "ROW_COUNT"}
	condition := t.Take("CONDITION")
	if condition {
		if next := t.Peek(); strings.HasPrefix(next, "@") {
			t.Next()
			ofVariable = userVariable(next)
		} else {
			var err error
			if number, err = t.ExpectNumber(); err != nil {
				return nil, err
			}
		}
		known = append(conditionItems, otherItems...)
	}
	var list []diagnostic
	for {
		variable := t.Peek()
		if !strings.HasPrefix(variable, "@") || strings.HasPrefix(variable, "@@") {
			return nil, t.Unexpected()
		}
		t.Next()
		if !t.Take("=") && !t.Take(":=") {
			return nil, t.Unexpected()
		}
		item := strings.ToUpper(t.Peek())
		if !slices.Contains(known, item) {
			return nil, t.Unexpected()
		}
		t.Next()
		if slices.Contains(otherItems, item) {
			return nil, sqlerr.NotSupportedYet("GET DIAGNOSTICS ... " + item)
		}
		if list = append(list, diagnostic{userVariable(variable), item}); !t.Take(",") {
			break
		}
	}
	if err := t.ExpectEnd(); err != nil {
		return nil, err
	}
	rows := func(ctx *sql.Context, conditions []*sql.Warning) ([]sql.Row, error) {
		at := number
		if ofVariable != "" {
			_, v, err := ctx.GetUserVariable(ctx, ofVariable)
			if err != nil {
				return nil, err
			}
			if n, _, err := types.Int64.Convert(ctx, v); err == nil && n != nil {
				at = uint64(max(n.(int64), 0))
			}
		}
		if condition && (at == 0 || at > uint64(len(conditions))) {
			return nil, mysql.NewSQLError(errInvalidCondition, stateCondition, "Invalid condition number")
		}
		for _, d := range list {
			var err error
			switch d.item {
			case "NUMBER":
				err = ctx.SetUserVariable(ctx, d.variable, int64(len(conditions)), types.Int64)
			case "ROW_COUNT":
				err = ctx.SetUserVariable(ctx, d.variable, ctx.GetLastQueryInfo().RowCount.Load(), types.Int64)
			case "MYSQL_ERRNO":
				err = ctx.SetUserVariable(ctx, d.variable, int64(conditions[at-1].Code), types.Int64)
			case "MESSAGE_TEXT":
				err = ctx.SetUserVariable(ctx, d.variable, conditions[at-1].Message, types.LongText)
			}
			if err != nil {
				return nil, err
			}
		}
		return []sql.Row{{types.NewOkResult(0)}}, nil
	}
	return diagnosing{text: "GET DIAGNOSTICS", columns: types.OkResultSchema, session: sessionOf(ctx), rows: rows}.statement(), nil
}

// userVariable is the name of a variable as it is written.
func userVariable(written string) string {
	return strings.ToLower(strings.Trim(strings.TrimPrefix(written, "@"), "`'\""))
}
