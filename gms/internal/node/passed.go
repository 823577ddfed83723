package node

import "github.com/dolthub/go-mysql-server/sql"

// PassedOver is a node that gives the rows of another one in another form: it is no step of
// a plan for those who are told of it.
type PassedOver interface {
	sql.Node
	PassedOver() sql.Node
}
