package phttp_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema/phttp"
	"github.com/perfschema/perfschema/record"
)

// TestServer: requests over a connection, with what the protocols have beside
// requests and answers.
func TestServer(t *testing.T) {
	for _, http2 := range []bool{false, true} {
		ps := newSchema(t)
		mux := newMux()
		mux.HandleFunc("/stream", func(w http.ResponseWriter, r *http.Request) {
			c := http.NewResponseController(w)
			for i := range 3 {
				fmt.Fprintf(w, "part %d\n", i)
				if err := c.Flush(); err != nil {
					t.Error(err)
				}
			}
			if err := c.SetWriteDeadline(time.Now().Add(time.Hour)); err != nil {
				t.Error(err)
			}
			w.(http.Flusher).Flush()
		})
		srv := httptest.NewUnstartedServer(phttp.Handler(ps, mux))
		srv.EnableHTTP2 = http2
		if http2 {
			srv.StartTLS()
		} else {
			srv.Start()
		}
		client := srv.Client()
		client.Transport = phttp.Transport(ps, client.Transport)
		for path, want := range map[string]string{"/stream": "part 0\npart 1\npart 2\n", "/orders/5": "order 5"} {
			resp, err := client.Get(srv.URL + path)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || string(body) != want || (resp.ProtoMajor == 2) != http2 {
				t.Errorf("%s %s: %q, %v", resp.Proto, path, body, err)
			}
		}
		client.CloseIdleConnections()
		srv.Close()
		if got := statements(ps); len(got) != 2 {
			t.Errorf("statements %q", got)
		}
	}
}

// TestUpgrade: a connection that is taken over is one statement, until the handler
// returns.
func TestUpgrade(t *testing.T) {
	ps := newSchema(t)
	h := phttp.Handler(ps, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, rw, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		fmt.Fprint(rw, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		rw.Flush()
		line, _ := rw.ReadString('\n')
		fmt.Fprint(rw, line)
		rw.Flush()
	}))
	served := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r)
		close(served)
	}))
	defer srv.Close()
	r, _ := http.NewRequest(http.MethodGet, srv.URL, nil)
	r.Header.Set("Connection", "Upgrade")
	r.Header.Set("Upgrade", "echo")
	resp, err := phttp.Transport(ps, nil).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	c, ok := resp.Body.(io.ReadWriteCloser)
	if !ok {
		t.Fatalf("the body of %s cannot be written to", resp.Status)
	}
	fmt.Fprintln(c, "hello")
	if line, err := bufio.NewReader(c).ReadString('\n'); line != "hello\n" {
		t.Errorf("%q, %v", line, err)
	}
	c.Close()
	<-served // which the server does not wait for
	want(t, statements(ps), "statement/http/stream | GET / | GET ~/ | 0 | 0")
}

// TestProxy: the body is read on a goroutine of the transport's, which is not the
// handler's, and the answer is copied.
func TestProxy(t *testing.T) {
	ps := newSchema(t)
	behind := httptest.NewServer(newMux())
	defer behind.Close()
	target, _ := url.Parse(behind.URL)
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Transport = phttp.Transport(ps, nil)
	front := httptest.NewServer(phttp.Handler(ps, proxy))
	defer front.Close()
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			for range 10 {
				resp, err := http.Post(front.URL+"/echo", "text/plain", strings.NewReader(strings.Repeat("x", 10_000)))
				if err != nil {
					t.Error(err)
					return
				}
				body, _ := io.ReadAll(resp.Body)
				resp.Body.Close()
				if len(body) != 10_000 {
					t.Errorf("%d bytes", len(body))
				}
			}
		})
	}
	clients.Wait()
	front.Close()
	want(t, rows(ps, "events_statements_summary_global_by_event_name", "statement/http/post", "EVENT_NAME", "COUNT_STAR", "SUM_ERRORS"), "statement/http/post | 80 | 0")
	want(t, rows(ps, "socket_summary_by_event_name", "wait/io/socket/http/client", "EVENT_NAME", "SUM_NUMBER_OF_BYTES_READ", "SUM_NUMBER_OF_BYTES_WRITE"), "wait/io/socket/http/client | 800000 | 800000")
	want(t, rows(ps, "socket_summary_by_event_name", "wait/io/socket/http/server", "EVENT_NAME", "SUM_NUMBER_OF_BYTES_READ", "SUM_NUMBER_OF_BYTES_WRITE"), "wait/io/socket/http/server | 800000 | 800000")
}

// TestThreads: Threads are lent again, those of another account are not, and those
// that are too many end.
func TestThreads(t *testing.T) {
	ps := newSchema(t)
	h := phttp.Handler(ps, newMux())
	for i := range 1000 {
		r := httptest.NewRequest(http.MethodGet, "/silent", nil)
		r.RemoteAddr = fmt.Sprintf("192.0.2.%d:1", i%3)
		serve(h, r)
	}
	if got := rows(ps, "threads", "thread/http/", "NAME"); len(got) != 3 {
		t.Errorf("%d Threads for three clients, one after the other", len(got))
	}
	for i := range 1000 {
		r := httptest.NewRequest(http.MethodGet, "/silent", nil)
		r.RemoteAddr = fmt.Sprintf("198.51.%d.%d:1", i/250, i%250)
		serve(h, r)
	}
	if got := rows(ps, "threads", "thread/http/", "NAME"); len(got) != 256 {
		t.Errorf("%d Threads are kept", len(got))
	}
	for range 3 * 4096 {
		serve(h, httptest.NewRequest(http.MethodGet, "/silent", nil))
	}
	if got := rows(ps, "threads", "thread/http/", "NAME"); len(got) != 1 {
		t.Errorf("%d Threads are kept that nobody needs", len(got))
	}
	var sum uint64
	for _, s := range ps.Read().StatementSummary(record.ByHost, 0).All() {
		for _, st := range s {
			sum += st.Timer.Count
		}
	}
	if sum != 2000+3*4096 {
		t.Errorf("%d requests are counted", sum)
	}
}
