package grammar

import (
	"context"
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/privilege"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/syntax"
	"github.com/perfschema/perfschema/gms/internal/words"
)

// spokenAs is a dynamic privilege that the parser knows, and MySQL has not without NDB.
const spokenAs = "NDB_STORED_USER"

// lateGrant is a GRANT or REVOKE with one of MySQL's dynamic privileges that the parser
// does not know, such as SYSTEM_USER; nil for others. The parser reads another one in its
// place.
func (g *Grammar) lateGrant(ctx context.Context, t *syntax.Tokens, options sqlparser.ParserOptions) sqlparser.Statement {
	s := words.Scanner{Text: t.Text, AnsiQuotes: options.AnsiQuotes}
	var spelled strings.Builder
	var names []string
	from := 0
	for w := s.Next(); w.Kind != words.End; w = s.Next() {
		if w.Is(t.Text, "ON") || w.Is(t.Text, "TO") || w.Is(t.Text, "FROM") {
			break
		}
		if name := w.Of(t.Text); w.Kind == words.Word && (privilege.Dynamic(name) || strings.EqualFold(name, spokenAs)) {
			names = append(names, strings.ToLower(name))
			spelled.WriteString(t.Text[from:w.Start])
			spelled.WriteString(spokenAs)
			from = w.End
		}
	}
	if len(names) == 0 {
		return nil
	}
	spelled.WriteString(t.Text[from:])
	stmt, err := sqlparser.ParseWithOptions(ctx, spelled.String(), options)
	if err != nil {
		return nil
	}
	var list []sqlparser.Privilege
	switch stmt := stmt.(type) {
	case *sqlparser.GrantPrivilege:
		list = stmt.Privileges
	case *sqlparser.RevokePrivilege:
		list = stmt.Privileges
	}
	for i := range list {
		if list[i].Type == sqlparser.PrivilegeType_Dynamic && len(names) > 0 {
			list[i].DynamicName, names = names[0], names[1:]
		}
	}
	if len(names) > 0 {
		return nil
	}
	return g.Server.Amend(ctx, stmt, t.Text)
}

// lateAlterUser is the error of ALTER USER ... DEFAULT ROLE; nil for others.
func lateAlterUser(t *syntax.Tokens) error {
	for t.Peek() != "" {
		if t.Take("DEFAULT", "ROLE") {
			return sqlerr.NotSupportedYet("ALTER USER ... DEFAULT ROLE")
		}
		t.Next()
	}
	return nil
}
