package query

import (
	"slices"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine reads A UNION B UNION C as a UNION of A UNION B with C, and asks each UNION for
// its columns, which asks both of its sides, several times: for a thousand queries that takes
// a minute. Long chains are halved instead, which gives the same rows, in the same order for
// UNION ALL.

// leastHalved is the number of queries from which on a chain is halved: shorter ones stay as
// they are written.
const leastHalved = 16

// LongUnionsRule is the rule long-unions.
var LongUnionsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "long-unions", Changes: rule.Tree, About: rule.Sets,
		Why:      "The engine plans a chain of a thousand UNIONs in a minute, since each asks both sides for their columns; halved chains take no time.",
		NeededBy: rule.End, Golden: "long_statements",
	},
	Apply: step.TreeStep{Sought: step.SoughtSet, Apply: halveChainsIn, Programs: true},
}

// halveChainsIn halves the long chains of UNION below a statement. Of a table expression of WITH
// RECURSIVE the engine takes the last query for the one that recurs: its chain stays.
func halveChainsIn(n sqlparser.SQLNode) {
	var recursive []*sqlparser.SetOp
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.With:
			if n != nil && n.Recursive {
				recursive = append(recursive, chainsOf(n)...)
			}
		case *sqlparser.SetOp:
			if !slices.Contains(recursive, n) {
				halveChain(n)
			}
		}
		return true, nil
	}, n)
}

// chainsOf are the operations that the table expressions of WITH are chains of.
func chainsOf(w *sqlparser.With) (chains []*sqlparser.SetOp) {
	for _, e := range w.Ctes {
		q, ok := e.AliasedTableExpr.Expr.(*sqlparser.Subquery)
		if !ok {
			continue
		}
		s := q.Select
		for {
			if p, ok := s.(*sqlparser.ParenSelect); ok {
				s = p.Select
				continue
			}
			u, ok := s.(*sqlparser.SetOp)
			if !ok {
				break
			}
			chains = append(chains, u)
			s = u.Left
		}
	}
	return chains
}

// halveChain halves the chain of which an operation is the last.
func halveChain(last *sqlparser.SetOp) {
	if setKind(last) == "" {
		return
	}
	queries := []sqlparser.SelectStatement{last.Right}
	first := last.Left
	for {
		s, ok := first.(*sqlparser.SetOp)
		if !ok || setKind(s) != setKind(last) || s.With != nil || s.Limit != nil || s.Into != nil || s.Lock != nil || len(s.OrderBy) > 0 {
			break
		}
		queries = append(queries, s.Right)
		first = s.Left
	}
	queries = append(queries, first)
	if len(queries) < leastHalved {
		return
	}
	// The last query stands first.
	middle := len(queries) / 2
	last.Left, last.Right = halved(queries[middle:], last.Type), halved(queries[:middle], last.Type)
}

// halved is the UNION of queries, of which the last stands first.
func halved(queries []sqlparser.SelectStatement, as string) sqlparser.SelectStatement {
	if len(queries) == 1 {
		return queries[0]
	}
	middle := len(queries) / 2
	return &sqlparser.SetOp{Type: as, Left: halved(queries[middle:], as), Right: halved(queries[:middle], as)}
}

// setKind is what an operation does, empty of those that are not halved.
func setKind(s *sqlparser.SetOp) string {
	switch s.Type {
	case sqlparser.UnionAllStr:
		return sqlparser.UnionAllStr
	case sqlparser.UnionStr, sqlparser.UnionDistinctStr:
		return sqlparser.UnionDistinctStr
	}
	return ""
}
