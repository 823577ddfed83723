package grammar

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// misplacedReturnsRule is the rule misplaced-returns.
var misplacedReturnsRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "misplaced-returns", Changes: rule.Error, About: rule.Programs,
		Why:      "The parser refuses RETURN without a value in a procedure, a trigger and an event as a syntax error; in MySQL it is error 1313.",
		NeededBy: rule.Client, Golden: "definition_errors",
	},
	Apply: lateStep{begins: [][]string{{"CREATE"}}, match: func(_ *Grammar, _ context.Context, t *syntax.Tokens, _ sqlparser.ParserOptions) (sqlparser.Statement, error) {
		return nil, misplacedReturn(t)
	}},
}

// alterFunctionsRule is the rule alter-function.
var alterFunctionsRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "alter-function", Changes: rule.Text, About: rule.Programs,
		Why:      "The parser lacks ALTER FUNCTION.",
		NeededBy: rule.Data, Golden: "functions",
		Example: "ALTER FUNCTION f COMMENT 'a'",
	},
	Apply: lateStep{begins: [][]string{{"ALTER", "FUNCTION"}}, match: (*Grammar).alterFunction},
}

// dropFunctionsRule is the rule drop-function.
var dropFunctionsRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "drop-function", Changes: rule.Text, About: rule.Programs,
		Why:      "The parser lacks DROP FUNCTION.",
		NeededBy: rule.Data, Golden: "functions",
		Example: "DROP FUNCTION f",
	},
	Apply: lateStep{begins: [][]string{{"DROP", "FUNCTION"}}, match: byTokens((*Grammar).dropFunction)},
}

// Stored functions, of which the parser knows the calls alone.

const (
	errNoReturn   = 1320 // ER_SP_NORETURN
	errNativeName = 1585 // ER_NATIVE_FCT_NAME_COLLISION
)

// changes is a statement that changes what a database keeps, and commits.
func changes(text string, run func(ctx *sql.Context) error) sqlparser.Statement {
	n := &node.Command{Text: text, Columns: types.OkResultSchema, Writes: true, Commits: true, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		if err := run(ctx); err != nil {
			return nil, err
		}
		return []sql.Row{{types.NewOkResult(0)}}, nil
	}}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// function recognises CREATE FUNCTION; nil for others. With multi, others may follow it.
func (p *Parser) function(ctx context.Context, query string, multi bool, options sqlparser.ParserOptions) (stmt sqlparser.Statement, text, rest string, err error) {
	f, err := routine.Read(query, options.AnsiQuotes)
	if f == nil || err != nil {
		return nil, query, "", err
	}
	g := p.grammar
	definer := ""
	if c, ok := ctx.(*sql.Context); ok && c.Session != nil {
		definer = g.Rights.Signature(c)
	}
	whole := f.Procedure(definer)
	parsed, procedure, rest, err := p.Parser.ParseWithOptions(ctx, whole, ';', multi, options)
	if err != nil {
		if spelled, ok := words.Respell(whole, options.AnsiQuotes, sessionAccount(ctx)); ok {
			parsed, procedure, rest, err = p.Parser.ParseWithOptions(ctx, spelled.Text, ';', multi, options)
		}
	}
	ddl, ok := parsed.(*sqlparser.DDL)
	rest = routine.AsWritten(rest)
	if err != nil || !ok || ddl.ProcedureSpec == nil || !strings.HasSuffix(query, rest) {
		return nil, query, "", unreadFunction(f, whole, options)
	}
	text = sql.RemoveSpaceAndDelimiter(query[:len(query)-len(rest)], ';')
	name := f.Name.Name.String()
	switch {
	case routine.IsStoredName(name):
		return nil, text, rest, routine.WrongName(name)
	case !program.Assigns(ddl.ProcedureSpec.Body, routine.Result):
		return nil, text, rest, mysql.NewSQLError(errNoReturn, sqlerr.StateAccess, "No RETURN found in FUNCTION %s", qualifiedName(ctx, f.Name))
	}
	return changes("CREATE FUNCTION", func(ctx *sql.Context) error { return g.createFunction(ctx, f, ddl, procedure) }), text, rest, nil
}

func qualifiedName(ctx context.Context, t sqlparser.TableName) string {
	db := t.DbQualifier.String()
	if c, ok := ctx.(*sql.Context); ok && db == "" {
		db = c.GetCurrentDatabase()
	}
	return db + "." + t.Name.String()
}

// unreadFunction is MySQL's error of a text with a mistake in it, which the parser has found
// in another text.
func unreadFunction(f *routine.Text, procedure string, options sqlparser.ParserOptions) error {
	start, ok := sqlerr.Unreadable(procedure, options)
	if !ok {
		start = len(procedure)
	}
	near, line := f.Near(procedure, start)
	return sqlerr.Syntax(near, line)
}

func (g *Grammar) createFunction(ctx *sql.Context, f *routine.Text, ddl *sqlparser.DDL, procedure string) error {
	db, err := g.functionDatabase(ctx, f.Name)
	if err != nil {
		return err
	}
	name := f.Name.Name.String()
	if err := g.Rights.RefuseCreateFunction(ctx, db.Name(), ddl.ProcedureSpec.Definer); err != nil {
		return err
	}
	if _, ok := db.(sql.StoredProcedureDatabase); !ok {
		return sqlerr.DeniedDatabase(ctx, db.Name())
	}
	if _, _, err := planbuilder.New(ctx, g.Catalog(), nil).BindOnly(ddl, procedure, nil); err != nil {
		return err
	}
	if err := program.RefuseFunction(ddl.ProcedureSpec.Body); err != nil {
		return err
	}
	g.Server.WarnShortTimes(ctx, ddl)
	if _, exists, err := routine.Find(ctx, db, name); err != nil {
		return err
	} else if exists {
		told := mysql.NewSQLError(sqlerr.ERProgramExists, sqlerr.StateAccess, "FUNCTION %s already exists", name)
		if !f.IfNotExists {
			return told
		}
		ctx.Session.Warn(&sql.Warning{Level: "Note", Code: told.Num, Message: told.Message})
		return nil
	}
	if err := routine.Save(ctx, db, name, procedure); err != nil {
		return err
	}
	if g.Server.IsNative(name) {
		ctx.Session.Warn(&sql.Warning{Level: "Note", Code: errNativeName, Message: "This function '" + name + "' has the same name as a native function"})
	}
	return nil
}

// functionDatabase is the database of a function.
func (g *Grammar) functionDatabase(ctx *sql.Context, name sqlparser.TableName) (sql.Database, error) {
	database := name.DbQualifier.String()
	if database == "" {
		database = ctx.GetCurrentDatabase()
	}
	if database == "" {
		return nil, sql.ErrNoDatabaseSelected.New()
	}
	db, err := g.Catalog().DbProvider.Database(ctx, database)
	if err != nil {
		return g.Catalog().Database(ctx, database) // one of the engine's own, or none
	}
	return db, nil
}

// findFunction is a function by its name; nil if there is none.
func (g *Grammar) findFunction(ctx *sql.Context, name sqlparser.TableName) (sql.Database, *routine.Function, sql.StoredProcedureDetails, error) {
	db, err := g.functionDatabase(ctx, name)
	if err != nil {
		return nil, nil, sql.StoredProcedureDetails{}, err
	}
	details, ok, err := routine.Find(ctx, db, name.Name.String())
	if err != nil || !ok {
		return db, nil, details, err
	}
	f, ok := routine.FunctionOf(details)
	if !ok {
		f = &routine.Function{Name: name.Name.String()}
	}
	return db, f, details, nil
}

// dropFunction is DROP FUNCTION.
func (g *Grammar) dropFunction(t *syntax.Tokens) (sqlparser.Statement, error) {
	ifExists := t.Take("IF", "EXISTS")
	name, err := t.ExpectTable()
	if err == nil {
		err = t.ExpectEnd()
	}
	if err != nil {
		return nil, err
	}
	return changes("DROP FUNCTION", func(ctx *sql.Context) error {
		db, f, _, err := g.findFunction(ctx, name)
		if ifExists && sql.ErrDatabaseNotFound.Is(err) {
			unknown := sqlerr.NoFunction(name.DbQualifier.String() + "." + name.Name.String())
			ctx.Session.Warn(&sql.Warning{Level: "Note", Code: unknown.Num, Message: unknown.Message})
			return nil
		}
		if err != nil {
			return err
		}
		if err := g.Rights.RefuseAlterFunction(ctx, db.Name(), name.Name.String()); err != nil {
			return err
		}
		if f == nil {
			unknown := sqlerr.NoFunction(db.Name() + "." + name.Name.String())
			if !ifExists {
				return unknown
			}
			ctx.Session.Warn(&sql.Warning{Level: "Note", Code: unknown.Num, Message: unknown.Message})
			return nil
		}
		if err := routine.Drop(ctx, db, name.Name.String()); err != nil {
			return err
		}
		g.Server.FunctionDropped(db.Name(), f.Name)
		return nil
	}), nil
}

// alterFunction is ALTER FUNCTION.
func (g *Grammar) alterFunction(ctx context.Context, t *syntax.Tokens, options sqlparser.ParserOptions) (sqlparser.Statement, error) {
	name, err := t.ExpectTable()
	if err != nil {
		return nil, err
	}
	rest := *t
	said, err := characteristics(ctx, t.Rest(), options)
	if err != nil {
		return nil, rest.Unexpected()
	}
	return changes("ALTER FUNCTION", func(ctx *sql.Context) error {
		db, f, details, err := g.findFunction(ctx, name)
		if err != nil {
			return err
		}
		if err := g.Rights.RefuseAlterFunction(ctx, db.Name(), name.Name.String()); err != nil {
			return err
		}
		if f == nil {
			return sqlerr.NoFunction(db.Name() + "." + name.Name.String())
		}
		of := f.Characteristics
		of.Change(said)
		return routine.Alter(ctx, db, details, f, of)
	}), nil
}

// characteristics parses those of ALTER FUNCTION, which may say all but DETERMINISTIC.
func characteristics(ctx context.Context, text string, options sqlparser.ParserOptions) ([]sqlparser.Characteristic, error) {
	stmt, err := sqlparser.ParseWithOptions(ctx, "CREATE PROCEDURE p() "+text+" SELECT 1", options)
	if err != nil {
		return nil, err
	}
	ddl, ok := stmt.(*sqlparser.DDL)
	if !ok || ddl.ProcedureSpec == nil {
		return nil, sqlparser.ErrEmpty
	}
	if s, ok := ddl.ProcedureSpec.Body.(*sqlparser.Select); !ok || len(s.SelectExprs) != 1 {
		return nil, sqlparser.ErrEmpty
	}
	for _, c := range ddl.ProcedureSpec.Characteristics {
		if c.Type == sqlparser.CharacteristicValue_Deterministic || c.Type == sqlparser.CharacteristicValue_NotDeterministic {
			return nil, sqlparser.ErrEmpty
		}
	}
	return ddl.ProcedureSpec.Characteristics, nil
}

// showCreateFunction is SHOW CREATE FUNCTION.
func (g *Grammar) showCreateFunction(name sqlparser.TableName) sqlparser.Statement {
	return answer("SHOW CREATE FUNCTION", createFunctionSchema, func(ctx *sql.Context) ([]sql.Row, error) {
		db, f, _, err := g.findFunction(ctx, name)
		if err != nil {
			return nil, err
		}
		collation := sql.Collation_utf8mb4_0900_ai_ci.Name()
		if own, ok := g.Server.ComputedFunction(db.Name(), name.Name.String()); ok {
			// It is written in Go: its text is that of a function which one may not read.
			return []sql.Row{{own, "", nil, "utf8mb4", collation, collation}}, nil
		}
		if f == nil {
			return nil, sqlerr.NoFunction(name.Name.String())
		}
		seen, read := g.Rights.ShowsFunction(ctx, db.Name(), f.Name, f.Definer)
		if !seen {
			return nil, sqlerr.NoFunction(name.Name.String())
		}
		var text any
		if read {
			text = f.CreateText()
		}
		return []sql.Row{{f.Name, f.SQLMode, text, "utf8mb4", collation, plan.GetDatabaseCollation(ctx, db).String()}}, nil
	})
}

// misplacedReturn is the error of a program that is no function and has a RETURN; nil for
// others.
func misplacedReturn(t *syntax.Tokens) error {
	s := syntax.TokensOf(t.Text)
	program := false
	for before := ""; s.Peek() != ""; {
		word := s.Next()
		text := word.Of(s.Text)
		switch {
		case word.Kind != words.Word:
		case strings.EqualFold(text, "PROCEDURE"), strings.EqualFold(text, "TRIGGER"), strings.EqualFold(text, "EVENT"):
			program = true
		case program && strings.EqualFold(text, "RETURN") && before != ".":
			return sqlerr.MisplacedReturn()
		}
		before = text
	}
	return nil
}
