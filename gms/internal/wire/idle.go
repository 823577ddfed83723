package wire

import "github.com/perfschema/perfschema"

// ReadIdle reads what ends the idle time of a Thread's connection. The time
// until there is something to read is idle's and not the socket's.
func (s *Socket) ReadIdle(t *perfschema.Thread, b []byte) (int, error) {
	idle := t.StartIdle()
	s.instance.SetIdle(true)
	if s.instance.Enabled() && s.raw != nil {
		_ = s.raw.Read(s.readable) // what went wrong, Read says
		idle.End()
		s.instance.SetIdle(false)
		return s.Read(b)
	}
	n, err := s.Conn.Read(b)
	idle.End()
	s.instance.SetIdle(false)
	return n, err
}
