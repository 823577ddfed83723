package routine

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// The parser knows no character sets of parameters: they are kept in comments.

const (
	charsetComment = "/*CHARSET "
	collateComment = "/*COLLATE "
	endOfComment   = "*/"
)

// withoutCharacterSets is a list of parameters, or a type, with comments in place of CHARSET
// and COLLATE. The error is that of a set or a collation that there is not.
func withoutCharacterSets(text string) (string, error) {
	var out strings.Builder
	from, before := 0, ""
	t := words.TokensOf(text)
	for t.Peek() != "" {
		start := len(text) - len(t.Rest())
		comment := ""
		if before != "" && before != "," { // where a name stands
			switch {
			case t.Take("CHARACTER", "SET"), t.Take("CHARSET"):
				comment = charsetComment
			case t.Take("COLLATE"):
				comment = collateComment
			}
		}
		if comment == "" {
			before = t.Peek()
			t.Next()
			continue
		}
		t.Take("=")
		name := strings.ToLower(strings.Trim(t.Peek(), "'`\""))
		t.Next()
		if err := known(comment, name); err != nil {
			return "", err
		}
		out.WriteString(text[from:start])
		out.WriteString(comment + name + endOfComment)
		from, before = t.Pos(), name
	}
	out.WriteString(text[from:])
	return out.String(), nil
}

func known(comment, name string) error {
	if comment == charsetComment {
		_, err := sql.ParseCharacterSet(name)
		return err
	}
	_, err := sql.ParseCollation("", name, false)
	return err
}

// setCharacterSets gives the parameters of a procedure's text the sets that stand in its
// comments.
func setCharacterSets(procedure string, params []sqlparser.ProcedureParam) {
	if !strings.Contains(procedure, charsetComment) && !strings.Contains(procedure, collateComment) {
		return
	}
	s := words.Scanner{Text: procedure}
	depth, start, n := 0, 0, 0
	for t := s.Next(); t.Kind != words.End && n < len(params); t = s.Next() {
		switch t.Of(procedure) {
		case "(":
			if depth++; depth == 1 {
				start = t.End
			}
		case ")":
			depth--
		}
		if last := depth == 0 && start > 0; last || depth == 1 && t.Of(procedure) == "," {
			part := procedure[start:t.Start]
			params[n].Type.Charset, params[n].Type.Collate = commented(part, charsetComment), commented(part, collateComment)
			n, start = n+1, t.End
			if last {
				return
			}
		}
	}
}

func commented(text, comment string) string {
	_, rest, ok := strings.Cut(text, comment)
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, endOfComment)
	return name
}
