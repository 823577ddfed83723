package node

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// MarkDepth says how far below the root the iterator lies that may be wrapped:
// the server looks for projections under limits at the top of a plan, to
// evaluate them where rows are sent.
func MarkDepth(n sql.Node) int {
	depth := 0
	for n = BelowDeferred(n); n != nil; n = BelowDeferred(n) {
		depth++
	}
	return depth
}

// Projects says whether there is a projection among them.
func Projects(n sql.Node) bool {
	for ; IsDeferred(n); n = BelowDeferred(n) {
		if _, ok := n.(*plan.Project); ok {
			return true
		}
	}
	return false
}

func IsDeferred(n sql.Node) bool { return BelowDeferred(n) != nil }

// BelowDeferred is the node below one that the server may evaluate where rows are
// sent, nil of any other. It allocates nothing, as Children does.
func BelowDeferred(n sql.Node) sql.Node {
	switch n := n.(type) {
	case *plan.Project:
		return n.Child
	case *plan.Limit:
		return n.Child
	}
	return nil
}

// Undeferred has the projections of a statement evaluated where its rows are
// read and not, as the server likes to, where they are made ready for the
// client: a wait of theirs is the connection's.
func Undeferred(n sql.Node) sql.Node {
	switch n := n.(type) {
	case *plan.Project:
		return n.WithCanDefer(false)
	case *plan.Limit:
		if with, err := n.WithChildren(Undeferred(n.Child)); err == nil {
			return with
		}
	}
	return n
}
