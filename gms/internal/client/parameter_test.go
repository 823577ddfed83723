package client

import (
	"strings"
	"testing"
)

// A length of a parameter that no packet can have is an error, wherever it stands, and
// what only looks like one is taken.
func TestParametersOfImpossibleLength(t *testing.T) {
	const (
		text, bigint, datetime = "\xfd\x00", "\x08\x00", "\x0c\x00"
		huge                   = "\xfe\xff\xff\xff\xff\xff\xff\xff\xff"
		wraps                  = "\xfe\xff\xff\xff\xff\xff\xff\xff\x7f"
		number                 = "\xfe\xff\xff\xff\xff\xff\xff\xff"
	)
	s := serve(t, generous(), nil)
	for _, tt := range []struct {
		name, nulls, types, values string
		want                       int
	}{
		{"the first", "\x00", text + text + text, huge + "\x00\x00", errMalformedPacket},
		{"one that wraps around", "\x00", text + text + text, wraps + "\x00\x00", errMalformedPacket},
		{"the last", "\x00", text + bigint + text, "\x01x" + number + huge, errMalformedPacket},
		{"behind NULL", "\x01", text + datetime + text, "\x04\xe4\x07\x01\x01" + huge, errMalformedPacket},
		{"numbers", "\x00", bigint + bigint + bigint, number + number + number, 0},
		{"a text", "\x00", text + text + text, "\x09" + huge + "\x00\x00", 0},
		{"NULL", "\x07", text + text + text, huge, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := s.dial(t)
			c.login("ann", 0)
			c.send(framed(0, []byte("\x16SELECT ?, ?, ?")))
			_, p := c.packet()
			for range 4 { // three parameters, and their end
				c.packet()
			}
			packet := framed(0, []byte("\x17"+string(p[1])+"\x00\x00\x00\x00\x01\x00\x00\x00"+tt.nulls+"\x01"+tt.types+tt.values))
			for _, pieces := range []bool{false, true} {
				if pieces {
					for i := range packet {
						c.send(packet[i : i+1])
					}
				} else {
					c.send(packet)
				}
				if _, p := c.packet(); errorNumber(p) != tt.want {
					t.Errorf("in pieces %v: %q, want error %d", pieces, p, tt.want)
				}
			}
			if n := c.query(strings.Repeat("x", 5)); n != 5 {
				t.Errorf("after it, the answer to a query is %d", n)
			}
		})
	}
}
