package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// wrapStep goes around rules of the engine's analyzer.
type wrapStep struct {
	engine []string // the names of those rules
	wrap   func(analyzer.RuleFunc) analyzer.RuleFunc
}

// PlanStep changes a plan as it was bound.
type PlanStep struct {
	Features Features // all of which a plan has where there is work
	// Also reports whether there is work, if Features alone do not say; nil if they do.
	Also  func(*sql.Context, Features) bool
	Apply analyzer.RuleFunc
	// change is Features for an INSERT, UPDATE or DELETE, 0 if the step is for queries.
	change Features
}

// treeStep changes syntax trees.
type treeStep struct {
	sought   Sought // all of which a text has where there is work
	apply    func(sqlparser.SQLNode)
	programs bool // it is applied to the statements of stored programs, too
}

// checkStep returns the error of a statement that cannot run; some write what later steps read.
type checkStep struct {
	sought Sought // all of which a text has where there is work
	find   func(sqlparser.SQLNode) error
}
