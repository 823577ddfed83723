package grammar

import (
	"context"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// definitionStep reads a definition that the parser has refused, at the front of a query; with
// multi, others may follow it.
type definitionStep func(p *Parser, ctx context.Context, query string, multi bool, options sqlparser.ParserOptions) (stmt sqlparser.Statement, text, rest string, ok bool)

// definitionRules are in the order in which a statement is offered to them.
var definitionRules = rule.Must(
	rule.Of[definitionStep]{
		Rule: rule.Rule{
			Name: "create-function", Changes: rule.Text, About: rule.Programs,
			Why:      "The parser lacks CREATE FUNCTION; a function is kept as a procedure.",
			NeededBy: rule.Data, Golden: "functions",
			Example: "CREATE FUNCTION f() RETURNS INT RETURN 1",
		},
		Apply: (*Parser).createdFunction,
	},
)

// definitionSteps are those of definitionRules in their order.
var definitionSteps = definitionRules.Steps()

func (p *Parser) createdFunction(ctx context.Context, query string, multi bool, options sqlparser.ParserOptions) (stmt sqlparser.Statement, text, rest string, ok bool) {
	stmt, text, rest, err := p.function(ctx, query, multi, options)
	if err != nil {
		return node.Refuse(err), text, rest, true
	}
	return stmt, text, rest, stmt != nil
}
