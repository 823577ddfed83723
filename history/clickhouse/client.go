package clickhouse

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client asks a ClickHouse. It is safe for concurrent use.
type Client struct {
	dsn  DSN
	http *http.Client
}

const (
	dialTimeout   = 5 * time.Second
	answerTimeout = 2 * time.Minute // until the first byte of an answer
	idleTimeout   = 90 * time.Second
	mostErrorText = 2 << 10
	rowsTimeout   = 5 * time.Minute // until the last byte of a few rows
	mostAnswer    = 64 << 20        // bytes of them: what a table has of 7 days takes less than one
)

// ServerError is what ClickHouse refused something with.
type ServerError struct {
	Status int    // of HTTP
	Code   int    // ClickHouse's; 0 where it told none
	Text   string // at most 2 KiB, without the password
}

// Error implements error.
func (e *ServerError) Error() string {
	return fmt.Sprintf("clickhouse: the server answers %d: %s", e.Status, e.Text)
}

// NewClient makes a client. Nothing is asked yet.
func NewClient(dsn DSN) *Client {
	dialer := &net.Dialer{Timeout: dialTimeout}
	return &Client{dsn: dsn, http: &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, TLSHandshakeTimeout: dialTimeout,
			ResponseHeaderTimeout: answerTimeout, IdleConnTimeout: idleTimeout, MaxIdleConnsPerHost: 4,
			TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		},
		// Whoever redirects would be told the password.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// DSN is where it asks, and as whom.
func (c *Client) DSN() DSN { return c.dsn }

// Close ends connections that are idle.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Exec runs a statement that has no rows to give.
func (c *Client) Exec(ctx context.Context, statement string) error {
	body, err := c.post(ctx, nil, strings.NewReader(statement))
	if err != nil {
		return err
	}
	return body.Close()
}

// wholeBlock has ClickHouse take what an INSERT brings as one block, which is written
// whole or not at all, and answer when it is written.
var wholeBlock = url.Values{
	"max_insert_block_size": {"1048576"}, "min_insert_block_size_rows": {"1048576"}, "min_insert_block_size_bytes": {"4294967296"},
	"insert_distributed_sync": {"1"},
}

// insert sends rows.
func (c *Client) insert(ctx context.Context, statement string, rows []byte) error {
	settings := url.Values{"query": {statement}}
	for name, value := range wholeBlock {
		settings[name] = value
	}
	body, err := c.post(ctx, settings, bytes.NewReader(rows))
	if err != nil {
		return err
	}
	return body.Close()
}

// Query asks for rows in the format that the statement names. The answer begins when the
// server has all of it, so that an error in the middle is one here. The caller closes it.
func (c *Client) Query(ctx context.Context, statement string) (io.ReadCloser, error) {
	return c.post(ctx, url.Values{"wait_end_of_query": {"1"}}, strings.NewReader(statement))
}

// Rows asks for a few rows of a few columns, as text. An answer that has no end, by
// whoever gives it, is an error.
func (c *Client) Rows(ctx context.Context, statement string) (rows [][]string, err error) {
	ctx, cancel := context.WithTimeout(ctx, rowsTimeout)
	defer cancel()
	body, err := c.Query(ctx, statement+" FORMAT TabSeparated")
	if err != nil {
		return nil, err
	}
	defer body.Close()
	text, err := io.ReadAll(io.LimitReader(body, mostAnswer+1))
	if err != nil {
		return nil, c.failed(err)
	}
	if len(text) > mostAnswer {
		return nil, errAnswer
	}
	for line := range strings.Lines(string(text)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows, nil
}

func (c *Client) post(ctx context.Context, settings url.Values, body io.Reader) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.dsn.URL()+"/?"+settings.Encode(), body)
	if err != nil {
		return nil, c.failed(err)
	}
	if c.dsn.User != "" {
		r.Header.Set("X-ClickHouse-User", c.dsn.User)
	}
	if c.dsn.HasPassword() {
		r.Header.Set("X-ClickHouse-Key", c.dsn.secret())
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, c.failed(err)
	}
	if answer.StatusCode == http.StatusOK {
		return answer.Body, nil
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(answer.Body, mostErrorText)) // what there is of it
	refused := &ServerError{Status: answer.StatusCode, Text: c.dsn.hide(strings.ToValidUTF8(strings.TrimSpace(string(text)), "?"))}
	refused.Code = codeOf(refused.Text)
	return nil, refused
}

// codeOf reads "Code: 60, ..." or "Code: 60. ...".
func codeOf(text string) int {
	_, after, ok := strings.Cut(text, "Code: ")
	if !ok {
		return 0
	}
	end := strings.IndexFunc(after, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(after)
	}
	code, err := strconv.Atoi(after[:end])
	if err != nil {
		return 0
	}
	return code
}

// failed is an error of the way there, without the address: that has the statement.
func (c *Client) failed(err error) error {
	if at := (*url.Error)(nil); errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("clickhouse: asking %s: %w", c.dsn.Host, err)
}
