// Command requests serves requests that wait in known ways, sends them itself, one after another, and
// says that it is ready. It ends when standard input does. Lines that wait are marked.
package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

type server struct {
	mu            sync.Mutex
	holding       chan bool
	release       chan bool
	during        chan bool
	over, again   chan bool
	ended         chan bool
	start         sync.Once
	jobs          chan chan bool
	slow          chan bool
	database      chan bool
	db            *sql.DB
	other         string
	first, second *http.Client // HTTP/1 and HTTP/2
}

func (s *server) hold(http.ResponseWriter, *http.Request) {
	s.mu.Lock()
	s.holding <- true
	<-s.release // wait: hold
	s.mu.Unlock()
}

func (s *server) held(http.ResponseWriter, *http.Request) {
	s.mu.Lock() // wait: held
	s.mu.Unlock()
}

// children starts a goroutine that ends before the request, and one that ends after it.
func (s *server) children(http.ResponseWriter, *http.Request) {
	done := make(chan bool)
	go func() {
		s.child()
		close(done)
	}()
	go s.outlive()
	parked("child", "chan receive")
	parked("outlive", "chan receive")
	s.during <- true
	<-done
}

func (s *server) child() {
	<-s.during // wait: child
}

func (s *server) outlive() {
	<-s.over // wait: outlive
	s.still()
	close(s.ended)
}

func (s *server) still() {
	<-s.again // wait: still
}

// work has a goroutine do it that the first request starts and that stays.
func (s *server) work(http.ResponseWriter, *http.Request) {
	s.start.Do(func() { go s.worker() })
	reply := make(chan bool)
	s.jobs <- reply
	<-reply
}

func (s *server) worker() {
	for reply := range s.jobs {
		s.job()
		reply <- true
	}
}

func (s *server) job() {
	<-s.slow // wait: job
}

func (s *server) query(w http.ResponseWriter, r *http.Request) {
	rows, err := s.db.QueryContext(r.Context(), "SELECT name FROM items WHERE id = "+r.PathValue("id")+" AND kind = 'secret'")
	must(err)
	for rows.Next() {
	}
	must(rows.Err())
	must(rows.Close())
}

func (s *server) execute(_ http.ResponseWriter, r *http.Request) {
	tx, err := s.db.BeginTx(r.Context(), nil) // wait: pool
	must(err)
	_, err = tx.ExecContext(r.Context(), "INSERT INTO items VALUES (1, 'a'), (2, 'b')")
	must(err)
	stmt, err := tx.Prepare("UPDATE items SET name = ? WHERE id = ?")
	must(err)
	for i := range 3 {
		_, err = stmt.Exec("b", i)
		must(err)
	}
	must(tx.Commit())
}

func (s *server) send(http.ResponseWriter, *http.Request) {
	get(s.first, s.other+"/plain")
}

func (s *server) panics(http.ResponseWriter, *http.Request) { panic("on purpose") }

func (s *server) fails(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusServiceUnavailable)
}

func (s *server) plain(http.ResponseWriter, *http.Request) {}

func main() {
	s := &server{
		holding: make(chan bool), release: make(chan bool), during: make(chan bool), over: make(chan bool), again: make(chan bool), ended: make(chan bool),
		jobs: make(chan chan bool), slow: make(chan bool), database: make(chan bool),
	}
	s.db = sql.OpenDB(connector{s})
	s.db.SetMaxOpenConns(1)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hold/{id}", s.hold)
	mux.HandleFunc("GET /held/{id}", s.held)
	mux.HandleFunc("GET /children", s.children)
	mux.HandleFunc("GET /first", s.work)
	mux.HandleFunc("GET /second", s.work)
	mux.HandleFunc("GET /query/{id}", s.query)
	mux.HandleFunc("POST /execute", s.execute)
	mux.HandleFunc("GET /send", s.send)
	mux.HandleFunc("POST /panics", s.panics)
	mux.HandleFunc("/fails", s.fails)
	mux.HandleFunc("/plain", s.plain)
	var both http.Protocols
	both.SetHTTP1(true)
	both.SetUnencryptedHTTP2(true)
	// The mux is given a copy of the request, as by most middleware.
	copies := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mux.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), "key", "value")))
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	s.other = "http://" + l.Addr().String()
	go (&http.Server{Handler: copies, Protocols: &both, ErrorLog: log.New(io.Discard, "", 0)}).Serve(l)
	var second http.Protocols
	second.SetUnencryptedHTTP2(true)
	s.first, s.second = &http.Client{Transport: &http.Transport{}}, &http.Client{Transport: &http.Transport{Protocols: &second}}
	s.sendAll()
	fmt.Println("ready", s.other)
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func (s *server) sendAll() {
	one, two := s.background(s.first, "GET", "/hold/1"), make(chan bool)
	<-s.holding
	go func() {
		<-s.background(s.second, "GET", "/held/2")
		close(two)
	}()
	parked("held", "sync.Mutex.Lock")
	s.release <- true
	<-one
	<-two

	get(s.first, s.other+"/children")
	s.over <- true
	parked("still", "chan receive")
	s.again <- true
	<-s.ended

	for _, path := range []string{"/first", "/second"} {
		done := s.background(s.first, "GET", path)
		parked("job", "chan receive")
		s.slow <- true
		<-done
	}

	done := s.background(s.second, "GET", "/query/17")
	parked("ask", "chan receive")
	waits := s.background(s.first, "POST", "/execute") // for the only connection
	parked("execute", "select")
	s.database <- true
	<-done
	<-waits
	done = s.background(s.second, "GET", "/query/18")
	parked("ask", "chan receive")
	s.database <- true
	<-done

	get(s.first, s.other+"/send")
	// By POST: a GET would be sent again.
	if _, err := s.first.Post(s.other+"/panics", "text/plain", nil); err == nil {
		panic("an answer")
	}
	get(s.first, s.other+"/fails")
	get(s.second, s.other+"/fails")
	get(s.first, s.other+"/plain")
	get(s.first, s.other+"/nothing/"+"here")
	_, err := s.db.Exec("DELETE FROM items WHERE id IN (1, 2, 3) -- all")
	must(err)
}

// background sends a request, and returns a channel that is closed once it is answered.
func (s *server) background(c *http.Client, method, path string) chan bool {
	done := make(chan bool)
	go func() {
		r, err := http.NewRequest(method, s.other+path, nil)
		must(err)
		answer, err := c.Do(r)
		must(err)
		_, err = io.Copy(io.Discard, answer.Body)
		must(err)
		answer.Body.Close()
		close(done)
	}()
	return done
}

func get(c *http.Client, url string) {
	answer, err := c.Get(url)
	must(err)
	_, err = io.Copy(io.Discard, answer.Body)
	must(err)
	answer.Body.Close()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// parked returns when a goroutine waits in a method for a reason.
func parked(name, reason string) {
	buffer := make([]byte, 1<<20)
	for {
		for _, g := range strings.Split(string(buffer[:runtime.Stack(buffer, true)]), "\n\n") {
			head, stack, _ := strings.Cut(g, "\n")
			if strings.Contains(stack, ")."+name+"(") && strings.Contains(head, "["+reason) {
				return
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// The driver, whose queries wait until they may go on.
type (
	connector struct{ s *server }
	conn      struct{ s *server }
	stmt      struct{}
	result    struct{}
)

func (c connector) Connect(context.Context) (driver.Conn, error) { return &conn{c.s}, nil }
func (c connector) Driver() driver.Driver                        { return nil }
func (c *conn) Begin() (driver.Tx, error)                        { return c, nil }
func (c *conn) Commit() error                                    { return nil }
func (c *conn) Rollback() error                                  { return nil }
func (c *conn) Close() error                                     { return nil }
func (c *conn) Prepare(string) (driver.Stmt, error)              { return stmt{}, nil }

func (c *conn) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	c.ask()
	return result{}, nil
}

func (c *conn) ask() {
	<-c.s.database // wait: query
}

func (c *conn) ExecContext(context.Context, string, []driver.NamedValue) (driver.Result, error) {
	return driver.RowsAffected(1), nil
}

func (stmt) Close() error                               { return nil }
func (stmt) NumInput() int                              { return -1 }
func (stmt) Exec([]driver.Value) (driver.Result, error) { return driver.RowsAffected(1), nil }
func (stmt) Query([]driver.Value) (driver.Rows, error)  { return nil, errors.New("no query") }
func (result) Columns() []string                        { return []string{"name"} }
func (result) Close() error                             { return nil }
func (result) Next([]driver.Value) error                { return io.EOF }
