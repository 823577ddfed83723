package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// setDefaultRuleID is that of [refuseSetDefault] among the engine's rules.
const setDefaultRuleID = amendRuleID + 1

// refuseSetDefault refuses foreign keys of ON DELETE or ON UPDATE SET DEFAULT, as the engine does where
// its parser is of its own type. The recorder's parser is around that one.
func refuseSetDefault(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	switch n := n.(type) {
	case *plan.CreateForeignKey:
		if setsDefault(n.FkDef) {
			return nil, transform.SameTree, sql.ErrForeignKeySetDefault.New()
		}
	case *plan.CreateTable:
		for _, key := range n.ForeignKeys() {
			if setsDefault(key) {
				return nil, transform.SameTree, sql.ErrForeignKeySetDefault.New()
			}
		}
	case *plan.Block: // several changes of one ALTER TABLE
		for _, child := range n.Children() {
			if _, _, err := refuseSetDefault(nil, nil, child, nil, nil, nil); err != nil {
				return nil, transform.SameTree, err
			}
		}
	}
	return n, transform.SameTree, nil
}

// setsDefault reports whether a foreign key has SET DEFAULT among its actions.
func setsDefault(key *sql.ForeignKeyConstraint) bool {
	return key.OnDelete == sql.ForeignKeyReferentialAction_SetDefault || key.OnUpdate == sql.ForeignKeyReferentialAction_SetDefault
}

// isEngines reports whether a parser is of the engine's own type.
func isEngines(p sql.Parser) bool {
	_, ok := p.(*sql.MysqlParser)
	return ok
}
