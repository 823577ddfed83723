package perfschema

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"runtime/perfschema/internal/report"
	"strings"
	"time"
)

const (
	// maxRequest is how long a request may be, in bytes.
	maxRequest = 16 << 10
	// requestTime is for how long a client may take for its request, and for the answer.
	requestTime = 10 * time.Second
	// acceptPause is for how long no client is looked for while none can be had.
	acceptPause = 100 * time.Millisecond
	// maxClients is how many clients are served at a time. A browser opens connections by which it
	// asks nothing, and which the next client must not wait for.
	maxClients = 16
)

// listen serves an address of PERFSCHEMA_LISTEN: a loopback address with its port, or unix: and a
// path.
func listen(address string) error {
	l, at, err := listenAt(address)
	if err != nil {
		return err
	}
	if strings.HasSuffix(address, ":0") {
		fmt.Fprintln(os.Stderr, "perfschema: asked at", at)
	}
	go func() {
		room := make(chan struct{}, maxClients)
		for {
			room <- struct{}{}
			c, err := accept(l)
			if err != nil { // as many files are open as may be
				<-room
				time.Sleep(acceptPause)
				continue
			}
			go func() {
				answer(c)
				<-room
			}()
		}
	}()
	return nil
}

// answer answers one request of HTTP/1.0: the report as text, or what ReadTold of package report
// reads.
func answer(c *os.File) {
	defer c.Close()
	c.SetDeadline(time.Now().Add(requestTime))
	path, err := request(bufio.NewReader(io.LimitReader(c, maxRequest)))
	if err != nil {
		respond(c, "400 Bad Request", "text/plain; charset=utf-8", []byte("perfschema: "+err.Error()+"\n"))
		return
	}
	var b bytes.Buffer
	status, kind := "200 OK", "text/plain; charset=utf-8"
	switch path {
	case "/", "/report":
		err = take(func(s *report.Snapshot) error { return report.Write(&b, s) })
	case "/told":
		kind = "application/json"
		err = take(func(s *report.Snapshot) error { return report.WriteTold(&b, s.Tell()) })
	default:
		status = "404 Not Found"
		b.WriteString("perfschema: there are / and /told\n")
	}
	if err != nil {
		b.Reset()
		status, kind = "500 Internal Server Error", "text/plain; charset=utf-8"
		fmt.Fprintf(&b, "perfschema: %v\n", err)
	}
	c.SetDeadline(time.Now().Add(requestTime))
	respond(c, status, kind, b.Bytes())
}

// request reads a request, and returns its path. It refuses what a browser on this machine asks for
// a page of another host: the request then names that host.
func request(r *bufio.Reader) (path string, err error) {
	line, err := r.ReadString('\n')
	method, rest, _ := strings.Cut(line, " ")
	path, _, ok := strings.Cut(rest, " HTTP/")
	if err != nil || !ok || method != "GET" {
		return "", errors.New("this is not a request of HTTP by GET")
	}
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return "", errors.New("the request does not end")
		}
		if line = strings.TrimSpace(line); line == "" {
			return path, nil
		}
		name, value, _ := strings.Cut(line, ":")
		if strings.EqualFold(strings.TrimSpace(name), "host") && !local(strings.TrimSpace(value)) {
			return "", errors.New("ask by an address of this machine, as 127.0.0.1, or by localhost")
		}
	}
}

// local reports whether the host of a request, with or without a port, is this machine's for itself.
func local(host string) bool {
	name, _, _ := strings.Cut(host, ":")
	if rest, ok := strings.CutPrefix(host, "["); ok {
		var port string
		if name, port, _ = strings.Cut(rest, "]"); port != "" && port[0] != ':' {
			return false
		}
	}
	at, err := netip.ParseAddr(name)
	return name == "" || strings.EqualFold(name, "localhost") || err == nil && at.Unmap().IsLoopback()
}

func respond(w io.Writer, status, kind string, body []byte) {
	fmt.Fprintf(w, "HTTP/1.0 %s\r\nContent-Type: %s\r\nX-Content-Type-Options: nosniff\r\nContent-Length: %d\r\n\r\n", status, kind, len(body))
	w.Write(body)
}
