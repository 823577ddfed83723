package schemafunction

import (
	"errors"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// ER_PARSE_ERROR_IN_DIGEST_FN.
const errParseInDigest = 3676

func (f *Functions) statementDigest(ctx *sql.Context, arg any) (any, error) {
	text, err := parsable(ctx, arg)
	if err != nil {
		return nil, err
	}
	digest, _ := f.Schema.StatementDigest(text)
	return digest, nil
}

func (f *Functions) statementDigestText(ctx *sql.Context, arg any) (any, error) {
	text, err := parsable(ctx, arg)
	if err != nil {
		return nil, err
	}
	_, digest := f.Schema.StatementDigest(text)
	return digest, nil
}

// parsable gives the argument as a statement, or MySQL's error for one that
// does not parse.
func parsable(ctx *sql.Context, arg any) (string, error) {
	v, _, err := types.LongText.Convert(ctx, arg)
	if err != nil {
		return "", err
	}
	text, _, err := sql.Unwrap[string](ctx, v)
	if err != nil {
		return "", err
	}
	if err := checkStatement(ctx, text, sql.LoadSqlMode(ctx).ParserOptions()); err != nil {
		return "", mysql.NewSQLError(errParseInDigest, sqlerr.StateGeneral, "Could not parse argument to digest function: \"%s\".", messageOf(err))
	}
	return text, nil
}

// checkStatement gives the error of a text that is no statement. A digest needs words alone, so
// what the engine's parser does not know is known by its first words.
func checkStatement(ctx *sql.Context, text string, options sqlparser.ParserOptions) error {
	if words.TooDeep(text, options.AnsiQuotes, true) {
		return sqlerr.TooDeep()
	}
	_, err := sqlparser.ParseWithOptions(ctx, text, options)
	if err == nil {
		return nil
	}
	if spelled, ok := words.Respell(text, options.AnsiQuotes, "''"); ok {
		if _, spelledErr := sqlparser.ParseWithOptions(ctx, spelled.Text, options); spelledErr == nil {
			return nil
		}
	}
	if explained, ok := explainedIn(text, options.AnsiQuotes); ok {
		if _, again := explainedIn(explained, options.AnsiQuotes); again {
			return err
		}
		return checkStatement(ctx, explained, options)
	}
	first := words.FirstOf(text)
	if parsedWhole[kind.OfWords(text)] && !(first.Len() > 1 && (beginStatements[strings.ToUpper(first.Word(0))] || ofServer(first))) {
		return err
	}
	return nil
}

// ofServer says of the first words that they make, change or drop a part of a server that is not
// here.
func ofServer(first words.First) bool {
	if !first.Is(0, "CREATE") && !first.Is(0, "ALTER") && !first.Is(0, "DROP") {
		return false
	}
	for _, part := range [...]string{"INSTANCE", "LOGFILE", "RESOURCE", "SERVER", "TABLESPACE", "UNDO"} {
		if first.Is(1, part) {
			return true
		}
	}
	return false
}

// beginStatements are words that a statement of no other kind begins with.
var beginStatements = map[string]bool{
	"BINLOG": true, "CACHE": true, "CLONE": true, "GET": true, "IMPORT": true, "INSTALL": true, "LOAD": true, "PURGE": true, "RESET": true,
	"RESIGNAL": true, "SHOW": true, "SIGNAL": true, "UNINSTALL": true, "XA": true,
}

// parsedWhole are the kinds of which the engine's parser knows each form, or that a text without
// known words is taken for.
var parsedWhole = map[string]bool{
	"select": true, "insert": true, "insert_select": true, "replace": true, "replace_select": true, "update": true, "update_multi": true,
	"delete": true, "delete_multi": true, "create_table": true, "create_view": true, "create_db": true, "alter_table": true, "drop_table": true,
	"drop_db": true, "truncate": true, "begin": true, "commit": true, "rollback": true, "call_procedure": true, "empty_query": true,
}

// explainedIn is the statement that an EXPLAIN explains.
func explainedIn(text string, ansiQuotes bool) (string, bool) {
	t := syntax.NewTokens(text, ansiQuotes)
	if !t.Take("EXPLAIN") && !t.Take("DESCRIBE") && !t.Take("DESC") {
		return "", false
	}
	t.Take("ANALYZE")
	if t.Take("FORMAT", "=") {
		t.Next()
	}
	return t.Rest(), true
}

// messageOf is what an error says, without its number where it has one.
func messageOf(err error) string {
	if numbered := new(mysql.SQLError); errors.As(err, &numbered) {
		return numbered.Message
	}
	return err.Error()
}
