package node

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"
)

// FirstChild is the input of a node; of a trigger, what sets it off.
func FirstChild(n sql.Node) sql.Node {
	if children := n.Children(); len(children) > 0 {
		return children[0]
	}
	return nil
}

// IsPointer says whether a node can be told from all others by comparing it.
func IsPointer(n sql.Node) bool { return reflect.TypeOf(n).Kind() == reflect.Pointer }
