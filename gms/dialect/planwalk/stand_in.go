package planwalk

import "github.com/dolthub/go-mysql-server/sql"

// StandIn is what an expression has in common with others that stand in the place of one and
// make another value of its value. It prints as what it wraps, since the engine finds columns by
// that text.
type StandIn struct{ Child sql.Expression }

// Resolved implements sql.Expression.
func (s StandIn) Resolved() bool { return s.Child.Resolved() }

// String implements sql.Expression.
func (s StandIn) String() string { return s.Child.String() }

// DebugString implements sql.DebugStringer.
func (s StandIn) DebugString() string { return sql.DebugString(s.Child) }

// IsNullable implements sql.Expression.
func (s StandIn) IsNullable() bool { return s.Child.IsNullable() }

// Children implements sql.Expression.
func (s StandIn) Children() []sql.Expression { return []sql.Expression{s.Child} }
