package client

import (
	"encoding/binary"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/internal/wire"
)

// vitess sends one result for a statement. A CALL has as many as its procedure has
// SELECTs, and then an OK packet. So vitess sends the columns of the first and the
// rows of all; what ends a result and the columns of the next are written here,
// between vitess's packets, whose numbers are put right. The packet with which vitess
// ends the one result it knows of is exchanged for the OK packet.

// clientMultiResults is a client that takes several results for a statement.
const clientMultiResults = 1 << 17

// clientPSMultiResults is one that takes several for a prepared statement, and knows
// that of its parameters.
const clientPSMultiResults = 1 << 18

// results follows the packets of an answer that has several results.
type results struct {
	on     bool // until the next command is read
	header [4]byte
	have   int  // bytes of the header
	left   int  // bytes of the payload still to come
	last   byte // number of the last packet, as it was sent
	shift  byte // how many packets vitess does not know of
	ok     []byte
	taken  []byte // of the packet that ok takes the place of
	out    []byte // what is written in the place of what vitess has written
}

// ManyResults says whether the client takes several results for a statement, and
// they can be sent.
func (c *Conn) ManyResults() bool {
	return c != nil && c.live && !c.encrypted && c.client != nil && c.many
}

// OutParameters says whether the client knows the result that has the parameters of a
// prepared CALL.
func (c *Conn) OutParameters() bool { return c.ManyResults() && c.parameters }

// OneResult says that the client takes one result only.
func (c *Conn) OneResult() bool {
	return c != nil && c.live && !c.many
}

// FollowResults is called before the first of several results. Each of them begins by
// what BeginResult writes, but for the first, whose columns vitess writes, and ends by
// EndResult; then there is EndResults, or FailResult.
func (c *Conn) FollowResults() error {
	if err := c.client.FlushBuffer(); err != nil {
		return err
	}
	if !c.results.on {
		c.results = results{on: true}
	}
	return nil
}

// BeginResult writes the columns of a result.
func (c *Conn) BeginResult(fields []*querypb.Field) error {
	if err := c.client.FlushBuffer(); err != nil {
		return err
	}
	var b []byte
	b = c.results.packet(b, wire.AppendInteger(nil, uint64(len(fields))))
	for _, f := range fields {
		b = c.results.packet(b, columnDefinition(f))
	}
	if c.client.Capabilities&mysql.CapabilityClientDeprecateEOF == 0 {
		b = c.results.packet(b, c.endPacket(c.client.StatusFlags|mysql.ServerMoreResultsExists, 0))
	}
	_, err := c.write(b)
	return err
}

// EndResult writes what ends a result, after which more follows.
func (c *Conn) EndResult(flags, warnings uint16) error {
	if err := c.client.FlushBuffer(); err != nil {
		return err
	}
	_, err := c.write(c.results.packet(nil, c.endPacket(flags|mysql.ServerMoreResultsExists, warnings)))
	return err
}

// EndResults has the packet that vitess writes next, the end of a result, exchanged
// for an OK packet.
func (c *Conn) EndResults(affected, insertID uint64) error {
	if err := c.client.FlushBuffer(); err != nil {
		return err
	}
	c.results.ok = wire.AppendInteger(wire.AppendInteger([]byte{mysql.OKPacket}, affected), insertID)
	return nil
}

func (c *Conn) endPacket(flags, warnings uint16) []byte {
	b := []byte{mysql.EOFPacket}
	if c.client.Capabilities&mysql.CapabilityClientDeprecateEOF == 0 {
		return binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(b, warnings), flags)
	}
	b = append(b, 0, 0) // no rows changed, no id
	return binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(b, flags), warnings)
}

// packet appends a packet that vitess does not know of.
func (r *results) packet(b, payload []byte) []byte {
	r.last++
	r.shift++
	n := len(payload)
	b = append(b, byte(n), byte(n>>8), byte(n>>16), r.last)
	return append(b, payload...)
}

// send writes what vitess has written.
func (c *Conn) send(b []byte) (int, error) {
	if !c.results.on {
		return c.write(b)
	}
	c.results.out = append(c.results.out[:0], b...) // which is vitess's
	if _, err := c.write(c.results.follow(c.results.out)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// follow puts the numbers of packets right, in b itself, and exchanges the one that is
// to be. It returns what is to be sent.
func (r *results) follow(b []byte) []byte {
	for i := 0; i < len(b); {
		if r.ok != nil && r.left == 0 && r.have == 0 {
			n := r.take(b[i:])
			if len(r.taken) < 4 || len(r.taken) < 4+payloadLength(r.taken) {
				return b[:i]
			}
			out := append([]byte(nil), b[:i]...)
			out = append(out, r.exchanged()...)
			return append(out, r.follow(b[i+n:])...)
		}
		if r.left > 0 {
			n := min(r.left, len(b)-i)
			r.left -= n
			i += n
			continue
		}
		r.header[r.have] = b[i]
		if r.have++; r.have == len(r.header) {
			r.have = 0
			r.left = payloadLength(r.header[:])
			b[i] += r.shift
			r.last = b[i]
		}
		i++
	}
	return b
}

// take keeps what is there of the packet that is exchanged.
func (r *results) take(b []byte) (n int) {
	for n < len(b) && (len(r.taken) < 4 || len(r.taken) < 4+payloadLength(r.taken)) {
		r.taken = append(r.taken, b[n])
		n++
	}
	return n
}

// exchanged is the OK packet, with the flags and warnings of the packet that ends a
// result.
func (r *results) exchanged() []byte {
	ended, ok := r.taken, r.ok
	r.taken, r.ok = nil, nil
	r.last = ended[3] + r.shift
	if end := ended[4:]; end[0] == mysql.EOFPacket && len(end) == 7 {
		ok = append(ok, end[3:7]...)
	} else if end[0] == mysql.EOFPacket && len(end) == 5 {
		ok = append(append(ok, end[3:5]...), end[1:3]...)
	} else {
		ok = end // an error
	}
	return append([]byte{byte(len(ok)), byte(len(ok) >> 8), byte(len(ok) >> 16), r.last}, ok...)
}

func payloadLength(header []byte) int {
	return int(header[0]) | int(header[1])<<8 | int(header[2])<<16
}

// columnDefinition is the packet that describes a column.
func columnDefinition(f *querypb.Field) []byte {
	kind, flags := sqltypes.TypeToMySQL(f.Type)
	if f.Flags != 0 {
		flags = int64(f.Flags)
	}
	b := appendText(nil, "def")
	for _, name := range []string{f.Database, f.Table, f.OrgTable, f.Name, f.OrgName} {
		b = appendText(b, name)
	}
	b = append(b, 0x0c) // the length of what follows
	b = binary.LittleEndian.AppendUint16(b, uint16(f.Charset))
	b = binary.LittleEndian.AppendUint32(b, f.ColumnLength)
	b = append(b, byte(kind))
	b = binary.LittleEndian.AppendUint16(b, uint16(flags))
	return append(b, byte(f.Decimals), 0, 0)
}

func appendText(b []byte, s string) []byte {
	return append(wire.AppendInteger(b, uint64(len(s))), s...)
}
