package grammar

import (
	"context"
	"math"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// showStep reads a SHOW that the engine has none for.
type showStep struct {
	words [][]string // behind SHOW, one list of which comes next
	// match reads what follows them; it returns nil for what is the engine's to refuse.
	match func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement
}

// showRules are in the order in which a statement is offered to them.
var showRules = rule.Must(
	showCountsRule,
	showErrorsRule,
	showStorageStatusRule,
	showEnginesRule,
	showChannelsRule,
	showLogEventsRule,
	showReplicasRule,
	showOpenTablesRule,
	showCreateUserRule,
	showCreateFunctionRule,
)

// showSteps are those of showRules in their order.
var showSteps = showRules.Steps()

// matchShow recognises SHOW of what the engine has no SHOW for. With a mistake in it
// it is the engine's, which tells of that.
func (g *Grammar) matchShow(ctx context.Context, query string) (sqlparser.Statement, bool) {
	t := syntax.TokensOf(query)
	if !t.Take("SHOW") {
		return nil, false
	}
	for i := range showSteps {
		for _, list := range showSteps[i].words {
			if t.Take(list...) {
				stmt := showSteps[i].match(g, ctx, &t)
				return stmt, stmt != nil && t.Peek() == ""
			}
		}
	}
	return nil, false
}

var showCountsRule = rule.Of[showStep]{
	Rule: rule.Rule{
		Name: "counts-of-warnings", Changes: rule.Tree, About: rule.Shows,
		Why:      "The engine does not know SHOW COUNT(*) WARNINGS and ERRORS.",
		NeededBy: rule.Data, Golden: "server_statements",
	},
	Apply: showStep{
		words: [][]string{{"COUNT", "(", "*", ")"}},
		match: func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
			switch {
			case t.Take("WARNINGS"):
				return showCount(ctx, false)
			case t.Take("ERRORS"):
				return showCount(ctx, true)
			}
			return nil
		},
	},
}

var showErrorsRule = rule.Of[showStep]{
	Rule: rule.Rule{
		Name: "show-errors", Changes: rule.Tree, About: rule.Shows,
		Why:      "The engine has no SHOW ERRORS.",
		NeededBy: rule.Tool, By: "DBeaver", Golden: "server_statements",
	},
	Apply: showStep{
		words: [][]string{{"ERRORS"}},
		match: func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
			limit := syntax.Limit{Rows: math.MaxInt32}
			if t.Take("LIMIT") {
				var err error
				if limit, err = t.ExpectLimit(); err != nil || limit.Undeclared != "" {
					return nil
				}
			}
			return showErrors(ctx, limit.Offset, limit.Rows)
		},
	},
}

var showStorageStatusRule = rule.Of[showStep]{
	Rule: rule.Rule{
		Name: "status-of-innodb", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser lacks SHOW ENGINE INNODB STATUS and MUTEX.",
		NeededBy: rule.Tool, By: "innotop", Golden: "server_statements",
		Example: "SHOW ENGINE INNODB STATUS",
	},
	Apply: showStep{
		words: [][]string{{"ENGINE", "INNODB"}},
		match: func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
			switch {
			case t.Take("STATUS"):
				return g.storageStatus()
			case t.Take("MUTEX"):
				n := &node.Command{Text: "SHOW ENGINE INNODB MUTEX", Columns: EngineStatusColumns, Rows: func(*sql.Context) ([]sql.Row, error) { return nil, nil }}
				return n.Statement(sqlparser.AuthType_PROCESS)
			}
			return nil
		},
	},
}

var showEnginesRule = rule.Of[showStep]{
	Rule: rule.Rule{
		Name: "status-of-engines", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser refuses SHOW ENGINE of another storage engine as a syntax error; in MySQL it is error 1286.",
		NeededBy: rule.Tool, By: "prometheus-mysqld-exporter", Golden: "server_statements",
		Example: "SHOW ENGINE TOKUDB STATUS",
	},
	Apply: showStep{
		words: [][]string{{"ENGINE"}},
		match: func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
			name, err := t.ExpectName()
			if err != nil || !t.Take("STATUS") && !t.Take("MUTEX") && !t.Take("LOGS") {
				return nil
			}
			return node.Refuse(mysql.NewSQLError(errNoEngine, sqlerr.StateAccess, "Unknown storage engine '%s'", name))
		},
	},
}

var showChannelsRule = rule.Of[showStep]{
	Rule: rule.Rule{
		Name: "channels-of-replicas", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser refuses SHOW REPLICA STATUS FOR CHANNEL as a syntax error; in MySQL it is error 3074.",
		NeededBy: rule.Tool, By: "Datadog Agent", Golden: "server_statements",
		Example: "SHOW REPLICA STATUS FOR CHANNEL 'a'",
	},
	Apply: showStep{
		words: [][]string{{"REPLICA", "STATUS", "FOR", "CHANNEL"}, {"SLAVE", "STATUS", "FOR", "CHANNEL"}},
		match: func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
			channel := t.Next()
			if channel.Kind != words.String || len(channel.Of(t.Text)) == 2 {
				return nil
			}
			name := channel.Of(t.Text)
			return node.Refuse(mysql.NewSQLError(errNoChannel, sqlerr.StateGeneral, "Replica channel '%s' does not exist.", name[1:len(name)-1]))
		},
	},
}

var showLogEventsRule = rule.Of[showStep]{
	Rule: rule.Rule{
		Name: "events-of-logs", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser lacks SHOW BINLOG EVENTS and SHOW RELAYLOG EVENTS.",
		NeededBy: rule.Tool, By: "phpMyAdmin", Golden: "server_statements",
		Example: "SHOW BINLOG EVENTS",
	},
	Apply: showStep{
		words: [][]string{{"BINLOG", "EVENTS"}, {"RELAYLOG", "EVENTS"}},
		match: func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
			if !takeLogEvents(t) {
				return nil
			}
			return g.replicationRows("SHOW BINLOG EVENTS", logEventsSchema)
		},
	},
}

var showReplicasRule = rule.Of[showStep]{
	Rule: rule.Rule{
		Name: "show-replicas", Changes: rule.Tree, About: rule.Shows,
		Why:      "The engine has no SHOW REPLICAS.",
		NeededBy: rule.Tool, By: "prometheus-mysqld-exporter", Golden: "server_statements",
	},
	Apply: showStep{
		words: [][]string{{"REPLICAS"}},
		match: func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
			return g.replicationRows("SHOW REPLICAS", replicasSchema)
		},
	},
}

var showOpenTablesRule = rule.Of[showStep]{
	Rule: rule.Rule{
		Name: "show-open-tables", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser lacks SHOW OPEN TABLES.",
		NeededBy: rule.Tool, By: "innotop", Golden: "server_statements",
		Example: "SHOW OPEN TABLES",
	},
	Apply: showStep{
		words: [][]string{{"OPEN", "TABLES"}},
		match: func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
			return g.showOpenTables(t)
		},
	},
}

var showCreateUserRule = rule.Of[showStep]{
	Rule: rule.Rule{
		Name: "show-create-user", Changes: rule.Text, About: rule.Accounts,
		Why:      "The parser lacks SHOW CREATE USER.",
		NeededBy: rule.Tool, By: "HeidiSQL", Golden: "account_definitions",
		Example: "SHOW CREATE USER u",
	},
	Apply: showStep{
		words: [][]string{{"CREATE", "USER"}},
		match: func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
			return g.showCreateUser(ctx, t)
		},
	},
}

var showCreateFunctionRule = rule.Of[showStep]{
	Rule: rule.Rule{
		Name: "show-create-function", Changes: rule.Text, About: rule.Programs,
		Why:      "The parser lacks SHOW CREATE FUNCTION.",
		NeededBy: rule.Tool, By: "mysqldump", Golden: "functions",
		Example: "SHOW CREATE FUNCTION f",
	},
	Apply: showStep{
		words: [][]string{{"CREATE", "FUNCTION"}},
		match: func(g *Grammar, ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
			name, err := t.ExpectTable()
			if err != nil {
				return nil
			}
			return g.showCreateFunction(name)
		},
	},
}
