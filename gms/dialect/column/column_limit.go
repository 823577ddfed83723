package column

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

const (
	// MaxColumns is how many columns a result, and so a view, may have: MySQL's
	// limit.
	MaxColumns = 4096
	// MaxTableColumns is how many a table may have. MySQL's InnoDB has 1,017, and
	// Dolt's rows have room for one less than a result.
	MaxTableColumns = MaxColumns - 1
	// errTooManyColumns is ER_TOO_MANY_FIELDS.
	errTooManyColumns = 1117
)

// ColumnLimitRule describes [LimitColumns].
var ColumnLimitRule = rule.Rule{
	Name: "column-limit", Changes: rule.Plan, About: rule.Tables,
	Why:      "The storage panics at tables of too many columns, and results of many take a time that grows with the square; MySQL refuses more than 4,096.",
	NeededBy: rule.End, Golden: "long_statements",
}

// LimitColumns refuses tables and results of more columns, before anything is
// built for them: storage panics, and the time to plan them grows with the square.
func LimitColumns(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	columns, limit := 0, MaxColumns
	switch n := n.(type) {
	case *plan.CreateTable:
		columns, limit = len(n.PkSchema().Schema), MaxTableColumns
		if from := n.Select(); from != nil && from.Resolved() {
			columns += len(from.Schema())
		}
	case *plan.CreateView:
		if n.Definition != nil && n.Definition.Child != nil {
			columns = resultColumns(n.Definition.Child)
		}
	case *plan.Block, *plan.AddColumn:
		columns, limit = mostColumns(n), MaxTableColumns
	default:
		columns = resultColumns(n)
	}
	if columns > limit {
		return nil, transform.SameTree, TooManyColumns()
	}
	return n, transform.SameTree, nil
}

// TooManyColumns is the error of a table or a result with too many columns.
func TooManyColumns() error {
	return mysql.NewSQLError(errTooManyColumns, sqlerr.StateGeneral, "Too many columns")
}

// resultColumns is the number of columns that the outermost projection has.
func resultColumns(n sql.Node) int {
	for {
		if p, ok := n.(*plan.Project); ok {
			return len(p.Projections)
		}
		children := n.Children()
		if len(children) != 1 {
			return 0
		}
		n = children[0]
	}
}

// mostColumns is the most columns that any table has to which ALTER TABLE adds.
func mostColumns(n sql.Node) int {
	tables := make(map[string]int)
	most := 0
	transform.Inspect(n, func(n sql.Node) bool {
		add, ok := n.(*plan.AddColumn)
		if !ok {
			return true
		}
		t, ok := add.Table.(sql.NameableNode)
		if !ok || !add.Table.Resolved() {
			return false
		}
		name := strings.ToLower(t.Name())
		if _, known := tables[name]; !known {
			tables[name] = len(add.Table.Schema())
		}
		tables[name]++
		most = max(most, tables[name])
		return false
	})
	return most
}
