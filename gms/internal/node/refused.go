package node

import "github.com/dolthub/vitess/go/vt/sqlparser"

// refused is a statement that fails as soon as it is planned. A parser cannot
// return the error itself: the engine makes a syntax error of it.
type refused struct{ err error }

// WithResolvedChildren implements sqlparser.Injectable.
func (r refused) WithResolvedChildren([]any) (any, error) { return nil, r.err }

// Refuse is a statement that gives an error as soon as it is planned.
func Refuse(err error) sqlparser.Statement {
	return sqlparser.InjectedStatement{
		Auth:      sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE},
		Statement: refused{err},
	}
}
