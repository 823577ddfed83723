package grammar

import (
	"context"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
)

// lateStep reads a statement that the parser has refused.
type lateStep struct {
	// begins are the words that it may begin with; none leaves that to match.
	begins [][]string
	// match reads what follows them. It returns nil for a statement of another rule.
	match func(g *Grammar, ctx context.Context, t *syntax.Tokens, options sqlparser.ParserOptions) (sqlparser.Statement, error)
}

// lateRules are in the order in which a statement is offered to them.
var lateRules = rule.Must(
	serverStatementsRule,
	explainWordsRule,
	doRule,
	diagnosticsRule,
	analyzeWordsRule,
	histogramsRule,
	helpRule,
	resetPersistRule,
	resetRule,
	rolesRule,
	xaRule,
	lockInstanceRule,
	unlockInstanceRule,
	dynamicGrantsRule,
	dropFunctionsRule,
	alterFunctionsRule,
	misplacedReturnsRule,
	maintenanceRule,
)

// lateSteps are those of lateRules in their order.
var lateSteps = lateRules.Steps()

// matchLate recognises a statement of this package's that the parser has refused;
// nil for others. The error is that of a statement that this server cannot do.
func (g *Grammar) matchLate(ctx context.Context, t *syntax.Tokens, options sqlparser.ParserOptions) (sqlparser.Statement, error) {
	for i := range lateSteps {
		if s := &lateSteps[i]; s.begin(t) {
			if stmt, err := s.match(g, ctx, t, options); stmt != nil || err != nil || s.begins != nil {
				return stmt, err
			}
		}
	}
	return nil, nil //nolint:nilnil // the parser's own error tells of the statement
}

// begin passes over the words that the statement begins with.
func (s *lateStep) begin(t *syntax.Tokens) bool {
	for _, list := range s.begins {
		if t.Take(list...) {
			return true
		}
	}
	return s.begins == nil
}

// byTokens is a match that needs nothing but the tokens.
func byTokens(match func(g *Grammar, t *syntax.Tokens) (sqlparser.Statement, error)) func(*Grammar, context.Context, *syntax.Tokens, sqlparser.ParserOptions) (sqlparser.Statement, error) {
	return func(g *Grammar, _ context.Context, t *syntax.Tokens, _ sqlparser.ParserOptions) (sqlparser.Statement, error) {
		return match(g, t)
	}
}
