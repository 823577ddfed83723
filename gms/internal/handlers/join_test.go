package handlers

import (
	"testing"

	"github.com/dolthub/vitess/go/mysql"
)

// TestJoin checks that a joined handler has the interfaces that it was given, and no others.
func TestJoin(t *testing.T) {
	type base struct{ mysql.Handler }
	type extendedPart struct{ mysql.ExtendedHandler }
	type replicaPart struct{ mysql.BinlogReplicaHandler }
	for _, extended := range []mysql.ExtendedHandler{nil, extendedPart{}} {
		for _, replica := range []mysql.BinlogReplicaHandler{nil, replicaPart{}} {
			e, r := Optional(Join(base{}, extended, replica))
			if (e != nil) != (extended != nil) || (r != nil) != (replica != nil) {
				t.Errorf("joined of %v and %v: %v and %v", extended, replica, e, r)
			}
		}
	}
}
