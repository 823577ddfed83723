package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// A natsClient is a connection of NATS's text protocol.
type natsClient struct {
	net.Conn
	lines *bufio.Reader
}

// connectNATS connects, and waits until the server has answered.
func connectNATS(r *running) (*natsClient, error) {
	conn, err := dial(r.address)
	if err != nil {
		return nil, err
	}
	c := &natsClient{conn, bufio.NewReader(conn)}
	if err := c.SetDeadline(time.Now().Add(20*time.Second + time.Minute)); err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(c, "CONNECT {\"verbose\":false,\"pedantic\":false}\r\nPING\r\n"); err != nil {
		return nil, err
	}
	for {
		line, err := c.lines.ReadString('\n')
		if err != nil || line == "PONG\r\n" {
			return c, err
		}
	}
}

// message reads until a message has come, and returns its subject and what it says.
func (c *natsClient) message() (subject, text string, err error) {
	for {
		line, err := c.lines.ReadString('\n')
		if err != nil {
			return "", "", err
		}
		word := strings.Fields(line)
		switch {
		case len(word) >= 4 && word[0] == "MSG":
			n, err := strconv.Atoi(word[len(word)-1])
			if err != nil {
				return "", "", err
			}
			b := make([]byte, n+2)
			_, err = io.ReadFull(c.lines, b)
			return word[1], string(b[:n]), err
		case line == "PING\r\n":
			if _, err := io.WriteString(c, "PONG\r\n"); err != nil {
				return "", "", err
			}
		case strings.HasPrefix(line, "-ERR"):
			return "", "", fmt.Errorf("the server answers %s", line)
		}
	}
}

// makeStream makes a stream in files of all that is published below load.
func makeStream(r *running) error {
	c, err := connectNATS(r)
	if err != nil {
		return err
	}
	defer c.Close()
	config := `{"name": "LOAD", "subjects": ["load.>"], "storage": "file", "retention": "limits", "discard": "old", "max_bytes": 67108864, "num_replicas": 1}`
	if _, err := fmt.Fprintf(c, "SUB made 1\r\nPUB $JS.API.STREAM.CREATE.LOAD made %d\r\n%s\r\n", len(config), config); err != nil {
		return err
	}
	_, text, err := c.message()
	return answers(text, err, `"created"`)
}

// publishToStream keeps 32 messages under way, each acknowledged by the stream; the client gets
// those of its neighbour too.
func publishToStream(r *running, client int) (requests, error) {
	c, err := connectNATS(r)
	if err != nil {
		return nil, err
	}
	payload := strings.Repeat("m", 128)
	publish := fmt.Sprintf("PUB load.%d acks.%d %d\r\n%s\r\n", client, client, len(payload), payload)
	if _, err := fmt.Fprintf(c, "SUB acks.%d 1\r\nSUB load.%d 2\r\n%s", client, (client+1)%r.clients, strings.Repeat(publish, 32)); err != nil {
		return nil, err
	}
	return func(int) (int, error) {
		subject, text, err := c.message()
		if err != nil || strings.HasPrefix(subject, "load.") {
			return 0, err
		}
		if err := answers(text, nil, `"seq"`); err != nil {
			return 0, err
		}
		_, err = io.WriteString(c, publish)
		return 1, err
	}, nil
}
