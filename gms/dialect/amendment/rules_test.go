package amendment

import (
	"reflect"
	"slices"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// The rules of definitions in programs write a copy: sessions that run the program at once have the same tree.
func TestDefinitionIsCopied(t *testing.T) {
	for _, text := range []string{
		"CREATE TABLE s.t (i INT KEY, j INT UNIQUE REFERENCES p (i), e ENUM ('a\\b'), KEY (j), UNIQUE (i, j), CHECK (i > 0), FOREIGN KEY (j) REFERENCES p (i))",
		"ALTER TABLE s.t ADD COLUMN k INT UNIQUE REFERENCES p (u), ADD CONSTRAINT c FOREIGN KEY (j) REFERENCES p (i), ADD CONSTRAINT x CHECK (i > 0), ADD INDEX (j)",
		"ALTER TABLE s.t ADD FOREIGN KEY (j) REFERENCES p (i)",
		"ALTER TABLE s.t MODIFY COLUMN e ENUM ('a\\b') UNIQUE",
	} {
		parse := func() sqlparser.Statement {
			stmt, err := sqlparser.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			return stmt
		}
		stmt := parse()
		var rules Rules
		for _, r := range textRules {
			if r.Apply.defines {
				rules.text.defining = append(rules.text.defining, r.Apply)
			}
		}
		if !slices.ContainsFunc(rules.text.defining, func(s Step) bool { return s.kinds == kindDDL|kindAlter }) {
			t.Fatal("no rule of definitions")
		}
		first := rules.Define(sql.NewEmptyContext(), stmt, text)
		if !reflect.DeepEqual(stmt, parse()) {
			t.Errorf("%s: the statement is changed", text)
		}
		if again := rules.Define(sql.NewEmptyContext(), stmt, text); !reflect.DeepEqual(first, again) {
			t.Errorf("%s: another statement at the second time", text)
		}
	}
}
