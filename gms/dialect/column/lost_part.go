package column

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// The parser keeps nothing of some parts of ALTER TABLE: the name of the storage engine, of an
// index that is to be visible or not, and of a check that is to be enforced or not. They are
// read in the text.

// lostPart is such a part.
type lostPart struct {
	at         int // its place among the parts of the text
	part       *sqlparser.DDL
	kind, name string // kind is ENGINE, INDEX, CHECK or CONSTRAINT
	not        bool   // not enforced; not visible
}

// lostParts are those of a text that is an ALTER TABLE of as many parts.
func lostParts(text string, ansiQuotes bool, parts int) (lost []lostPart) {
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	var tokens []string
	depth, at := 0, 0
	end := func() {
		if p, ok := lostPartOf(tokens); ok {
			p.at = at
			lost = append(lost, p)
		}
		tokens = tokens[:0]
	}
	if t := s.Next(); !t.Is(text, "ALTER") {
		return nil
	}
	if t := s.Next(); !t.Is(text, "TABLE") {
		return nil
	}
	s.Next()
	for ahead := s; ; {
		if t := ahead.Next(); t.Of(text) != "." {
			break
		}
		ahead.Next()
		s = ahead
	}
	for t := s.Next(); t.Kind != words.End; t = s.Next() {
		switch word := t.Of(text); {
		case word == ";":
			end()
			return slices.Clip(lost)
		case word == "(":
			depth++
		case word == ")":
			depth--
		case word == "," && depth == 0:
			end()
			at++
		case depth == 0:
			tokens = append(tokens, word)
		}
	}
	end()
	if at+1 != parts {
		return nil
	}
	return lost
}

// lostPartOf reads a part, given without what stands in parentheses.
func lostPartOf(tokens []string) (p lostPart, ok bool) {
	is := func(i int, word string) bool { return i < len(tokens) && strings.EqualFold(tokens[i], word) }
	switch {
	case is(0, "ENGINE") && len(tokens) >= 2:
		i := 1
		if is(1, "=") {
			i = 2
		}
		return lostPart{kind: "ENGINE", name: unquoted(tokens[min(i, len(tokens)-1)])}, true
	case is(0, "ALTER") && len(tokens) >= 4 && (is(1, "INDEX") || is(1, "CHECK") || is(1, "CONSTRAINT")):
		return lostPart{kind: strings.ToUpper(tokens[1]), name: unquoted(tokens[2]), not: is(3, "NOT") || is(3, "INVISIBLE")}, true
	}
	return lostPart{}, false
}

// unquoted is a name without the quotes around it.
func unquoted(name string) string {
	if len(name) < 2 {
		return name
	}
	if q := name[:1]; strings.ContainsAny(q, "`\"'") && strings.HasSuffix(name, q) {
		return strings.ReplaceAll(name[1:len(name)-1], q+q, q)
	}
	return name
}

// hasLost says whether an ALTER TABLE may have such parts: of which nothing is kept.
func hasLost(s *sqlparser.AlterTable) bool {
	return slices.ContainsFunc(s.Statements, func(part *sqlparser.DDL) bool {
		return part.Action == sqlparser.AlterStr && part.ColumnAction == "" && part.ConstraintAction == "" && part.IndexSpec == nil &&
			part.TableSpec == nil && part.AlterCollationSpec == nil && part.AlterCommentSpec == nil && part.DefaultSpec == nil && part.AutoIncSpec == nil
	})
}

// Lost are the lost parts of an ALTER TABLE.
type Lost []lostPart

// FindLost returns the lost parts of an ALTER TABLE whose parts are those of its text, in their order.
func FindLost(s *sqlparser.AlterTable, text string, ansiQuotes bool) Lost {
	if !hasLost(s) {
		return nil
	}
	parts := written(s.Statements)
	lost := lostParts(text, ansiQuotes, len(parts))
	for i := range lost {
		if at := lost[i].at; at < len(parts) {
			lost[i].part = parts[at]
		}
	}
	return lost
}

// AlterLost does what an ALTER TABLE of a table says of its checks in such parts; the error is
// that of a check or an index that is not there.
func AlterLost(ctx *sql.Context, t sql.Table, s *sqlparser.AlterTable, lost Lost) error {
	a := alteredTable{t, ctx}
	for _, p := range slices.Backward(lost) {
		switch p.kind {
		case "INDEX":
			switch {
			case !a.hasKey(p.name):
				return sqlerr.NoKey(p.name, t.Name())
			case p.not && strings.EqualFold(p.name, primaryKey):
				return sqlerr.InvisiblePrimary()
			}
		case "CHECK", "CONSTRAINT":
			at := slices.Index(s.Statements, p.part)
			if at < 0 {
				continue
			}
			parts, err := a.enforce(p.part, p)
			if err != nil {
				return err
			}
			s.Statements = slices.Replace(s.Statements, at, at+1, parts...)
		}
	}
	return nil
}

// enforce are the parts that make a check be enforced or not: it is dropped, and made anew.
func (a alteredTable) enforce(part *sqlparser.DDL, p lostPart) ([]*sqlparser.DDL, error) {
	checked, ok := a.Table.(sql.CheckTable)
	if !ok {
		return []*sqlparser.DDL{part}, nil
	}
	list, err := checked.GetChecks(a.ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // the engine's own
	}
	at := slices.IndexFunc(list, func(c sql.CheckDefinition) bool { return strings.EqualFold(c.Name, p.name) })
	switch {
	case at < 0 && p.kind == "CHECK":
		return nil, sqlerr.NoCheck(p.name)
	case at < 0:
		return nil, sqlerr.NoConstraint(p.name)
	case list[at].Enforced != p.not:
		return []*sqlparser.DDL{part}, nil
	}
	parsed, err := sqlparser.Parse("SELECT " + list[at].CheckExpression)
	if err != nil {
		return nil, err //nolint:wrapcheck // it has been parsed before
	}
	query, ok := parsed.(*sqlparser.Select)
	if !ok || len(query.SelectExprs) != 1 {
		return []*sqlparser.DDL{part}, nil
	}
	expr, ok := query.SelectExprs[0].(*sqlparser.AliasedExpr)
	if !ok {
		return []*sqlparser.DDL{part}, nil
	}
	with := func(action string, check *sqlparser.CheckConstraintDefinition) *sqlparser.DDL {
		made := *part
		made.ConstraintAction = action
		made.TableSpec = &sqlparser.TableSpec{Constraints: []*sqlparser.ConstraintDefinition{{Name: list[at].Name, Details: check}}}
		return &made
	}
	return []*sqlparser.DDL{
		with(sqlparser.DropStr, &sqlparser.CheckConstraintDefinition{}),
		with(sqlparser.AddStr, &sqlparser.CheckConstraintDefinition{Expr: expr.Expr, Enforced: !p.not}),
	}, nil
}

// engines are the storage engines that MySQL knows; the tables of all of them are kept alike.
var engines = []string{"innodb", "myisam", "memory", "heap", "csv", "archive", "blackhole", "merge", "mrg_myisam", "performance_schema"}

// UnknownEngine is the name of the storage engine that a statement names and there is none
// of; ok is false for most.
func UnknownEngine(stmt sqlparser.Statement, text string, ansiQuotes bool) (name string, ok bool) {
	known := func(name string) bool {
		return slices.ContainsFunc(engines, func(e string) bool { return strings.EqualFold(e, name) })
	}
	switch s := stmt.(type) {
	case *sqlparser.DDL:
		if s.Action != sqlparser.CreateStr || s.TableSpec == nil {
			return "", false
		}
		for _, option := range s.TableSpec.TableOpts {
			if name := unquoted(option.Value); strings.EqualFold(option.Name, "engine") && !known(name) {
				return name, true
			}
		}
	case *sqlparser.AlterTable:
		if !hasLost(s) {
			return "", false
		}
		for _, p := range lostParts(text, ansiQuotes, len(s.Statements)) {
			if p.kind == "ENGINE" && !known(p.name) {
				return p.name, true
			}
		}
	}
	return "", false
}
