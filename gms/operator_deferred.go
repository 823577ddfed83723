package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// markDepth says how far below the root the iterator lies that may be wrapped:
// the server looks for projections under limits at the top of a plan, to
// evaluate them where rows are sent.
func markDepth(n sql.Node) int {
	depth := 0
	for n = belowDeferred(n); n != nil; n = belowDeferred(n) {
		depth++
	}
	return depth
}

// projects says whether there is a projection among them.
func projects(n sql.Node) bool {
	for ; isDeferred(n); n = belowDeferred(n) {
		if _, ok := n.(*plan.Project); ok {
			return true
		}
	}
	return false
}

func isDeferred(n sql.Node) bool { return belowDeferred(n) != nil }

// belowDeferred is the node below one that the server may evaluate where rows are
// sent, nil of any other. It allocates nothing, as Children does.
func belowDeferred(n sql.Node) sql.Node {
	switch n := n.(type) {
	case *plan.Project:
		return n.Child
	case *plan.Limit:
		return n.Child
	}
	return nil
}

// undeferred has the projections of a statement evaluated where its rows are
// read and not, as the server likes to, where they are made ready for the
// client: a wait of theirs is the connection's.
func undeferred(n sql.Node) sql.Node {
	switch n := n.(type) {
	case *plan.Project:
		return n.WithCanDefer(false)
	case *plan.Limit:
		if with, err := n.WithChildren(undeferred(n.Child)); err == nil {
			return with
		}
	}
	return n
}
