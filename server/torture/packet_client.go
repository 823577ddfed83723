package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"time"
)

// answerTimeout is how long an answer may take before the server counts as
// stuck.
const answerTimeout = 10 * time.Second

// packetClient speaks the client protocol byte by byte, as wrongly as it is told
// to.
type packetClient struct {
	conn net.Conn
	seq  byte
}

// greeted connects and reads the server's greeting.
func (p *process) greeted() (*packetClient, error) { return p.greetedFrom(nil) }

// greetedFrom is greeted for a client that has an address, if it is not nil.
func (p *process) greetedFrom(host net.IP) (*packetClient, error) {
	dialer := net.Dialer{Timeout: answerTimeout}
	if host != nil {
		dialer.LocalAddr = &net.TCPAddr{IP: host}
	}
	conn, err := dialer.Dial("tcp", p.addr)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	c := &packetClient{conn: conn}
	if _, err := c.read(); err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("reading the greeting: %w", err)
	}
	return c, nil
}

// Capabilities of a client.
const (
	longPassword     = 1 << 0
	longFlag         = 1 << 2
	protocol41       = 1 << 9
	transactions     = 1 << 13
	secureConnection = 1 << 15
	multiStatements  = 1 << 16
	multiResults     = 1 << 17
	pluginAuth       = 1 << 19
)

// handshakeResponse is what an account without a password answers to the greeting.
func handshakeResponse(user string) []byte {
	b := binary.LittleEndian.AppendUint32(nil,
		longPassword|longFlag|protocol41|transactions|secureConnection|multiStatements|multiResults|pluginAuth)
	b = binary.LittleEndian.AppendUint32(b, 1<<24) // largest packet
	b = append(b, 45)                              // utf8mb4
	b = append(b, make([]byte, 23)...)
	b = append(b, user...)
	b = append(b, "\x00\x00caching_sha2_password\x00"...) // no password, plugin
	return b
}

// loggedIn connects as root.
func (p *process) loggedIn() (*packetClient, error) {
	c, err := p.greeted()
	if err != nil {
		return nil, err
	}
	if err := c.loginAs("root"); err != nil {
		_ = c.conn.Close()
		return nil, fmt.Errorf("logging in: %w", err)
	}
	return c, nil
}

func (c *packetClient) loginAs(user string) error {
	if err := c.write(handshakeResponse(user)); err != nil {
		return err
	}
	for {
		answer, err := c.read()
		switch {
		case err != nil:
			return err
		case len(answer) == 0:
			return fmt.Errorf("an empty answer")
		case answer[0] == 0:
			return nil
		case answer[0] == 0xfe: // another plugin, for which there is no password either
			if err := c.write(nil); err != nil {
				return err
			}
		case answer[0] == 1: // more is to come
		default:
			return fmt.Errorf("refused: %q", answer)
		}
	}
}

// write sends a packet that goes on with what came before.
func (c *packetClient) write(payload []byte) error {
	header := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
	header[3] = c.seq
	c.seq++
	_ = c.conn.SetWriteDeadline(time.Now().Add(answerTimeout))
	_, err := c.conn.Write(append(header, payload...))
	return err
}

// command sends a packet that begins anew.
func (c *packetClient) command(payload []byte) error {
	c.seq = 0
	return c.write(payload)
}

// read reads one packet.
func (c *packetClient) read() ([]byte, error) {
	_ = c.conn.SetReadDeadline(time.Now().Add(answerTimeout))
	var header [4]byte
	if _, err := io.ReadFull(c.conn, header[:]); err != nil {
		return nil, err
	}
	c.seq = header[3] + 1
	payload := make([]byte, int(header[0])|int(header[1])<<8|int(header[2])<<16)
	_, err := io.ReadFull(c.conn, payload)
	return payload, err
}

// query runs a statement and reads its answer, which has rows.
func (c *packetClient) query(text string) error {
	_, err := c.answers(text)
	return err
}

// answers is query that gives the packet of the last row.
func (c *packetClient) answers(text string) (last []byte, err error) {
	if err := c.command(append([]byte{3}, text...)); err != nil {
		return nil, err
	}
	for ends := 0; ends < 2; {
		answer, err := c.read()
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", text, err)
		case answer[0] == 0xff:
			return nil, fmt.Errorf("%s: %q", text, answer)
		case answer[0] == 0xfe && len(answer) < 9: // the end of the columns, of the rows
			ends++
		default:
			last = answer
		}
	}
	return last, nil
}
