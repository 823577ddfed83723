package grammar

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// dynamicGrantsRule is the rule grants-of-dynamic-privileges.
var dynamicGrantsRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "grants-of-dynamic-privileges", Changes: rule.Text, About: rule.Accounts,
		Why:      "The parser lacks most of the dynamic privileges in GRANT and REVOKE.",
		NeededBy: rule.Rights, Golden: "grants",
		Example: "GRANT SYSTEM_USER ON *.* TO u",
	},
	Apply: lateStep{begins: [][]string{{"GRANT"}, {"REVOKE"}}, match: func(g *Grammar, ctx context.Context, t *syntax.Tokens, options sqlparser.ParserOptions) (sqlparser.Statement, error) {
		return g.lateGrant(ctx, t, options), nil
	}},
}

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

// setDefaultRole is SET DEFAULT ROLE ... TO accounts.
func (g *Grammar) setDefaultRole(t *syntax.Tokens) (sqlparser.Statement, error) {
	roles := t.Rest()
	at := -1
	s := words.Scanner{Text: roles, AnsiQuotes: t.AnsiQuotes}
	var to words.Token
	for w := s.Next(); w.Kind != words.End; w = s.Next() {
		if w.Is(roles, "TO") {
			at, to = w.Start, w
		}
	}
	if at < 0 {
		return nil, nil //nolint:nilnil // the parser says what is wrong
	}
	stmt, err := sqlparser.Parse("CREATE USER " + roles[to.End:])
	create, ok := stmt.(*sqlparser.CreateUser)
	if err != nil || !ok {
		return nil, nil //nolint:nilerr,nilnil // see above
	}
	var of []plan.UserName
	for _, u := range create.Users {
		of = append(of, plan.UserName{Name: u.Name, Host: u.Host, AnyHost: u.AnyHost})
	}
	return g.Accounts.DefaultRoles("SET DEFAULT ROLE", roles[:at], of)
}
