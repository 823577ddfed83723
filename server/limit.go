package server

import (
	"encoding/binary"
	"net"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
)

// limitedListener turns clients away, with MySQL's error, while max_connections
// are connected.
type limitedListener struct {
	net.Listener
	connected func() int
	refused   func() // called for each client turned away
}

// Accept implements net.Listener.
func (l limitedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil || l.connected() < maxConnections() {
			return conn, err
		}
		l.refused()
		go refuse(conn)
	}
}

// refuse sends the error in place of the server's greeting.
func refuse(conn net.Conn) {
	defer conn.Close()
	const message = "Too many connections"
	packet := binary.LittleEndian.AppendUint32(nil, 3+uint32(len(message))) // length and sequence number
	packet = append(packet, mysql.ErrPacket)
	packet = binary.LittleEndian.AppendUint16(packet, mysql.ERConCount)
	packet = append(packet, message...)
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	_, _ = conn.Write(packet)
}

// maxConnections is the system variable's value at this moment.
func maxConnections() int {
	if _, value, ok := sql.SystemVariables.GetGlobal("max_connections"); ok {
		if n, ok := value.(int64); ok && n > 0 {
			return int(n)
		}
	}
	return 151
}
