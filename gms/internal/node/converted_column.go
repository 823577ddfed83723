package node

import "github.com/dolthub/go-mysql-server/sql/expression"

// ConvertedColumn is an operand of a comparison that is a column, read as a value of another
// type than its own.
type ConvertedColumn interface {
	ConvertedColumn() (f *expression.GetField, ok bool)
}
