package endpoint

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	client "github.com/prometheus/client_golang/prometheus"

	"github.com/google/pprof/profile"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/server/overhead"
)

func serve(t *testing.T, o Options) *Endpoint {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e := Serve(l, o)
	t.Cleanup(e.Close)
	return e
}

func something() client.Collector {
	return client.NewGaugeFunc(client.GaugeOpts{Name: "something", Help: "Some."}, func() float64 { return 7 })
}

// ask makes a request, changed as change says.
func ask(t *testing.T, c *http.Client, url string, change ...func(*http.Request)) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(r)
	}
	answer, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(b)
}

func TestPaths(t *testing.T) {
	pages := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" && r.URL.Path != "/sessions" {
			http.NotFound(w, r)
			return
		}
		text("pages")(w, r)
	})
	e := serve(t, Options{Local: true, Pages: pages, Metrics: something()})
	base := "http://" + e.Addr().String()
	expect := func(path string, want int, has string) {
		t.Helper()
		if status, body := ask(t, http.DefaultClient, base+path); status != want || !strings.Contains(body, has) {
			t.Errorf("%s: %d %.200q, want %d %q", path, status, body, want, has)
		}
	}
	expect("/healthz", 200, "ok")
	expect("/readyz", 503, "starting")
	expect("/metrics", 200, "something 7")
	expect("/", 200, "pages")
	e.Ready()
	expect("/readyz", 200, "ok")
	expect("/metrics", 200, "something 7")
	expect("/metrics", 200, "go_goroutines")
	expect("/metrics", 200, "process_")
	expect("/", 200, "pages")
	expect("/sessions", 200, "pages")
	expect("/a/sessions", 404, "")
	expect("/nothing", 404, "")
	expect("/debug/pprof/", 200, "heap")
	expect("/debug/pprof/goroutine?debug=1", 200, "goroutine profile")
	expect("/debug/pprof/heap", 200, "")
	expect("/debug/pprof/none", 404, "")
	expect("/debug/pprof/cmdline", 404, "password")
	for _, bad := range []string{"0", "-1", "601", "NaN", "x", "1e99"} {
		expect("/debug/pprof/profile?seconds="+bad, 400, "seconds")
		expect("/debug/pprof/trace?seconds="+bad, 400, "seconds")
	}
	e.Stopping()
	expect("/readyz", 503, "stopping")
	expect("/healthz", 200, "ok")
}

// TestProfile asks for a CPU profile while the product takes its own all the time.
func TestProfile(t *testing.T) {
	r := overhead.Start(100)
	defer r.Stop()
	e := serve(t, Options{Local: true})
	for range 3 {
		status, body := ask(t, http.DefaultClient, "http://"+e.Addr().String()+"/debug/pprof/profile?seconds=0.01")
		if status != 200 {
			t.Fatalf("%d: %s", status, body)
		}
		if _, err := profile.Parse(bytes.NewReader([]byte(body))); err != nil {
			t.Error(err)
		}
	}
}

// TestHost: a page in a browser cannot ask, by whatever name it has for this machine.
func TestHost(t *testing.T) {
	local, other := serve(t, Options{Local: true}), serve(t, Options{})
	for host, want := range map[string]int{
		"127.0.0.1": 200, "127.9.9.9:80": 200, "localhost": 200, "LOCALHOST:9104": 200, "[::1]:9104": 200, "[::1]": 200, "[::ffff:127.0.0.1]": 200,
		"evil.example": 403, "evil.example:9104": 403, "localhost.evil.example": 403, "127.0.0.1.evil.example": 403, "10.0.0.1": 403, "0.0.0.0": 403,
	} {
		set := func(r *http.Request) { r.Host = host }
		if status, _ := ask(t, http.DefaultClient, "http://"+local.Addr().String()+"/healthz", set); status != want {
			t.Errorf("Host: %s: %d, want %d", host, status, want)
		}
		if status, _ := ask(t, http.DefaultClient, "http://"+other.Addr().String()+"/healthz", set); status != 200 {
			t.Errorf("not local, Host: %s: %d", host, status)
		}
	}
	cross := func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }
	if status, _ := ask(t, http.DefaultClient, "http://"+local.Addr().String()+"/debug/pprof/", cross); status != 403 {
		t.Errorf("from another site: %d", status)
	}
}

// TestProxy: who reaches a proxy on this machine is not on this machine.
func TestProxy(t *testing.T) {
	local, account := serve(t, Options{Local: true}), serve(t, Options{Local: true, User: "joe", Password: "secret"})
	for _, header := range []string{"Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"} {
		set := func(r *http.Request) {
			r.Header.Set(header, "192.0.2.1")
			r.SetBasicAuth("joe", "secret")
		}
		for _, path := range []string{"/healthz", "/debug/pprof/"} {
			if status, _ := ask(t, http.DefaultClient, "http://"+local.Addr().String()+path, set); status != 403 {
				t.Errorf("%s: %s: %d, want 403", path, header, status)
			}
			if status, _ := ask(t, http.DefaultClient, "http://"+account.Addr().String()+path, set); status != 200 {
				t.Errorf("%s with an account: %s: %d", path, header, status)
			}
		}
	}
}

func TestAccount(t *testing.T) {
	e := serve(t, Options{User: "joe", Password: "secret"})
	for _, test := range []struct {
		user, password string
		want           int
	}{{"", "", 401}, {"joe", "", 401}, {"joe", "secret", 200}, {"joe", "secrets", 401}, {"ann", "secret", 401}, {"", "secret", 401}} {
		for _, path := range []string{"/healthz", "/metrics", "/debug/pprof/heap", "/nothing"} {
			status, _ := ask(t, http.DefaultClient, "http://"+e.Addr().String()+path, func(r *http.Request) {
				if test.user+test.password != "" {
					r.SetBasicAuth(test.user, test.password)
				}
			})
			if (status == 401) != (test.want == 401) {
				t.Errorf("%s as %s/%s: %d", path, test.user, test.password, status)
			}
		}
	}
}

func TestTLS(t *testing.T) {
	e := serve(t, Options{TLS: &tls.Config{}})
	c := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}} //nolint:gosec // what it is, is not the question
	defer c.CloseIdleConnections()
	url := "https://" + e.Addr().String() + "/healthz"
	if answer, err := c.Get(url); err == nil {
		answer.Body.Close()
		t.Error("answered without a certificate")
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	e.SetCertificate(tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key})
	if status, _ := ask(t, c, url); status != 200 {
		t.Errorf("%d", status)
	}
}

// TestClose ends an endpoint while somebody has a profile of ten minutes taken, and
// another waits for one.
func TestClose(t *testing.T) {
	before := runtime.NumGoroutine()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e := Serve(l, Options{Local: true})
	c := &http.Client{Transport: &http.Transport{}}
	ended := make(chan struct{}, 3)
	for _, path := range []string{"profile", "profile", "trace"} {
		go func() {
			answer, err := c.Get("http://" + l.Addr().String() + "/debug/pprof/" + path + "?seconds=600")
			if err == nil {
				_, _ = io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
			}
			ended <- struct{}{}
		}()
	}
	if status, _ := ask(t, c, "http://"+l.Addr().String()+"/healthz"); status != 200 {
		t.Errorf("%d", status)
	}
	e.Close()
	for range 3 {
		<-ended
	}
	c.CloseIdleConnections()
	for deadline := time.Now().Add(5 * time.Minute); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		runtime.Gosched()
	}
	if n := runtime.NumGoroutine(); n > before {
		buf := make([]byte, 1<<16)
		t.Errorf("%d goroutines, %d before\n%s", n, before, buf[:runtime.Stack(buf, true)])
	}
	var none *Endpoint
	none.Ready()
	none.Stopping()
	none.SetCertificate(tls.Certificate{})
	none.Close()
	if none.Addr() != nil {
		t.Error("an address of nothing")
	}
}

// gone is a client that has left.
type gone struct{ http.ResponseWriter }

func (gone) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// A client that leaves while it is given metrics is not complained of, and more may come.
func TestClientLeaves(t *testing.T) {
	var logged bytes.Buffer
	logrus.SetOutput(&logged)
	defer logrus.SetOutput(os.Stderr)
	h := (&Options{Metrics: something()}).metrics()
	for range 2 * scrapes {
		func() {
			defer func() {
				if r := recover(); r != http.ErrAbortHandler {
					t.Errorf("the request ended with %v", r)
				}
			}()
			h.ServeHTTP(gone{httptest.NewRecorder()}, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		}()
	}
	if logged.Len() > 0 {
		t.Errorf("logged: %s", logged.String())
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "something 7") {
		t.Errorf("the next one gets %d: %.100s", w.Code, w.Body.String())
	}
}
