// Package variable has the tables of system, status and user variables.
//
// The values come from view.Reader.Variables and view.Server. Without these a table has what
// the Schema itself knows.
package variable
