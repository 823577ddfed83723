package sqltest_test

import (
	"encoding/binary"
	"testing"
)

// The commands by which a replica registers and follows are for accounts with
// REPLICATION SLAVE.
func TestReplicaNeedsPrivilege(t *testing.T) {
	address := start(t).Addr().String()
	root := rawConnect(t, address, true)
	root.query("CREATE USER reader@localhost")
	root.query("GRANT SUPER ON *.* TO reader@localhost")
	const denied = 1227
	for name, command := range map[string]string{
		"COM_REGISTER_REPLICA": "\x15\x07\x00\x00\x00\x01h\x01u\x01p\xea\x0c\x00\x00\x00\x00\x00\x00\x00\x00",
		"COM_BINLOG_DUMP_GTID": "\x1e\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
	} {
		for user, want := range map[string]bool{"reader": true, "root": false} {
			c := rawConnectAs(t, address, user, true)
			c.command(command[0], []byte(command[1:])...)
			p := c.read()
			if got := p[0] == 0xff && binary.LittleEndian.Uint16(p[1:]) == denied; got != want {
				t.Errorf("%s of %s: %q", name, user, p)
			}
		}
	}
}
