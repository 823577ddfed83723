package server

import (
	"io"
	"net"
	"testing"
)

// A client that finds no room gets MySQL's error, and is counted.
func TestClientsTurnedAway(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	counted := make(chan struct{}, 2)
	l := limitedListener{inner, func() int { return maxConnections() }, func() { counted <- struct{}{} }}
	done := make(chan error)
	go func() {
		_, err := l.Accept()
		done <- err
	}()
	client, err := net.Dial("tcp", inner.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	said, err := io.ReadAll(client)
	if err != nil || len(said) < 7 || said[4] != 0xff || int(said[5])|int(said[6])<<8 != 1040 {
		t.Errorf("%q, %v", said, err)
	}
	<-counted
	inner.Close()
	if err := <-done; err == nil {
		t.Error("the client was let in")
	}
}
