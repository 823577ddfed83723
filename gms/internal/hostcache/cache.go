// Package hostcache remembers which hosts clients have come from, and which of them are
// blocked: the rows of performance_schema.host_cache.
package hostcache

import (
	"cmp"
	"container/list"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/view"
)

// Cache is the hosts that clients have come from, the last seen of them: as many
// as host_cache_size. As in MySQL, clients of this machine by 127.0.0.1, ::1 or a
// socket file are not among them, and cannot be blocked. It is safe for concurrent
// use.
type Cache struct {
	now   func() time.Time
	mu    sync.Mutex
	hosts map[string]*list.Element // of *view.Host, by IP
	order list.List                // the one seen last first
}

// New makes an empty one. now is the clock.
func New(now func() time.Time) *Cache { return &Cache{now: now} }

const (
	cacheSize        = "host_cache_size"
	maxConnectErrors = "max_connect_errors"
)

// Address is the address that a client is kept by; "" for one that is not.
func Address(remote net.Addr) string {
	a, ok := remote.(*net.TCPAddr)
	if !ok || a.IP.Equal(net.IPv4(127, 0, 0, 1)) || a.IP.Equal(net.IPv6loopback) {
		return ""
	}
	return a.IP.String()
}

// autoHosts is what host_cache_size -1 stands for, as in MySQL.
func autoHosts(connections int64) int64 {
	if connections <= 500 {
		return 128 + connections
	}
	return min(128+500+(connections-500)/20, 2000)
}

// room is how many hosts are kept.
func (*Cache) room() int {
	n := sysvar.GlobalNumber(cacheSize, -1)
	if n < 0 {
		n = autoHosts(sysvar.GlobalNumber("max_connections", 151))
	}
	return int(n)
}

// Seen notes a client, and says whether its host is blocked.
func (h *Cache) Seen(ip string) (blocked bool) {
	room := h.room()
	if ip == "" || room == 0 {
		return false
	}
	most := sysvar.GlobalNumber(maxConnectErrors, 100)
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	e := h.hosts[ip]
	if e == nil {
		if h.hosts == nil {
			h.hosts = make(map[string]*list.Element)
		}
		e = h.order.PushFront(&view.Host{IP: ip, FirstSeen: now})
		h.hosts[ip] = e
	}
	h.order.MoveToFront(e)
	for h.order.Len() > room {
		delete(h.hosts, h.order.Remove(h.order.Back()).(*view.Host).IP)
	}
	host := e.Value.(*view.Host)
	host.LastSeen = now
	if host.Connect < most {
		return false
	}
	host.Errors.Blocked++
	noteError(host, now)
	return true
}

// Admitted notes that a client has logged in.
func (h *Cache) Admitted(ip string) {
	h.with(ip, func(host *view.Host, _ time.Time) { host.Connect = 0 })
}

// Failed notes that a client's login has ended in an error, by its number; 0 is that of
// a client that left, or spoke another protocol.
func (h *Cache) Failed(ip string, number int) {
	h.with(ip, func(host *view.Host, now time.Time) {
		n := countOf(&host.Errors, number)
		*n++
		if n == &host.Errors.Handshake {
			host.Connect++
		}
		noteError(host, now)
	})
}

// FailedTLS notes that TLS has failed.
func (h *Cache) FailedTLS(ip string) {
	h.with(ip, func(host *view.Host, now time.Time) { host.Errors.SSL++; noteError(host, now) })
}

func (h *Cache) with(ip string, change func(*view.Host, time.Time)) {
	if ip == "" {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if e := h.hosts[ip]; e != nil {
		change(e.Value.(*view.Host), h.now())
	}
}

func noteError(host *view.Host, now time.Time) {
	if host.FirstError.IsZero() {
		host.FirstError = now
	}
	host.LastError = now
}

// countOf is the counter of an error.
func countOf(e *view.HostErrors, number int) *int64 {
	switch number {
	case 0, sqlerr.ERBadHandshake, sqlerr.ERPacketOrder:
		return &e.Handshake
	case mysql.ERAccessDeniedError:
		return &e.Authentication
	case sqlerr.ERAccountLocked:
		return &e.Locked
	case sqlerr.ERAuthMode:
		return &e.NoAuthPlugin
	case mysql.ERBadDb, mysql.ERDBAccessDenied:
		return &e.DefaultDatabase
	case errHostNotPrivileged:
		return &e.ACL
	case mysql.ERConCount, mysql.EROutOfResources:
		return &e.Local
	}
	return &e.Unknown
}

// errHostNotPrivileged is ER_HOST_NOT_PRIVILEGED.
const errHostNotPrivileged = 1130

// ErrHostBlocked is ER_HOST_IS_BLOCKED.
const ErrHostBlocked = 1129

// List gives the hosts, by address.
func (h *Cache) List() []view.Host {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := make([]view.Host, 0, h.order.Len())
	for e := h.order.Front(); e != nil; e = e.Next() {
		out = append(out, *e.Value.(*view.Host))
	}
	slices.SortFunc(out, func(a, b view.Host) int { return cmp.Compare(a.IP, b.IP) })
	return out
}

// Forget is FLUSH HOSTS.
func (h *Cache) Forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.hosts)
	h.order.Init()
}
