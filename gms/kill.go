package gms

import "github.com/dolthub/go-mysql-server/sql"
import "github.com/perfschema/perfschema/gms/internal/client"

// Kill implements sql.ProcessList. A statement that others can see already, but the
// engine's list has not yet, is ended when it comes there.
func (p *stageProcessList) Kill(id uint32) {
	if conn, ok := p.lifecycle.connections.Load(id); ok {
		conn.(*connection).kills.Add(1)
	}
	if s := p.lifecycle.events.Load(); s != nil {
		s.Kill(id)
	}
	p.ProcessList.Kill(id)
}

// ClientHost is the host that the session's client has connected from; "" where there is none.
func (p *stageProcessList) ClientHost() string {
	if p.connection == nil || p.connection.client == nil || p.connection.event {
		return ""
	}
	return client.Host(p.connection.client.RemoteAddr())
}

// Processes implements sql.ProcessList. The event scheduler is no connection of the
// engine's.
func (p *stageProcessList) Processes() []sql.Process {
	all := p.ProcessList.Processes()
	if s := p.lifecycle.events.Load(); s != nil {
		all = append(all, s.Processes()...)
	}
	return all
}
