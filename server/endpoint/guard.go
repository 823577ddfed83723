package endpoint

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// guard lets those requests through that may ask.
func guard(o Options, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Sooner or later, whatever the client does, the answer ends.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerTimeout))
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		switch {
		case o.Local && !local(r.Host):
			http.Error(w, "this address is of this machine alone: ask for it by 127.0.0.1, [::1] or localhost", http.StatusForbidden)
		case o.Local && o.User == "" && forwarded(r.Header):
			http.Error(w, "this address is of this machine alone, and a proxy has passed this on: set --http-user and --http-password-file", http.StatusForbidden)
		case r.Header.Get("Sec-Fetch-Site") == "cross-site":
			http.Error(w, "pages of other sites may not ask", http.StatusForbidden)
		case o.User != "" && !o.knows(r):
			h.Set("WWW-Authenticate", `Basic realm="perfschema", charset="UTF-8"`)
			http.Error(w, "log in with --http-user and its password", http.StatusUnauthorized)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// local says whether a Host header names this machine, in a way that no name server has
// a say in.
func local(host string) bool {
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

// forwarded says that a proxy passes a request on, for whoever reaches the proxy.
func forwarded(h http.Header) bool {
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		if h.Get(name) != "" {
			return true
		}
	}
	return false
}

// knows compares the account in a time that does not depend on what was given.
func (o *Options) knows(r *http.Request) bool {
	user, password, _ := r.BasicAuth()
	equal := func(a, b string) int {
		x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
		return subtle.ConstantTimeCompare(x[:], y[:])
	}
	return equal(user, o.User)&equal(password, o.Password) == 1
}
