package view

import (
	"iter"
	"time"
)

// VariableSet is one of the four sets of variables a server has.
type VariableSet uint8

// The sets, one a table.
const (
	GlobalStatus VariableSet = iota
	SessionStatus
	GlobalVariables
	SessionVariables
)

// VariableSource gives the names and values of a set, as SHOW STATUS or SHOW
// VARIABLES has them for the reader, the Performance Schema's own included. A
// value is a string, or nil for NULL.
type VariableSource func(VariableSet) iter.Seq2[string, any]

// VariableInfo is one system variable.
type VariableInfo struct {
	Name string
	// Source is VARIABLE_SOURCE, such as COMPILED or DYNAMIC, and Path the file that
	// the value is from.
	Source, Path string
	// Min and Max are the bounds of a number; "" of what has none.
	Min, Max string
	// SetTime, SetUser and SetHost say when it was set while the server ran, and by
	// whom; zero if it was not.
	SetTime          time.Time
	SetUser, SetHost string
	// Scope is VARIABLE_SCOPE, Type DATA_TYPE.
	Scope, Type string
	// Documentation is what it does; "" if nobody has said.
	Documentation string
}

// SessionVariablesOf is the variables of one session.
type SessionVariablesOf struct {
	ThreadID uint64
	// System are the system variables of the session, by name; nil values are NULL.
	System func() iter.Seq2[string, any]
	// User are the variables the session has made, by name, as text.
	User func() iter.Seq2[string, any]
}
