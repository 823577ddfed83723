package phttp_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/phttp"
)

type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestTransport: a request that is sent is a wait of the goroutine's Thread, for its
// host.
func TestTransport(t *testing.T) {
	ps := newSchema(t)
	th := ps.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	defer th.Unbind()
	refused := errors.New("refused")
	client := http.Client{Transport: phttp.Transport(ps, tripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host == "none.test" {
			return nil, refused
		}
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader("answer"))}, nil
	}))}
	for _, url := range []string{"http://a.test/x", "https://a.test:8443/", "https://[2001:db8::1]/", "http://none.test/"} {
		resp, err := client.Post(url, "text/plain", strings.NewReader("question"))
		if err != nil {
			if !errors.Is(err, refused) {
				t.Error(err)
			}
			continue
		}
		if body, err := io.ReadAll(resp.Body); string(body) != "answer" {
			t.Errorf("%q, %v", body, err)
		}
		resp.Body.Close()
	}
	want(t, rows(ps, "socket_instances", "wait/io/socket/http/client", "EVENT_NAME", "IP", "PORT"),
		"wait/io/socket/http/client | a.test | 80", "wait/io/socket/http/client | a.test | 8443",
		"wait/io/socket/http/client | 2001:db8::1 | 443", "wait/io/socket/http/client | none.test | 80")
	want(t, rows(ps, "socket_summary_by_event_name", "wait/io/socket/http/client", "EVENT_NAME", "COUNT_READ", "SUM_NUMBER_OF_BYTES_READ", "COUNT_WRITE", "SUM_NUMBER_OF_BYTES_WRITE"),
		"wait/io/socket/http/client | 6 | 18 | 4 | 32")
	waits := th.WaitsHistory()
	if len(waits) == 0 {
		t.Error("the Thread has no waits")
	}
}

// TestHosts: what a crawler asks for does not fill the memory.
func TestHosts(t *testing.T) {
	ps := newSchema(t)
	client := phttp.Transport(ps, tripper(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody}, nil
	}))
	for i := range 3000 {
		resp, err := client.RoundTrip(httptest.NewRequest(http.MethodGet, fmt.Sprintf("http://host%d.test/", i), nil))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	if n := len(rows(ps, "socket_instances", "wait/io/socket/http/client", "EVENT_NAME")); n != 1025 {
		t.Errorf("%d instances", n)
	}
	want(t, rows(ps, "socket_summary_by_event_name", "wait/io/socket/http/client", "EVENT_NAME", "COUNT_WRITE"), "wait/io/socket/http/client | 3000")
}
