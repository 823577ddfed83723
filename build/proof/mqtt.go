package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

const (
	clients = 8  // each subscribes to a topic of its own, and to one of all
	window  = 32 // messages that a client has under way
	shared  = 16 // one of so many messages goes to all
)

// messages returns how many messages a second clients get from an MQTT broker. A client
// publishes anew when a message of its own has come back.
func messages(address string, length time.Duration) (float64, error) {
	var got atomic.Int64
	var wg sync.WaitGroup
	failed := make([]error, clients)
	conns := make([]net.Conn, clients)
	for i := range conns {
		c, err := dial(address)
		if err != nil {
			return 0, err
		}
		defer c.Close()
		conns[i] = c
		if err := subscribe(c, i); err != nil {
			return 0, err
		}
	}
	begun := time.Now()
	for i, c := range conns {
		if err := c.SetDeadline(begun.Add(length)); err != nil {
			return 0, err
		}
		wg.Go(func() { failed[i] = publish(c, i, &got) })
	}
	wg.Wait()
	if err := errors.Join(failed...); err != nil {
		return 0, err
	}
	return float64(got.Load()) / time.Since(begun).Seconds(), nil
}

// packet is an MQTT packet of fewer than 128 bytes.
func packet(kind byte, parts ...[]byte) []byte {
	p := []byte{kind, 0}
	for _, part := range parts {
		p = append(p, part...)
	}
	p[1] = byte(len(p) - 2)
	return p
}

// text is a string as MQTT has it.
func text(s string) []byte {
	return append(binary.BigEndian.AppendUint16(nil, uint16(len(s))), s...)
}

func topic(client int) string { return fmt.Sprintf("client/%d", client) }

// subscribe connects as a client and waits until it is subscribed to its topics.
func subscribe(c net.Conn, client int) error {
	if err := c.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return err
	}
	connect := packet(0x10, text("MQTT"), []byte{4, 2, 0, 60}, text(fmt.Sprintf("proof%d", client)))
	both := packet(0x82, []byte{0, 1}, text(topic(client)), []byte{0}, text("all"), []byte{0})
	if _, err := c.Write(append(connect, both...)); err != nil {
		return err
	}
	answer := make([]byte, 4+6) // CONNACK and SUBACK
	if _, err := io.ReadFull(c, answer); err != nil {
		return err
	}
	if answer[0] != 0x20 || answer[3] != 0 || answer[4] != 0x90 {
		return fmt.Errorf("the broker answers % x", answer)
	}
	return nil
}

// publish keeps a window of messages under way until the connection's deadline.
func publish(c net.Conn, client int, got *atomic.Int64) error {
	own := packet(0x30, text(topic(client)), []byte("payload of a message"))
	all := packet(0x30, text("all"), []byte{byte(client)})
	r := bufio.NewReader(c)
	for range window {
		if _, err := c.Write(own); err != nil {
			return late(err)
		}
	}
	for n := 1; ; n++ {
		var head [2]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return late(err)
		}
		body := make([]byte, head[1])
		if _, err := io.ReadFull(r, body); err != nil {
			return late(err)
		}
		got.Add(1)
		if len(body) != len(own)-2 {
			continue // one of those for all
		}
		next := own
		if n%shared == 0 {
			next = append(all[:len(all):len(all)], own...)
		}
		if _, err := c.Write(next); err != nil {
			return late(err)
		}
	}
}

// late passes over the end that the deadline brings.
func late(err error) error {
	var n net.Error
	if errors.As(err, &n) && n.Timeout() {
		return nil
	}
	return err
}
