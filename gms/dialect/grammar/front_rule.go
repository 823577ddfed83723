package grammar

import (
	"context"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// frontStep reads a statement before the parser does, which would refuse it or read something else.
type frontStep func(g *Grammar, ctx context.Context, query string) (stmt sqlparser.Statement, ok bool, err error)

// frontRules are in the order in which a statement is offered to them.
var frontRules = rule.Must(
	rule.Of[frontStep]{
		Rule: rule.Rule{
			Name: "statements-of-the-server", Changes: rule.Text, About: rule.Shows,
			Why:      "The parser lacks SHOW ENGINE PERFORMANCE_SCHEMA STATUS, SHOW PROFILE of a query and options of EXPLAIN.",
			NeededBy: rule.Tool, By: "MySQLTuner", Golden: "profiling",
			Example: "SHOW ENGINE PERFORMANCE_SCHEMA STATUS",
		},
		Apply: func(g *Grammar, ctx context.Context, query string) (sqlparser.Statement, bool, error) {
			return g.Server.Match(ctx, query)
		},
	},
	rule.Of[frontStep]{
		Rule: rule.Rule{
			Name: "definitions-of-accounts", Changes: rule.Text, About: rule.Accounts,
			Why:      "The parser reads a part of CREATE USER and ALTER USER, and takes SET PASSWORD for a variable.",
			NeededBy: rule.Rights, Golden: "account_definitions",
			Example: "ALTER USER u ACCOUNT LOCK",
		},
		Apply: func(g *Grammar, ctx context.Context, query string) (sqlparser.Statement, bool, error) {
			return g.Accounts.Match(ctx, query, sessionAccount(ctx), optionsOf(ctx))
		},
	},
	rule.Of[frontStep]{
		Rule: rule.Rule{
			Name: "statements-of-show", Changes: rule.Text, About: rule.Shows,
			Why:      "Applies the rules of SHOW, listed apart.",
			NeededBy: rule.Tool, By: "HeidiSQL", Golden: "server_statements",
			Example: "SHOW CREATE USER u",
		},
		Apply: func(g *Grammar, ctx context.Context, query string) (sqlparser.Statement, bool, error) {
			stmt, ok := g.matchShow(ctx, query)
			return stmt, ok, nil
		},
	},
	rule.Of[frontStep]{
		Rule: rule.Rule{
			Name: "flush", Changes: rule.Text, About: rule.Shows,
			Why:      "The parser lacks most of FLUSH, and the engine locks nothing for FLUSH TABLES WITH READ LOCK.",
			NeededBy: rule.Tool, By: "mydumper", Golden: "read_lock",
			Example: "FLUSH STATUS, PRIVILEGES",
		},
		Apply: func(g *Grammar, _ context.Context, query string) (sqlparser.Statement, bool, error) {
			stmt, ok := g.matchFlush(query)
			return stmt, ok, nil
		},
	},
	rule.Of[frontStep]{
		Rule: rule.Rule{
			Name: "maintenance-of-partitions", Changes: rule.Text, About: rule.Tables,
			Why:      "The engine does nothing for ALTER TABLE ... CHECK PARTITION and its like. MySQL returns a row that says that the table has no partitions.",
			NeededBy: rule.Data, Golden: "partitions",
			Example: "ALTER TABLE t CHECK PARTITION ALL",
		},
		Apply: (*Grammar).matchPartitions,
	},
)

// frontSteps are those of frontRules in their order.
var frontSteps = frontRules.Steps()

// match recognises a statement of this package's. One that is and has a mistake in it
// gives an error.
func (g *Grammar) match(ctx context.Context, query string) (sqlparser.Statement, bool, error) {
	for _, step := range frontSteps {
		if stmt, ok, err := step(g, ctx, query); ok {
			return stmt, true, err
		}
	}
	return nil, false, nil
}
