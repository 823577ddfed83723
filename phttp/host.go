package phttp

import (
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/perfschema/perfschema"
)

type host struct{ scheme, address string }

// hosts has a socket instance for each host. It is safe for concurrent use.
type hosts struct {
	ps      *perfschema.Schema
	key     perfschema.SocketKey
	sockets memo[host, *perfschema.SocketInstance]
	others  func() *perfschema.SocketInstance // of the hosts there is no room for
}

func newHosts(ps *perfschema.Schema, key perfschema.SocketKey) *hosts {
	l := &hosts{ps: ps, key: key}
	l.others = sync.OnceValue(func() *perfschema.SocketInstance { return l.instance("", 0) })
	return l
}

// find is the instance of a request's host, nil where there is no room for one.
func (l *hosts) find(r *http.Request) *perfschema.SocketInstance {
	if r.URL == nil {
		return nil // an error of base's
	}
	h := host{r.URL.Scheme, r.URL.Host}
	socket, ok := l.sockets.get(h, func() *perfschema.SocketInstance { return l.instance(h.split()) })
	if !ok {
		return l.others()
	}
	return socket
}

func (l *hosts) instance(name string, port uint16) *perfschema.SocketInstance {
	return l.ps.NewSocketInstance(l.key, perfschema.SocketOptions{FD: -1, IP: name, Port: port})
}

// destroy is called when nobody can send by the transport any more.
func (l *hosts) destroy() {
	l.sockets.all((*perfschema.SocketInstance).Destroy)
	l.others().Destroy()
}

// split takes an address apart; the port of the scheme stands for none.
func (h host) split() (name string, port uint16) {
	name, digits := h.address, ""
	if i := strings.LastIndexByte(name, ':'); i >= 0 && !strings.HasSuffix(name, "]") {
		name, digits = name[:i], name[i+1:]
	}
	name = strings.Trim(name, "[]")
	switch n, err := strconv.ParseUint(digits, 10, 16); {
	case err == nil:
		return name, uint16(n)
	case h.scheme == "https":
		return name, 443
	}
	return name, 80
}
