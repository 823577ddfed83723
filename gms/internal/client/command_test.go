package client

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/dolthub/vitess/go/mysql"
)

// command is one that a client sends, and the error it gets; 0 for what is no
// error.
type command struct {
	name string
	body string
	want int
}

var commands = []command{
	{"a byte that is no command", "\x00", errUnknownCommand},
	{"another", "\x21abc", errUnknownCommand},
	{"the last", "\xff", errUnknownCommand},
	{"COM_CHANGE_USER", "\x11ann\x00\x14secretsecretsecretsecr", errUnknownCommand},
	{"COM_STATISTICS", "\x09", errUnknownCommand},
	{"COM_FIELD_LIST without a table", "\x04", errMalformedPacket},
	{"COM_FIELD_LIST of no table", "\x04\x00%", errMalformedPacket},
	{"COM_FIELD_LIST without an end", "\x04table", errMalformedPacket},
	{"COM_STMT_SEND_LONG_DATA cut", "\x18\x01\x00\x00\x00\x00", errMalformedPacket},
	{"COM_STMT_RESET cut", "\x1a\x01\x00\x00", errMalformedPacket},
	{"COM_STMT_RESET of no statement", "\x1a\x09\x00\x00\x00", errUnknownStatement},
	{"COM_SET_OPTION cut", "\x1b\x01", errMalformedPacket},
	{"COM_SET_OPTION of no option", "\x1b\x07\x00", errUnknownCommand},
	{"COM_STMT_FETCH cut", "\x1c\x01\x00\x00\x00\x01\x00\x00", errMalformedPacket},
	{"COM_REGISTER_REPLICA cut", "\x15\x01\x00\x00\x00\x04ho", errMalformedPacket},
	{"COM_REGISTER_REPLICA without port", "\x15\x01\x00\x00\x00\x01h\x01u\x01p\x01", errMalformedPacket},
	{"COM_BINLOG_DUMP_GTID empty", "\x1e", errMalformedPacket},
	{"COM_BINLOG_DUMP_GTID with a name too long", "\x1e\x04\x00\x01\x00\x00\x00\xff\xff\xff\xffname", errMalformedPacket},
	{"COM_BINLOG_DUMP_GTID with a set too long", "\x1e\x04\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\x00\x00\x00x", errMalformedPacket},
	{"COM_PING", "\x0e", 0},
	{"COM_QUERY", "\x03hello", 0},
	{"COM_INIT_DB", "\x02shop", 0},
}

// What is no command, or lacks a part, has an error for an answer, and the
// connection goes on.
func TestCommands(t *testing.T) {
	s := serve(t, generous(), nil)
	for _, tt := range commands {
		t.Run(tt.name, func(t *testing.T) {
			c := s.dial(t)
			c.login("ann", 0)
			c.send(framed(0, []byte(tt.body)))
			sequence, p := c.packet()
			if p == nil || sequence != 1 || errorNumber(p) != tt.want {
				t.Errorf("packet %d: %q, want error %d", sequence, text(p), tt.want)
			}
			if n := c.query("hello"); n != 5 {
				t.Errorf("after it, the answer to a query is %d", n)
			}
			if tt.want != 0 {
				if n := <-s.raised; n != tt.want {
					t.Errorf("error %d raised", n)
				}
			}
		})
	}
}

// However a client's bytes come, commands get the same answers.
func TestCommandsInPieces(t *testing.T) {
	s := serve(t, generous(), nil)
	var all []byte
	for _, tt := range commands {
		all = append(all, framed(0, []byte(tt.body))...)
	}
	for _, size := range []int{1, 2, 3, 4, 5, 6, 7, 11, 64, len(all)} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			c := s.dial(t)
			c.login("ann", 0)
			go func() {
				for b := all; len(b) > 0; b = b[min(size, len(b)):] {
					if _, err := c.Write(b[:min(size, len(b))]); err != nil {
						return
					}
					if size < 8 {
						time.Sleep(time.Microsecond) // else the kernel puts them together again
					}
				}
			}()
			for _, tt := range commands {
				if _, p := c.packet(); p == nil || errorNumber(p) != tt.want {
					t.Fatalf("%s: %q, want error %d", tt.name, text(p), tt.want)
				}
			}
		})
	}
}

// A packet without a command ends the connection, with an error.
func TestEmptyCommand(t *testing.T) {
	s := serve(t, generous(), nil)
	c := s.dial(t)
	c.login("ann", 0)
	c.send(append(framed(0, []byte("\x0e")), framed(0, nil)...))
	if _, p := c.packet(); len(p) == 0 || p[0] != mysql.OKPacket {
		t.Errorf("the answer to the ping is %q", p)
	}
	if sequence, p := c.packet(); sequence != 1 || errorNumber(p) != errMalformedPacket {
		t.Errorf("packet %d: %q", sequence, text(p))
	}
	c.ends("an empty command")
}

// After a COM_FIELD_LIST that fails the next command has its own answer.
func TestFieldListFails(t *testing.T) {
	s := serve(t, generous(), nil)
	c := s.dial(t)
	c.login("ann", 0)
	c.send(framed(0, []byte("\x04table\x00"))) // of which the service knows no fields
	if _, p := c.packet(); errorNumber(p) == 0 {
		t.Errorf("%q", text(p))
	}
	if n := c.query("hello"); n != 5 {
		t.Errorf("after it, the answer to a query is %d", n)
	}
}

// A checked command never makes the server read outside of it, and what follows
// it stays as it came.
func FuzzCheckCommand(f *testing.F) {
	for _, tt := range commands {
		f.Add([]byte(tt.body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) == 0 {
			return
		}
		const next = "\x01\x00\x00\x00\x0e"
		c := &Conn{limits: generous()}
		c.stream.commands = true
		b := append(framed(0, body), next...)
		if n, large := c.stream.scan(b[:4], 1<<20); n != 4 || large {
			t.Fatalf("%d, %v", n, large)
		}
		rest := b[4:]
		if c.stream.atCommand() && !plainCommands[rest[0]] {
			c.checkCommand(rest)
		}
		if !bytes.Equal(rest[len(body):], []byte(next)) {
			t.Errorf("what follows %q is %q", body, rest[len(body):])
		}
		if c.fault == nil && !bytes.Equal(rest[:len(body)], body) {
			t.Errorf("%q became %q", body, rest[:len(body)])
		}
		if c.fault != nil && rest[0] != mysql.ComQuery {
			t.Errorf("%q has the fault %v and is %q", body, c.fault, rest[:len(body)])
		}
	})
}
