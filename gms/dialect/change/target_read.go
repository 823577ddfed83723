package change

import (
	"cmp"
	"maps"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// A statement that changes a table may not read it in a subquery, but by a derived table or a
// common one, whose rows are all there before the first is changed. The engine reads what it
// has changed meanwhile, or has not.

// TargetRead is the error of a statement that does; nil for most.
func TargetRead(ctx *sql.Context, stmt sqlparser.Statement) error {
	switch s := stmt.(type) {
	case *sqlparser.Update:
		r := targetRead{ctx, namesOf(s.With)}
		targets := TablesOf(s.TableExprs, nil)
		if len(targets) > 1 {
			targets = setTables(targets, s.Exprs)
		}
		nodes := []sqlparser.SQLNode{s.Exprs, s.OrderBy}
		if s.Where != nil {
			nodes = append(nodes, s.Where)
		}
		return r.find(targets, nodes...)
	case *sqlparser.Delete:
		r := targetRead{ctx, namesOf(s.With)}
		targets := TablesOf(s.TableExprs, nil)
		if len(s.Targets) > 0 {
			targets = namedTables(targets, s.Targets)
		}
		nodes := []sqlparser.SQLNode{s.OrderBy}
		if s.Where != nil {
			nodes = append(nodes, s.Where)
		}
		return r.find(targets, nodes...)
	case *sqlparser.Insert:
		r := targetRead{ctx, namesOf(s.With)}
		targets := []Target{{s.Table, s.Table.Name.String()}}
		var nodes []sqlparser.SQLNode
		if s.OnDup != nil {
			nodes = append(nodes, sqlparser.AssignmentExprs(s.OnDup))
		}
		switch rows := s.Rows.(type) {
		case *sqlparser.AliasedValues:
			nodes = append(nodes, rows.Values)
		case sqlparser.Values:
			nodes = append(nodes, rows)
		}
		return r.find(targets, nodes...)
	}
	return nil
}

// Target is a table that is changed, and what the statement calls it.
type Target struct {
	Table sqlparser.TableName
	Name  string
}

// TablesOf adds the tables that stand in a FROM, without those of derived ones.
func TablesOf(exprs sqlparser.TableExprs, to []Target) []Target {
	for _, e := range exprs {
		switch e := e.(type) {
		case *sqlparser.AliasedTableExpr:
			if t, ok := e.Expr.(sqlparser.TableName); ok {
				to = append(to, Target{t, cmp.Or(e.As.String(), t.Name.String())})
			}
		case *sqlparser.ParenTableExpr:
			to = TablesOf(e.Exprs, to)
		case *sqlparser.JoinTableExpr:
			to = TablesOf(sqlparser.TableExprs{e.LeftExpr, e.RightExpr}, to)
		}
	}
	return to
}

// setTables are those of which something is set by the table's name.
func setTables(of []Target, exprs sqlparser.AssignmentExprs) (targets []Target) {
	for _, t := range of {
		for _, e := range exprs {
			if strings.EqualFold(e.Name.Qualifier.Name.String(), t.Name) {
				targets = append(targets, t)
				break
			}
		}
	}
	return targets
}

// namedTables are those that DELETE names.
func namedTables(of []Target, names sqlparser.TableNames) (targets []Target) {
	for _, t := range of {
		for _, n := range names {
			if strings.EqualFold(n.Name.String(), t.Name) {
				targets = append(targets, t)
				break
			}
		}
	}
	return targets
}

// namesOf are the names of common tables.
func namesOf(w *sqlparser.With) map[string]bool {
	names := map[string]bool{}
	if w == nil {
		return names
	}
	for _, c := range w.Ctes {
		names[strings.ToLower(c.As.String())] = true
	}
	return names
}

// targetRead looks for tables in subqueries.
type targetRead struct {
	ctx    *sql.Context
	common map[string]bool
}

// find is the error of a target that a subquery in one of the nodes reads.
func (r targetRead) find(targets []Target, nodes ...sqlparser.SQLNode) error {
	if len(targets) == 0 {
		return nil
	}
	return syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		q, ok := n.(*sqlparser.Subquery)
		if !ok {
			return true, nil
		}
		return false, r.within(targets, q.Select)
	}, nodes...)
}

// within is that of a query.
func (r targetRead) within(targets []Target, query sqlparser.SQLNode) error {
	common := r.common
	return syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.With:
			with := namesOf(n)
			maps.Copy(with, common)
			common = with
			return false, nil
		case *sqlparser.Select:
			with := namesOf(n.With)
			maps.Copy(with, common)
			common = with
		case *sqlparser.AliasedTableExpr:
			t, ok := n.Expr.(sqlparser.TableName)
			if !ok {
				return false, nil // a derived table
			}
			if t.DbQualifier.IsEmpty() && common[strings.ToLower(t.Name.String())] {
				return false, nil
			}
			for _, of := range targets {
				if r.same(of.Table, t) {
					return false, sqlerr.TargetRead(of.Name)
				}
			}
			return false, nil
		}
		return true, nil
	}, query)
}

// same says whether two names are of one table.
func (r targetRead) same(a, b sqlparser.TableName) bool {
	database := func(t sqlparser.TableName) string {
		return cmp.Or(t.DbQualifier.String(), r.ctx.GetCurrentDatabase())
	}
	return strings.EqualFold(a.Name.String(), b.Name.String()) && strings.EqualFold(database(a), database(b))
}
