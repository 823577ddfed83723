package node

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// StructOf is a node's type, without the pointer to it.
func StructOf(n any) reflect.Type {
	t := reflect.TypeOf(n)
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// NameOf is what a node is called in plans. It allocates nothing.
func NameOf(n sql.Node) string {
	switch n := n.(type) {
	case *plan.ResolvedTable:
		return "Table"
	case *plan.JoinNode:
		return n.Op.String()
	case *plan.SetOp:
		return setOpNames[n.SetOpType]
	}
	return StructOf(n).Name()
}

var setOpNames = map[int]string{plan.UnionType: "Union", plan.IntersectType: "Intersect", plan.ExceptType: "Except"}
