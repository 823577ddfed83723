package hostcache

import (
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql/variables"
)

func init() { variables.InitSystemVariables() }

// TestBlocked: a host whose clients do not come to log in is blocked after
// max_connect_errors of them, until one is let in or all are forgotten; a wrong password
// blocks nobody.
func TestBlocked(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	c := New(func() time.Time { now = now.Add(time.Second); return now })
	const ip = "10.0.0.7"
	for range 99 {
		if c.Seen(ip) {
			t.Fatal("blocked too early")
		}
		c.Failed(ip, 0)
		c.Failed(ip, 1045)
	}
	c.Failed(ip, 0)
	for range 2 {
		if !c.Seen(ip) {
			t.Error("not blocked")
		}
	}
	h := c.List()[0]
	if h.Connect != 100 || h.Errors.Handshake != 100 || h.Errors.Authentication != 99 || h.Errors.Blocked != 2 || !h.FirstError.Before(h.LastError) {
		t.Errorf("%+v", h)
	}
	if c.Admitted(ip); c.Seen(ip) {
		t.Error("blocked after a client was let in")
	}
	for range 100 {
		c.Failed(ip, 0)
	}
	if c.Forget(); c.Seen(ip) || len(c.List()) != 1 {
		t.Error("not forgotten")
	}
}

// TestBounded: the host that was seen longest ago goes when there is no room.
func TestBounded(t *testing.T) {
	c := New(time.Now)
	room := c.room()
	for i := range room + 2 {
		c.Seen("first")
		c.Seen(fmt.Sprint("host", i))
	}
	list := c.List()
	if len(list) != room || list[0].IP != "first" {
		t.Errorf("%d hosts, of %d, from %s", len(list), room, list[0].IP)
	}
	c.Failed("host0", 0) // has gone, and does not come again by that
	if c.Seen(""); len(c.List()) != room {
		t.Error("a host without an address is kept")
	}
}

// TestAddress: this machine is not kept.
func TestAddress(t *testing.T) {
	for ip, want := range map[string]string{"127.0.0.1": "", "::1": "", "127.0.0.2": "127.0.0.2", "10.0.0.7": "10.0.0.7", "fe80::1": "fe80::1"} {
		if got := Address(&net.TCPAddr{IP: net.ParseIP(ip), Port: 5}); got != want {
			t.Errorf("%s: %q, want %q", ip, got, want)
		}
	}
	if got := Address(&net.UnixAddr{Name: "/tmp/s"}); got != "" {
		t.Errorf("a socket file: %q", got)
	}
}
