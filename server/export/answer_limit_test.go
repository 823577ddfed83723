package export_test

import (
	"bytes"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/server/export"
)

// TestAnswerLimit: a server whose first packet is one of many without an end is left, by an
// error that says so.
func TestAnswerLimit(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	sent := make(chan error, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			sent <- err
			return
		}
		defer c.Close()
		body := bytes.Repeat([]byte("a"), 1<<24-1)
		for n := 0; err == nil; n++ {
			if _, err = c.Write([]byte{0xff, 0xff, 0xff, byte(n)}); err == nil {
				_, err = c.Write(body)
			}
		}
		sent <- nil
	}()
	s := export.Server{Addr: l.Addr().String(), User: "root", Answers: &export.AnswerLimit{Bytes: 40 << 20}}
	db, err := export.Connect(s)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := s.Explain(db.Ping()); err == nil || !strings.Contains(err.Error(), "longer than 40 MiB") {
		t.Error(err)
	}
	if err := <-sent; err != nil && err != io.EOF { //nolint:errorlint // as it comes
		t.Error(err)
	}
}
