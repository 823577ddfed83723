package grammar

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
)

// matchPartitions recognises ALTER TABLE ... ANALYZE, CHECK, OPTIMIZE and REPAIR PARTITION,
// which answer with rows as the statements about whole tables do. No table has partitions.
func (g *Grammar) matchPartitions(ctx context.Context, query string) (sqlparser.Statement, bool, error) {
	t := syntax.NewTokens(query, syntax.AnsiQuotes(ctx))
	if !t.Take("ALTER", "TABLE") {
		return nil, false, nil
	}
	table, err := t.ExpectTable()
	if err != nil {
		return nil, false, nil //nolint:nilerr // the parser's to say
	}
	m := maintenance{
		tables: []sqlparser.TableName{table}, command: "SELECT, INSERT", refused: true,
		rights: []sql.PrivilegeType{sql.PrivilegeType_Select, sql.PrivilegeType_Insert},
	}
	var options [][]string
	switch {
	case t.Take("ANALYZE", "PARTITION"):
		m.op = "analyze"
	case t.Take("CHECK", "PARTITION"):
		m.op, options, m.command, m.rights = "check", checkOptions, "SELECT", m.rights[:1]
	case t.Take("OPTIMIZE", "PARTITION"):
		m.op = "optimize"
	case t.Take("REPAIR", "PARTITION"):
		m.op, options = "repair", repairOptions
	default:
		return nil, false, nil
	}
	for more := !t.Take("ALL"); more; more = t.Take(",") {
		if _, err := t.ExpectName(); err != nil {
			return nil, true, err
		}
	}
	takeOptions(&t, options)
	if err := t.ExpectEnd(); err != nil {
		return nil, true, err
	}
	k := g.tableMaintenance()
	m.one = func(ctx *sql.Context, database, name string) (kind, text string, err error) {
		if _, view := definition.View(ctx, k.catalog, database, name); view {
			return "Error", "'" + database + "." + name + "' is not BASE TABLE", nil
		}
		return "Error", notPartitioned, nil
	}
	return k.maintain(m), true, nil
}

// notPartitioned is MySQL's error of a statement about partitions of a table that has none.
const notPartitioned = "Partition management on a not partitioned table is not possible"
