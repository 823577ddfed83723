package grammar

import (
	"context"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
)

// explainWordsRule is the rule words-of-explain.
var explainWordsRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "words-of-explain", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser lacks EXPLAIN FORMAT=JSON, and DESCRIBE of some columns of a table.",
		NeededBy: rule.Tool, By: "MySQL Workbench", Golden: "view_rights",
		Example: "EXPLAIN FORMAT=JSON SELECT 1",
	},
	Apply: lateStep{begins: [][]string{{"EXPLAIN"}, {"DESCRIBE"}, {"DESC"}}, match: func(g *Grammar, ctx context.Context, t *syntax.Tokens, options sqlparser.ParserOptions) (sqlparser.Statement, error) {
		return g.Server.Explain(ctx, t, options)
	}},
}
