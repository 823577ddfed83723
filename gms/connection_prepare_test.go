package gms

import (
	"bytes"
	"io"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// command is a client's command in packets of at most full bytes.
func command(payload []byte) []byte {
	var out []byte
	for sequence := byte(0); ; sequence++ {
		n := min(len(payload), wire.FullPacket)
		out = append(out, byte(n), byte(n>>8), byte(n>>16), sequence)
		out = append(out, payload[:n]...)
		if payload = payload[n:]; n < wire.FullPacket {
			return out
		}
	}
}

// However a client cuts its bytes, none of a text that is to be prepared is passed on,
// all else is, and lengths stay as they were.
func TestTextsToPrepareAreHeld(t *testing.T) {
	if testing.Short() {
		t.Skip("cuts 200 MB in pieces, in one goroutine")
	}
	texts := []string{
		"SELECT " + strings.Repeat("~", 100_000) + "1", "SELECT '" + strings.Repeat("~", wire.FullPacket) + "', ?", "SELEC", "DO ?+1", "no SQL at all", "SELECT 1",
		strings.Repeat("x", wire.FullPacket-1), "SELECT 2",
	}
	var in []byte
	for _, text := range texts {
		in = append(in, command([]byte("\x03SELECT 1"))...)
		in = append(in, command([]byte("\x16"+text))...)
		in = append(in, command([]byte("\x16DO 1"))...) // too short, and no longer than what would stand in
	}
	for _, size := range []int{1 << 14, 1<<14 + 1, 100_003, 1 << 20, len(in)} {
		source := bytes.NewReader(in)
		var h wire.HeldCommand
		var p wire.PacketScanner
		var out bytes.Buffer
		b := make([]byte, size)
		for {
			if h.Rest != nil {
				out.Write(b[:h.Take(b)])
				continue
			}
			n, err := source.Read(b)
			if err == io.EOF {
				break
			}
			n = p.Scan(b[:n], func(b []byte) bool { return h.Hold(b, &p, source) })
			out.Write(b[:n])
		}
		if out.Len() != len(in) {
			t.Fatalf("in pieces of %d: %d bytes of %d", size, out.Len(), len(in))
		}
		var passed, prepared []string
		for rest := out.Bytes(); len(rest) > 0; {
			length := wire.PacketLength(rest)
			payload := append([]byte(nil), rest[4:4+length]...)
			rest = rest[4+length:]
			for length == wire.FullPacket {
				length = wire.PacketLength(rest)
				payload = append(payload, rest[4:4+length]...)
				rest = rest[4+length:]
			}
			if payload[0] != mysql.ComPrepare || len(payload) == 5 {
				passed = append(passed, string(payload))
				continue
			}
			if _, err := sqlparser.Parse(string(payload[1:])); err != nil {
				t.Errorf("%.40q stands in: %v", payload, err)
			}
			prepared = append(prepared, h.TextOf(string(payload[1:])))
		}
		if !slices.Equal(prepared, texts) {
			t.Errorf("in pieces of %d: %d texts are prepared, or others", size, len(prepared))
		}
		if want := slices.Repeat([]string{"\x03SELECT 1", "\x16DO 1"}, len(texts)); !slices.Equal(passed, want) {
			t.Errorf("in pieces of %d: other commands are passed on", size)
		}
	}
}

// A text that the server has answered by itself does not stand for a later one.
func TestHeldTextsKeepTheirTurn(t *testing.T) {
	var h wire.HeldCommand
	hold := func(text string) string {
		b := []byte("\x16" + text)
		p := wire.PacketScanner{Left: len(b)}
		if h.Hold(b, &p, nil) {
			t.Fatal("more is waited for")
		}
		return string(b[1:])
	}
	for range 100 {
		_, b := hold("SELECT 1"), hold("SELECT 2")
		c := hold("SELECT 3")
		if got := h.TextOf(b) + h.TextOf(c) + h.TextOf("SELECT 4"); got != "SELECT 2SELECT 3SELECT 4" {
			t.Fatal(got)
		}
	}
	var stand []string
	for range 3 * wire.StandIns {
		stand = append(stand, hold("SELECT 1"))
	}
	for i, b := range stand {
		if got := h.TextOf(b); got != "SELECT 1" || len(h.Texts) != len(stand)-1-i {
			t.Fatalf("text %d: %q, %d wait", i, got, len(h.Texts))
		}
	}
}

// A text that the server answers without asking for it is given up when the server reads
// on: no client piles them up.
func TestHeldTextsAreGivenUp(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener := wire.ListenSocket(l, s)
	defer listener.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	socket, err := listener.AcceptSocket()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	w := &wireConn{Socket: socket, state: wireCommands}
	for range 3 {
		in := command([]byte("\x16SELECT 'a text to be prepared'"))
		if _, err := client.Write(in); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(w, make([]byte, len(in))); err != nil {
			t.Fatal(err)
		}
		if len(w.held.Texts) != 1 {
			t.Fatalf("%d texts are held", len(w.held.Texts))
		}
	}
}
