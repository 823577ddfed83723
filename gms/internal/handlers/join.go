package handlers

import "github.com/dolthub/vitess/go/mysql"

// Join returns a handler of the methods of h, extended and replica. Where extended or replica is nil
// the result lacks its interface.
func Join(h mysql.Handler, extended mysql.ExtendedHandler, replica mysql.BinlogReplicaHandler) mysql.Handler {
	switch {
	case extended != nil && replica != nil:
		return &struct {
			mysql.Handler
			mysql.ExtendedHandler
			mysql.BinlogReplicaHandler
		}{h, extended, replica}
	case extended != nil:
		return &struct {
			mysql.Handler
			mysql.ExtendedHandler
		}{h, extended}
	case replica != nil:
		return &struct {
			mysql.Handler
			mysql.BinlogReplicaHandler
		}{h, replica}
	}
	return h
}

// Optional returns the optional interfaces of a handler, nil for those that it lacks.
func Optional(h mysql.Handler) (extended mysql.ExtendedHandler, replica mysql.BinlogReplicaHandler) {
	extended, _ = h.(mysql.ExtendedHandler)
	replica, _ = h.(mysql.BinlogReplicaHandler)
	return extended, replica
}
