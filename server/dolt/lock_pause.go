package dolt

import (
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
)

// Pause has a garbage collection not wait for a session until resume is called: see [gms.Contention]. Dolt
// has each session tell a collection what it needs, between two statements. A statement that waits for
// what the session of the collection has locked would never end.
func Pause(session sql.Session) (resume func() error) {
	s, ok := session.(*dsess.DoltSession)
	if !ok || !inStatement(s) {
		return func() error { return nil }
	}
	s.CommandEnd()
	return s.CommandBegin
}

// inStatement reports whether Dolt knows that a statement of the session runs: a definition that has been
// prepared waits before. Validate panics if Dolt does not.
func inStatement(s *dsess.DoltSession) (is bool) {
	defer func() { is = recover() == nil }()
	s.Validate()
	return true
}
