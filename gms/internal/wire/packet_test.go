package wire

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/dolthub/vitess/go/mysql"
)

func packet(sequence byte, payload []byte) []byte {
	n := len(payload)
	return append([]byte{byte(n), byte(n >> 8), byte(n >> 16), sequence}, payload...)
}

// response makes a client's handshake response.
func response(flags uint32, fields ...[]byte) []byte {
	b := []byte{byte(flags), byte(flags >> 8), byte(flags >> 16), byte(flags >> 24)}
	b = append(b, make([]byte, 4+1+23)...)
	for _, f := range fields {
		b = append(b, f...)
	}
	return b
}

func lenString(s string) []byte {
	if len(s) < 0xfb {
		return append([]byte{byte(len(s))}, s...)
	}
	return append([]byte{0xfc, byte(len(s)), byte(len(s) >> 8)}, s...)
}

func TestParseHandshakeResponse(t *testing.T) {
	const base = mysql.CapabilityClientProtocol41 | mysql.CapabilityClientSecureConnection | mysql.CapabilityClientPluginAuth
	attributes := append(lenString("_os"), lenString("linux")...)
	long := string(bytes.Repeat([]byte("x"), 300))
	for name, test := range map[string]struct {
		data []byte
		want string
		ok   bool
	}{
		"plain":     {response(base, []byte("root\x00"), lenString("secret"), []byte("plugin\x00")), "", true},
		"attribute": {response(base|mysql.CapabilityClientConnAttr, []byte("root\x00"), lenString(""), []byte("plugin\x00"), lenString(string(attributes))), "_os=linux ", true},
		"database": {response(base|mysql.CapabilityClientConnAttr|mysql.CapabilityClientConnectWithDB|mysql.CapabilityClientPluginAuthLenencClientData,
			[]byte("root\x00"), lenString("secret"), []byte("shop\x00"), []byte("plugin\x00"), lenString(string(attributes))), "_os=linux ", true},
		"long value": {response(base|mysql.CapabilityClientConnAttr, []byte("root\x00"), lenString(""), []byte("plugin\x00"),
			lenString(string(append(lenString("k"), lenString(long)...)))), "k=" + long + " ", true},
		"half an attribute": {response(base|mysql.CapabilityClientConnAttr, []byte("root\x00"), lenString(""), []byte("plugin\x00"),
			lenString(string(append(attributes, 9, 'k')))), "_os=linux ", true},
		"old protocol": {response(0, []byte("root\x00")), "", false},
		"cut short":    {response(base, []byte("root")), "", false},
		"empty":        {nil, "", false},
	} {
		r, ok := ParseHandshakeResponse(test.data)
		got := ""
		for _, a := range r.Attributes {
			got += a.Name + "=" + a.Value + " "
		}
		if ok != test.ok || got != test.want {
			t.Errorf("%s: %q %v, want %q %v", name, got, ok, test.want, test.ok)
		}
	}
	if r, ok := ParseHandshakeResponse(response(base | mysql.CapabilityClientSSL)); !ok || !r.TLS {
		t.Error("a request for TLS is not seen")
	}
}

func TestPacketScanner(t *testing.T) {
	stream := bytes.Join([][]byte{
		packet(0, []byte("\x03SELECT 1")),
		packet(0, []byte{ComPing}),
		packet(0, []byte{ComCloseStmt, 1, 0, 0, 0}),
		packet(3, []byte("\x0edata of a file")), // not a command
		packet(4, nil),
		packet(0, []byte{ComQuit}),
	}, nil)
	want := fmt.Sprint([]byte{3, ComPing, ComCloseStmt, ComQuit})
	for size := 1; size <= len(stream); size++ {
		var p PacketScanner
		var got []byte
		for rest := stream; len(rest) > 0; {
			n := min(size, len(rest))
			if p.Whole(rest[:n]) {
				got = append(got, rest[4])
			} else {
				p.Scan(rest[:n], func(b []byte) bool { got = append(got, b[0]); return false })
			}
			rest = rest[n:]
		}
		if fmt.Sprint(got) != want {
			t.Errorf("in pieces of %d: %v, want %v", size, got, want)
		}
	}
}

func TestRefusalScanner(t *testing.T) {
	stream := bytes.Join([][]byte{
		packet(0, []byte("\x0a8.0.0\x00")),
		packet(2, []byte("\xfe")),
		packet(4, nil),
		packet(6, append([]byte{mysql.ErrPacket, 0x15, 0x04}, "#28000Access denied"...)),
		packet(8, []byte{mysql.ErrPacket}),
	}, nil)
	for size := 1; size <= len(stream); size++ {
		var r RefusalScanner
		var got []int
		for rest := stream; len(rest) > 0; {
			n := min(size, len(rest))
			if number := r.Scan(rest[:n]); number != 0 {
				got = append(got, number)
			}
			rest = rest[n:]
		}
		if fmt.Sprint(got) != "[1045]" {
			t.Errorf("in pieces of %d: %v", size, got)
		}
	}
}

func FuzzHandshakeResponse(f *testing.F) {
	f.Add(packet(1, response(0xffffffff&^mysql.CapabilityClientSSL, []byte("u\x00\x00d\x00p\x00"), lenString("\x01a\x01b"))))
	f.Add(packet(1, response(mysql.CapabilityClientProtocol41|mysql.CapabilityClientConnAttr, []byte("u\x00\x00"), []byte{0xfe, 1, 2, 3, 4, 5, 6, 7, 8})))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, _ := ParseHandshakeResponse(FirstPacket(data))
		size := 0
		for _, a := range r.Attributes {
			size += len(a.Name) + len(a.Value)
		}
		if size > len(data) {
			t.Errorf("%d bytes of attributes from %d", size, len(data))
		}
		seen := 0
		var p PacketScanner
		p.Scan(data, func([]byte) bool { seen++; return false })
		if seen > len(data)/5 {
			t.Errorf("%d commands in %d bytes", seen, len(data))
		}
	})
}
