package gms

import "github.com/dolthub/go-mysql-server/sql"

// connectionProcesses is the process list of the contexts of one connection's
// statements, by which they lead to the connection.
type connectionProcesses struct {
	stageProcessList
	connection *connection
}

// lead has a context, made from another one, lead to its connection.
func (p *stageProcessList) lead(began, from *sql.Context, x *execution) *sql.Context {
	if x != nil && began != nil && began != from {
		began.ProcessList = x.connection.processList(p)
	}
	return began
}

// processList is the process list that contexts of a connection's statement get.
func (conn *connection) processList(p *stageProcessList) sql.ProcessList {
	if conn.processes.connection == nil {
		conn.processes = connectionProcesses{*p, conn}
	}
	return &conn.processes
}
