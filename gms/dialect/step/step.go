package step

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// WrapStep goes around rules of the engine's analyzer.
type WrapStep struct {
	Engine []string // the names of those rules
	Wrap   func(analyzer.RuleFunc) analyzer.RuleFunc
}

// PlanStep changes a plan as it was bound.
type PlanStep struct {
	Features Features // all of which a plan has where there is work
	// Also reports whether there is work, if Features alone do not say; nil if they do.
	Also  func(*sql.Context, Features) bool
	Apply analyzer.RuleFunc
	// Change is Features for an INSERT, UPDATE or DELETE, 0 if the step is for queries.
	Change Features
}

// TreeStep changes syntax trees.
type TreeStep struct {
	Sought   Sought // all of which a text has where there is work
	Apply    func(sqlparser.SQLNode)
	Programs bool // it is applied to the statements of stored programs, too
}

// CheckStep returns the error of a statement that cannot run; some write what later steps read.
type CheckStep struct {
	Sought Sought // all of which a text has where there is work
	Find   func(sqlparser.SQLNode) error
}
