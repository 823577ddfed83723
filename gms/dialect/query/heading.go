package query

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// A column without an alias is called by its expression as it is written. The parser leaves
// NOT out at the beginning of a list, and has a comma at the beginning and comments at the
// end. And MySQL calls a column in parentheses or behind a + by its name, NULL by that word,
// and a text by what it says.

// mostHeading is how many bytes the name of a column has.
const mostHeading = 255

// NameHeadings has the columns of a statement that have no alias be called as MySQL calls
// them. text is what the statement was parsed from, or longer.
func NameHeadings(stmt sqlparser.Statement, found step.Sought, text string, ansiQuotes bool) {
	if found&step.SoughtSelect == 0 {
		return
	}
	h := &headings{text: text, ansiQuotes: ansiQuotes}
	switch s := stmt.(type) {
	case *sqlparser.Select:
		if found&step.SoughtQueries == 0 {
			h.list(s.SelectExprs)
			return
		}
	case *sqlparser.Begin, *sqlparser.Use, *sqlparser.Show, nil:
		return
	}
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if s, ok := n.(*sqlparser.Select); ok {
			h.list(s.SelectExprs)
		}
		return true, nil
	}, stmt)
}

// NameHeading does so with one column, wherever in its list it is.
func NameHeading(e *sqlparser.AliasedExpr, text string) {
	(&headings{text: text}).name(e, true)
}

// headings names the columns of queries within a text.
type headings struct {
	text       string
	ansiQuotes bool
	nots       []notWord // of the whole text; nil until one is looked for
}

// notWord is a NOT: where it begins, or the first of several that stand one behind the other,
// where it ends, and where the word behind it does.
type notWord struct{ from, end, next int }

func (h *headings) list(list sqlparser.SelectExprs) {
	for i, e := range list {
		if e, ok := e.(*sqlparser.AliasedExpr); ok {
			h.name(e, i == 0)
			nameVariable(e, list)
		}
	}
}

func (h *headings) name(e *sqlparser.AliasedExpr, first bool) {
	if !e.As.IsEmpty() {
		if as := e.As.String(); as[0] == ' ' && strings.TrimLeft(as, " ") != "" {
			e.As = sqlparser.NewColIdent(strings.TrimLeft(as, " "))
		}
		return
	}
	if _, column := e.Expr.(*sqlparser.ColName); column || e.InputExpression == "" {
		return
	}
	bare := withoutParentheses(e.Expr)
	switch v := bare.(type) {
	case *sqlparser.ColName:
		if !isSystemVariable(v) {
			e.Expr, e.InputExpression = v, ""
		}
		return
	case *sqlparser.NullVal:
		e.InputExpression = "NULL"
		return
	case *sqlparser.UnaryExpr:
		if s, ok := v.Expr.(*sqlparser.SQLVal); ok && s.Type == sqlparser.StrVal && strings.HasPrefix(v.Operator, "_") {
			h.nameText(e, s)
			return
		}
	case *sqlparser.SQLVal:
		switch {
		case v.Type == sqlparser.StrVal:
			h.nameText(e, v)
			return
		case bare != e.Expr && (v.Type == sqlparser.IntVal || v.Type == sqlparser.FloatVal) && v.Val[0] != '-':
			e.InputExpression = string(v.Val)
			return
		case v.Type == sqlparser.IntVal && strings.HasPrefix(e.InputExpression, "+"):
			e.InputExpression = strings.TrimLeft(e.InputExpression, "+ \t\r\n")
		}
	}
	e.InputExpression = strings.TrimLeft(e.InputExpression, ", \t\r\n") // of what a space stands behind
	if first && beginsNegated(e.Expr) {
		e.InputExpression = h.negated(e)
	}
	e.InputExpression = cutHeading(h.withoutEnd(e.InputExpression))
}

// isSystemVariable says whether a name is one such as @@GLOBAL.sql_mode.
func isSystemVariable(c *sqlparser.ColName) bool {
	return strings.HasPrefix(c.Name.String(), "@@") || strings.HasPrefix(c.Qualifier.Name.String(), "@@")
}

// nameVariable has the column of a system variable be called as it is written, where the list
// names the variable once: the engine would take that name for the variable's in the rest of
// the list, where it is none.
func nameVariable(e *sqlparser.AliasedExpr, list sqlparser.SelectExprs) {
	c, ok := e.Expr.(*sqlparser.ColName)
	if !ok || !e.As.IsEmpty() || !isSystemVariable(c) {
		return
	}
	written := c.Name.String()
	if !c.Qualifier.IsEmpty() {
		written = c.Qualifier.Name.String() + "." + written
	}
	if strings.ToLower(written) == written {
		return // as the engine calls it
	}
	named := 0
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if other, ok := n.(*sqlparser.ColName); ok && isSystemVariable(other) && variableOf(other) == variableOf(c) {
			named++
		}
		return true, nil
	}, list)
	if named == 1 {
		e.InputExpression = written
	}
}

// variableOf is the name of a system variable without its scope.
func variableOf(c *sqlparser.ColName) string {
	return strings.TrimPrefix(c.Name.Lowered(), "@@")
}

// withoutParentheses is an expression without what changes nothing of it.
func withoutParentheses(e sqlparser.Expr) sqlparser.Expr {
	for {
		switch p := e.(type) {
		case *sqlparser.ParenExpr:
			e = p.Expr
			continue
		case *sqlparser.UnaryExpr:
			if p.Operator == sqlparser.UPlusStr {
				e = p.Expr
				continue
			}
		}
		return e
	}
}

// nameText calls a column by its text, of several that stand side by side the first.
func (h *headings) nameText(e *sqlparser.AliasedExpr, v *sqlparser.SQLVal) {
	name := string(v.Val)
	if strings.Contains(e.InputExpression, "'") || strings.Contains(e.InputExpression, `"`) {
		s := words.Scanner{Text: e.InputExpression, AnsiQuotes: h.ansiQuotes}
		var literal string
		literals := 0
		for t := s.Next(); t.Kind != words.End; t = s.Next() {
			if t.Kind == words.String {
				if literals++; literals == 1 {
					literal = t.Of(e.InputExpression)
				}
			}
		}
		if literals > 1 {
			if kind, val := sqlparser.NewStringTokenizer(literal).Scan(); kind == sqlparser.STRING {
				name = string(val)
			}
		}
	}
	shown := strings.TrimLeftFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f })
	if shown != "" {
		e.InputExpression = cutHeading(shown)
	}
}

// beginsNegated says whether an expression begins with NOT.
func beginsNegated(e sqlparser.Expr) bool {
	for {
		switch b := e.(type) {
		case *sqlparser.NotExpr:
			return true
		case *sqlparser.AndExpr:
			e = b.Left
		case *sqlparser.OrExpr:
			e = b.Left
		case *sqlparser.XorExpr:
			e = b.Left
		default:
			return false
		}
	}
}

// negated is the text of an expression that begins with NOT. The parser takes the place of
// what stands behind the word for the beginning.
func (h *headings) negated(e *sqlparser.AliasedExpr) string {
	if e.StartParsePos < 0 || e.EndParsePos > len(h.text) || e.StartParsePos >= e.EndParsePos {
		return e.InputExpression
	}
	nots := h.notsOf()
	before := sort.Search(len(nots), func(i int) bool { return nots[i].end >= e.StartParsePos }) - 1
	if before < 0 || nots[before].next < e.StartParsePos {
		return e.InputExpression
	}
	from := nots[before].from
	return words.Unspell(strings.TrimSpace(h.text[from:e.EndParsePos]))
}

// notsOf are the NOTs of the whole text, which is read once, however many columns begin with one.
func (h *headings) notsOf() []notWord {
	if h.nots != nil {
		return h.nots
	}
	h.nots = []notWord{}
	s := words.Scanner{Text: h.text, AnsiQuotes: h.ansiQuotes}
	after := false
	for t := s.Next(); t.Kind != words.End; t = s.Next() {
		from, last := t.Start, len(h.nots)-1
		if after {
			h.nots[last].next, from = t.End, h.nots[last].from
		}
		if after = t.Is(h.text, "NOT"); after {
			h.nots = append(h.nots, notWord{from, t.End, len(h.text) + 1})
		}
	}
	return h.nots
}

// withoutEnd is an expression without the comments behind it.
func (h *headings) withoutEnd(text string) string {
	if !strings.Contains(text, "/*") && !strings.Contains(text, "--") && !strings.Contains(text, "#") {
		return text
	}
	s := words.Scanner{Text: text, AnsiQuotes: h.ansiQuotes}
	end := 0
	for t := s.Next(); t.Kind != words.End; t = s.Next() {
		end = t.End
	}
	if s.Invalid() || end == 0 || strings.Contains(text[end:], "*/") && strings.Contains(text[:end], "/*!") {
		return text
	}
	return text[:end]
}

// cutHeading is as much of a name as a column's has, in whole characters.
func cutHeading(name string) string {
	if len(name) <= mostHeading {
		return name
	}
	n := mostHeading
	for n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n]
}
