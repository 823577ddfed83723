package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/operator"
	"github.com/perfschema/perfschema/snowset"
)

// OperatorOf says which of the 16 operators a node of a plan counts as.
func OperatorOf(n sql.Node) snowset.Operator { return operator.KindOf(n).Operator }
