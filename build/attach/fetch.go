package attach

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/perfschema/perfschema/build/internal/report"
)

// fetchTime is for how long a program may take to tell.
const fetchTime = 30 * time.Second

// ErrNoAnswer is wrapped by the errors of an address at which no program tells.
var ErrNoAnswer = errors.New("no program built by perfschema build answers")

// client returns a client of an address: host:port, or unix: and a path.
func client(address string) *http.Client {
	var d net.Dialer
	return &http.Client{
		Timeout:       fetchTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			if path, ok := strings.CutPrefix(address, "unix:"); ok {
				return d.DialContext(ctx, "unix", path)
			}
			return d.DialContext(ctx, "tcp", address)
		}},
	}
}

// fetch asks a program once.
func fetch(ctx context.Context, c *http.Client, address string) (*report.Told, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/told", http.NoBody)
	if err != nil {
		return nil, err
	}
	answer, err := c.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w at %s: %w", ErrNoAnswer, address, errors.Unwrap(err))
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 200))
		return nil, fmt.Errorf("%w at %s: %s: %q", ErrNoAnswer, address, answer.Status, strings.TrimSpace(string(text)))
	}
	told, err := report.ReadTold(answer.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	return told, nil
}
