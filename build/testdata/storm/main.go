// Command storm serves many requests at a time, each of which leaves a goroutine behind that waits
// when the request is over, and has more places and statements than there is room for. It sends them
// itself, says that it is ready, and ends when standard input does.
package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
)

const (
	clients = 8
	each    = 300
)

var (
	left sync.WaitGroup
	db   = sql.OpenDB(nothing{})
)

// serve waits for a goroutine, and leaves another one behind.
func serve(_ http.ResponseWriter, r *http.Request) {
	reply, over := make(chan bool), r.Context().Done()
	go func() { reply <- true }()
	<-reply
	left.Add(1)
	go outlive(over)
	for i := range 5 {
		exec(fmt.Sprintf("UPDATE t%d SET a = %d", i, i))
	}
}

// outlive waits for the end of the request, and then again.
func outlive(over <-chan struct{}) {
	defer left.Done()
	<-over // wait: outlived
	c := make(chan bool)
	go pass(c)
	<-c // wait: stale
}

func pass(c chan<- bool) {
	var mu sync.Mutex
	mu.Lock()
	go mu.Unlock()
	mu.Lock() // wait: stale child
	c <- true
}

// many executes more statements than a request has room for.
func many(http.ResponseWriter, *http.Request) {
	for i := range 40 {
		exec(fmt.Sprintf("DELETE FROM t%d", i))
	}
}

func exec(query string) {
	if _, err := db.Exec(query); err != nil {
		panic(err)
	}
}

func main() {
	mux := http.NewServeMux()
	for i := range 4 {
		mux.HandleFunc(fmt.Sprintf("GET /serve%d", i), serve)
	}
	mux.HandleFunc("GET /many", many)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go http.Serve(l, mux)
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			for i := range each {
				get(client, fmt.Sprintf("http://%s/serve%d", l.Addr(), (c+i)%4))
			}
			get(client, fmt.Sprintf("http://%s/many", l.Addr()))
		})
	}
	all.Wait()
	left.Wait()
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func get(c *http.Client, url string) {
	answer, err := c.Get(url)
	if err != nil {
		panic(err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		panic(answer.Status)
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
