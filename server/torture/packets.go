package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"syscall"
	"time"
)

// packets sends what no client would: random and mutated bytes before the login,
// and every command with every kind of contents after it. Whatever comes, the
// server answers or hangs up, nothing panics, and nothing stays behind.
var packets = kind{"packets", func(t *trial) error {
	return t.serving(filepath.Join(t.dir, "data"), nothing, func(p *process) error {
		if err := t.everyCommand(p); err != nil {
			return err
		}
		n := 0
		for ; !t.over(); n++ {
			attack := t.beforeLogin
			if t.rand.IntN(3) > 0 {
				attack = t.afterLogin
			}
			if err := attack(p); err != nil {
				return err
			}
		}
		t.logf("%d attacks", n)
		return nil
	})
}}

// everyCommand sends every first byte there is, with bodies that a command may
// trip over.
func (t *trial) everyCommand(p *process) error {
	for command := range 256 {
		for _, body := range [][]byte{nil, {0}, {1}, {0xff, 0xff, 0xff, 0xff}, make([]byte, 5), make([]byte, 40), bytes.Repeat([]byte{0xfe}, 40)} {
			if err := t.attack(p, byte(command), body); err != nil {
				return err
			}
		}
	}
	return nil
}

// attack sends one command on a connection of its own, and a ping after it.
func (t *trial) attack(p *process, command byte, body []byte) error {
	c, err := p.loggedIn()
	if err != nil {
		return t.diagnose(p, err)
	}
	defer c.conn.Close()
	if err := c.command(append([]byte{command}, body...)); err != nil {
		return nil // it has hung up
	}
	const ping = 0x0e
	if err := c.command([]byte{ping}); err != nil {
		return nil
	}
	if err := c.drained(); err != nil {
		return fmt.Errorf("command %#x with % x: %w", command, body, err)
	}
	return nil
}

// drained reads answers until the server hangs up or has nothing more to say. It
// is an error if it says nothing at all.
func (c *packetClient) drained() error {
	for answers := 0; ; answers++ {
		_, err := c.read()
		switch {
		case err == nil:
			_ = c.conn.(*net.TCPConn).CloseWrite() // the ping was the last
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
			return nil
		default:
			return fmt.Errorf("after %d answers: %w", answers, err)
		}
	}
}

// beforeLogin answers the greeting with bytes that are none, or nearly one.
func (t *trial) beforeLogin(p *process) error {
	c, err := p.greeted()
	if err != nil {
		return t.diagnose(p, err)
	}
	defer c.conn.Close()
	var sent []byte
	switch t.rand.IntN(3) {
	case 0:
		sent = t.bytes(t.rand.IntN(200))
	case 1:
		sent = framed(1, t.mutated(handshakeResponse("root")))
	default:
		sent = t.mutated(framed(1, handshakeResponse("root")))
	}
	_ = c.conn.SetWriteDeadline(time.Now().Add(answerTimeout))
	if _, err := c.conn.Write(sent); err != nil {
		return nil
	}
	// It may wait for the rest of what was announced: there is none.
	_ = c.conn.(*net.TCPConn).CloseWrite()
	if err := c.drained(); err != nil {
		return fmt.Errorf("before the login, % x: %w", sent, err)
	}
	return nil
}

// afterLogin sends several commands that are nearly right.
func (t *trial) afterLogin(p *process) error {
	c, err := p.loggedIn()
	if err != nil {
		return t.diagnose(p, err)
	}
	defer c.conn.Close()
	var sent [][]byte
	for range 1 + t.rand.IntN(6) {
		body := commands[t.rand.IntN(len(commands))]
		if t.rand.IntN(4) > 0 {
			body = t.mutated(body)
		}
		packet := framed(0, body)
		if t.rand.IntN(8) == 0 {
			packet = t.mutated(packet)
		}
		sent = append(sent, packet)
		_ = c.conn.SetWriteDeadline(time.Now().Add(answerTimeout))
		if _, err := c.conn.Write(packet); err != nil {
			break
		}
	}
	_ = c.conn.(*net.TCPConn).CloseWrite()
	if err := c.drained(); err != nil {
		return fmt.Errorf("after the login, % x: %w", sent, err)
	}
	return nil
}

// commands are right ones, to begin from.
var commands = [][]byte{
	[]byte("\x03SELECT 1"),
	[]byte("\x03SELECT 1; SELECT 2; SELECT * FROM nowhere; SELECT 3"),
	[]byte("\x03SELECT * FROM performance_schema.threads"),
	[]byte("\x03PREPARE s FROM 'SELECT ?'; EXECUTE s USING @a; DEALLOCATE PREPARE s"),
	[]byte("\x02performance_schema"),
	[]byte("\x04threads\x00%"),
	[]byte("\x09"),
	[]byte("\x0e"),
	[]byte("\x0c\x01\x00\x00\x00"),
	[]byte("\x11root\x00\x00mysql\x00\x2d\x00caching_sha2_password\x00"),
	[]byte("\x15\x01\x00\x00\x00\x04host\x04user\x04pass\xea\x0c\x00\x00\x00\x00\x00\x00\x00\x00"),
	[]byte("\x16SELECT ?, ?"),
	[]byte("\x17\x01\x00\x00\x00\x00\x01\x00\x00\x00\x00\x01\x08\x00\xfe\x00\x01\x00\x00\x00\x00\x00\x00\x00\x03abc"),
	[]byte("\x17\x01\x00\x00\x00\x01\x01\x00\x00\x00\x00\x01\x08\x00\xfe\x00\x01\x00\x00\x00\x00\x00\x00\x00\x03abc"),
	[]byte("\x18\x01\x00\x00\x00\x00\x00long data"),
	[]byte("\x19\x01\x00\x00\x00"),
	[]byte("\x1a\x01\x00\x00\x00"),
	[]byte("\x1b\x00\x00"),
	[]byte("\x1c\x01\x00\x00\x00\x0a\x00\x00\x00"),
	[]byte("\x1e\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00file\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"),
	[]byte("\x1f"),
}

// framed is a packet.
func framed(seq byte, payload []byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
	b[3] = seq
	return append(b, payload...)
}

func (t *trial) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(t.rand.Uint32())
	}
	return b
}

// mutated is a copy that is cut, longer, or has other bytes.
func (t *trial) mutated(b []byte) []byte {
	b = bytes.Clone(b)
	for range 1 + t.rand.IntN(3) {
		switch i := t.rand.IntN(len(b) + 1); t.rand.IntN(5) {
		case 0:
			b = b[:i]
		case 1:
			b = append(b, t.bytes(t.rand.IntN(100))...)
		case 2:
			b = append(b[:i], append([]byte{0xfc, 0xff, 0xff}, b[i:]...)...)
		default:
			if i < len(b) {
				b[i] = byte(t.rand.Uint32())
			}
		}
	}
	return b
}
