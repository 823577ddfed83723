package definition

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Procedure is the definition of a procedure that is no storage's own; ok is false if there
// is none.
func Procedure(ctx *sql.Context, catalog *analyzer.Catalog, database, name string) (p sql.StoredProcedureDetails, ok bool) {
	if catalog == nil {
		return p, false
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err != nil {
		return p, false
	}
	procedures, ok := db.(sql.StoredProcedureDatabase)
	if !ok {
		return p, false
	}
	p, ok, err = procedures.GetStoredProcedure(ctx, name)
	return p, ok && err == nil
}

// Definer is the account of the DEFINER clause of a statement that makes a stored program,
// as [DefinerOf] writes it; empty if it has none. It is read by tokens: what follows the
// clause need not be known to the parser.
func Definer(text string, ansiQuotes bool) string {
	t := syntax.NewTokens(text, ansiQuotes)
	if !t.Take("CREATE", "DEFINER", "=") {
		return ""
	}
	account, err := t.ExpectAccount()
	if err != nil {
		return ""
	}
	return DefinerOf(account.User, account.Host)
}

// TriggerOf tells of a CREATE TRIGGER whose it is, as [Definer] does, and of which table.
func TriggerOf(text string, ansiQuotes bool) (definer, table string, ok bool) {
	t := syntax.NewTokens(text, ansiQuotes)
	for !t.Take("ON") {
		if t.Peek() == "" {
			return "", "", false
		}
		t.Next()
	}
	name, err := t.ExpectName()
	if err == nil && t.Take(".") {
		name, err = t.ExpectName()
	}
	return Definer(text, ansiQuotes), name, err == nil
}

// DefinerOf is an account as it stands in a DEFINER clause, whatever its name is: the
// anonymous one has none, which the parser takes between other quotes alone.
func DefinerOf(user, host string) string {
	if user == "" {
		return "''@" + words.QuotedName(host)
	}
	return words.QuotedName(user) + "@" + words.QuotedName(host)
}

// ShownDefiner is the account of a DEFINER clause as tables show it; empty where there is none.
func ShownDefiner(text string) string {
	if text == "" {
		return ""
	}
	user, host := SplitDefiner(text)
	return user + "@" + host
}

// SplitDefiner takes apart an account as it stands in a DEFINER clause: as [DefinerOf] and
// the engine's parser write it, or without quotes.
func SplitDefiner(text string) (user, host string) {
	s := words.Scanner{Text: text}
	if first := s.Next(); first.Kind == words.Name && text[first.Start] == '`' || first.Of(text) == "''" {
		user, host = unquote(first.Of(text)), "%"
		if s.Next().Of(text) == "@" {
			host = unquote(s.Next().Of(text))
		}
		return user, host
	}
	at := strings.LastIndexByte(text, '@')
	if at < 0 {
		return text, "%"
	}
	return text[:at], text[at+1:]
}

// unquote is a name without the quotes around it.
func unquote(s string) string {
	if s == "''" {
		return ""
	}
	if len(s) >= 2 && s[0] == '`' && s[len(s)-1] == '`' {
		return strings.ReplaceAll(s[1:len(s)-1], "``", "`")
	}
	return s
}

// TriggerTable is the table that a trigger is of, by the statement that made it; ok is false
// if there is no such trigger. Where the statement cannot be read it is the trigger's own
// name.
func TriggerTable(ctx *sql.Context, catalog *analyzer.Catalog, database, name string) (table string, ok bool, err error) {
	if catalog == nil {
		return "", false, nil
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err != nil {
		if sql.ErrDatabaseNotFound.Is(err) {
			return "", false, nil
		}
		return "", false, err
	}
	triggers, ok := db.(sql.TriggerDatabase)
	if !ok {
		return "", false, nil
	}
	list, err := triggers.GetTriggers(ctx)
	if err != nil {
		return "", false, err
	}
	at := slices.IndexFunc(list, func(t sql.TriggerDefinition) bool { return strings.EqualFold(t.Name, name) })
	if at < 0 {
		return "", false, nil
	}
	options := sql.NewSqlModeFromString(list[at].SqlMode).ParserOptions()
	stmt, err := sqlparser.ParseWithOptions(ctx, list[at].CreateStatement, options)
	if ddl, isDDL := stmt.(*sqlparser.DDL); err == nil && isDDL {
		return ddl.Table.Name.String(), true, nil
	}
	return name, true, nil // what cannot be read is nobody's but who may do all there
}
