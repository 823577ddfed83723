package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// allowed says whether a request may see anything.
func (p *Pages) allowed(r *http.Request) bool {
	if p.options.Allow != nil {
		return p.options.Allow(r)
	}
	return isLocal(r)
}

// isLocal says that a request comes from this machine, by a name of it that no name server
// has a say in, and not through a proxy.
func isLocal(r *http.Request) bool {
	for _, forwarded := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		if r.Header.Get(forwarded) != "" {
			return false
		}
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && from.Addr().Unmap().IsLoopback() && isLocalName(r.Host)
}

func isLocalName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}

// mayChange says whether who asks may change anything.
func (p *Pages) mayChange(r *http.Request) bool {
	return p.options.Change != nil && p.options.Change(r)
}

// ownForm says that a POST was sent by one of these pages: the browser names their own
// origin, and it has the token that they have, which no other site can read.
func (p *Pages) ownForm(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Host != r.Host {
			return false
		}
	}
	return subtle.ConstantTimeCompare([]byte(r.PostFormValue("token")), []byte(p.token)) == 1
}
