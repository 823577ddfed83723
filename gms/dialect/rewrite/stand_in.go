package rewrite

import "github.com/dolthub/go-mysql-server/sql"

// standIn is what an expression has in common with others that stand in the place of one and
// make another value of its value. It prints as what it wraps, since the engine finds columns by
// that text.
type standIn struct{ child sql.Expression }

// Resolved implements sql.Expression.
func (s standIn) Resolved() bool { return s.child.Resolved() }

// String implements sql.Expression.
func (s standIn) String() string { return s.child.String() }

// DebugString implements sql.DebugStringer.
func (s standIn) DebugString() string { return sql.DebugString(s.child) }

// IsNullable implements sql.Expression.
func (s standIn) IsNullable() bool { return s.child.IsNullable() }

// Children implements sql.Expression.
func (s standIn) Children() []sql.Expression { return []sql.Expression{s.child} }
