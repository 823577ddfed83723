package cost

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// serveHello serves a route, and returns the address and a request for it.
func serveHello(b *testing.B) (address, request string) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items/{id}", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go s.Serve(l)
	b.Cleanup(func() { s.Close() })
	return l.Addr().String(), "GET /items/17 HTTP/1.1\r\nHost: localhost\r\n\r\n"
}

// BenchmarkHTTPServed sends one request after another on a connection: nearly all of it is the server's.
func BenchmarkHTTPServed(b *testing.B) {
	address, request := serveHello(b)
	c, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	buffer := make([]byte, 4096)
	if _, err := io.WriteString(c, request); err != nil {
		b.Fatal(err)
	}
	n, err := c.Read(buffer)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := io.WriteString(c, request); err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(c, buffer[:n]); err != nil { // answers are of one length
			b.Fatal(err)
		}
	}
}

// BenchmarkHTTPServedByMany is the same of eight connections at a time.
func BenchmarkHTTPServedByMany(b *testing.B) {
	address, request := serveHello(b)
	b.SetParallelism(4)
	b.RunParallel(func(pb *testing.PB) {
		c, err := net.Dial("tcp", address)
		if err != nil {
			b.Error(err)
			return
		}
		defer c.Close()
		buffer := make([]byte, 4096)
		for pb.Next() {
			if _, err := io.WriteString(c, request); err != nil {
				b.Error(err)
				return
			}
			if _, err := c.Read(buffer); err != nil {
				b.Error(err)
				return
			}
		}
	})
}

// BenchmarkHTTPSent sends requests by net/http's client.
func BenchmarkHTTPSent(b *testing.B) {
	address, _ := serveHello(b)
	for b.Loop() {
		answer, err := http.Get("http://" + address + "/items/17")
		if err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
}

// BenchmarkSQL runs a statement of a driver that does nothing.
func BenchmarkSQL(b *testing.B) {
	db := sql.OpenDB(nothing{})
	defer db.Close()
	for b.Loop() {
		if _, err := db.Exec("UPDATE items SET name = ?, price = ? WHERE id = ? AND deleted = 0", "name", 17, 42); err != nil {
			b.Fatal(err)
		}
	}
}

type nothing struct{}

func (n nothing) Connect(context.Context) (driver.Conn, error) { return n, nil }
func (n nothing) Driver() driver.Driver                        { return nil }
func (nothing) Begin() (driver.Tx, error)                      { return nil, errors.New("no transactions") }
func (nothing) Close() error                                   { return nil }
func (nothing) Prepare(string) (driver.Stmt, error)            { return nil, errors.New("no statements") }
func (nothing) ExecContext(context.Context, string, []driver.NamedValue) (driver.Result, error) {
	return driver.RowsAffected(1), nil
}
