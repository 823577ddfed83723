package gms

// Kill implements sql.ProcessList. A statement that others can see already, but the
// engine's list has not yet, is ended when it comes there.
func (p *stageProcessList) Kill(id uint32) {
	if conn, ok := p.lifecycle.connections.Load(id); ok {
		conn.(*connection).kills.Add(1)
	}
	p.ProcessList.Kill(id)
}
