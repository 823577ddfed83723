package grammar

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// resetRule is the rule reset.
var resetRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "reset", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser lacks RESET of several things, of a binary log and of a channel.",
		NeededBy: rule.Tool, By: "mysqladmin", Golden: "server_statements",
		Example: "RESET BINARY LOGS AND GTIDS",
	},
	Apply: lateStep{begins: [][]string{{"RESET"}}, match: byTokens((*Grammar).resetStatement)},
}

// resetStatement is RESET of several things, of a binary log, and of a channel, which the
// parser lacks. "mysqladmin refresh" is one.
func (g *Grammar) resetStatement(t *syntax.Tokens) (sqlparser.Statement, error) {
	var resets []func(ctx *sql.Context) error
	for more := true; more; more = t.Take(",") {
		switch {
		case t.Take("REPLICA"):
			reset, err := g.resetReplica(t)
			if err != nil {
				return nil, err
			}
			resets = append(resets, reset)
		case t.Take("BINARY", "LOGS", "AND", "GTIDS"):
			if t.Take("TO") {
				if _, err := t.ExpectNumber(); err != nil {
					return nil, err
				}
			}
			resets = append(resets, resetBinaryLogs)
		default:
			return nil, t.Unexpected()
		}
	}
	if err := t.ExpectEnd(); err != nil {
		return nil, err
	}
	n := &node.Command{Text: "RESET", Columns: types.OkResultSchema, Commits: true, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		for _, reset := range resets {
			if err := reset(ctx); err != nil {
				return nil, err
			}
		}
		return []sql.Row{{types.NewOkResult(0)}}, nil
	}}
	return n.About(sqlparser.AuthType_RELOAD, "mysql", "reset"), nil
}

func (g *Grammar) resetReplica(t *syntax.Tokens) (func(ctx *sql.Context) error, error) {
	query := "RESET REPLICA"
	if t.Take("ALL") {
		query += " ALL"
	}
	if !t.Take("FOR", "CHANNEL") {
		return func(ctx *sql.Context) error { return g.Server.Query(ctx, query, nil, nil) }, nil
	}
	next := t.Peek()
	if next == "" || next[0] != '\'' && next[0] != '"' {
		return nil, t.Unexpected()
	}
	t.Next()
	channel := strings.Trim(next, `'"`)
	if channel == "" { // the one there is
		return func(ctx *sql.Context) error { return g.Server.Query(ctx, query, nil, nil) }, nil
	}
	return func(*sql.Context) error {
		return mysql.NewSQLError(errNoChannel, sqlerr.StateGeneral, "Replica channel '%s' does not exist.", channel)
	}, nil
}

// resetBinaryLogs has nothing to do where there is no binary log. What the storage keeps in
// the place of one it does not give up.
func resetBinaryLogs(*sql.Context) error {
	if _, on, _ := sql.SystemVariables.GetGlobal("log_bin"); on == int8(1) {
		return sqlerr.NotSupportedYet("RESET BINARY LOGS AND GTIDS")
	}
	return nil
}
