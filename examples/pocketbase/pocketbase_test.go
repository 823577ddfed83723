package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql" // the driver

	"github.com/perfschema/perfschema/examples/internal/ask"
)

var (
	//go:embed routes.sql
	routes string
	//go:embed pools.sql
	pools string
)

// TestPatch: what has to be changed is no more than was promised.
func TestPatch(t *testing.T) {
	changed := 0
	for line := range strings.Lines(patch) {
		if (line[0] == '+' || line[0] == '-') && !strings.HasPrefix(line, "+++") && !strings.HasPrefix(line, "---") {
			changed++
		}
	}
	if changed > 30 {
		t.Errorf("%d lines", changed)
	}
}

// TestPocketBase builds it, has clients write and read, and asks it in SQL.
func TestPocketBase(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes to build")
	}
	source, err := download(t.Context())
	if err != nil {
		if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	binary := filepath.Join(t.TempDir(), "pb")
	if err := build(t.Context(), source, filepath.Join("..", ".."), binary); err != nil {
		t.Fatal(err)
	}
	s := start(t, binary)
	token := s.post(t, "/api/collections/_superusers/auth-with-password", "", `{"identity": "root@example.com", "password": "secret12345"}`)["token"].(string)
	s.post(t, "/api/collections", token, `{"name": "notes", "type": "base", "listRule": "", "createRule": "", "fields": [{"name": "title", "type": "text"}]}`)

	const clients, each = 8, 25
	var wg sync.WaitGroup
	for c := range clients {
		wg.Go(func() {
			for i := range each {
				s.post(t, "/api/collections/notes/records", "", fmt.Sprintf(`{"title": "%d of %d"}`, i, c))
				s.get(t, "/api/collections/notes/records?sort=-title")
			}
		})
	}
	wg.Wait()

	for _, row := range ask.Rows(t, s.db, routes) {
		t.Log(row)
		if row[0] == "POST /api/collections/{collection}/records" && row[1] != fmt.Sprint(clients*each) {
			t.Errorf("%s requests", row[1])
		}
	}
	// Who writes has one connection: that is what they wait for.
	rows := ask.Rows(t, s.db, pools)
	for _, row := range rows {
		t.Log(row)
	}
	if len(rows) != 4 || rows[0][1] != "1" || rows[0][4] == "0" {
		t.Errorf("%q", rows)
	}
}

// backend is one that runs.
type backend struct {
	url string
	db  *sql.DB
}

// free is an address that nobody listens on.
func free(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// start runs it until the test ends.
func start(t *testing.T, binary string) *backend {
	dir := "--dir=" + t.TempDir()
	if out, err := exec.Command(binary, "superuser", "upsert", "root@example.com", "secret12345", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	address, tables := free(t), free(t)
	c := exec.Command(binary, "serve", dir, "--http="+address)
	c.Env = append(os.Environ(), "PERFSCHEMA_LISTEN="+tables)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill() //nolint:errcheck // it may have ended
		c.Wait()         //nolint:errcheck // killed
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "Server started") {
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, out) //nolint:errcheck // it ends
	db, err := sql.Open("mysql", "root@tcp("+tables+")/performance_schema")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for db.PingContext(ctx) != nil { // until it listens
		if ctx.Err() != nil {
			t.Fatal("nobody serves the tables")
		}
	}
	return &backend{"http://" + address, db}
}

func (s *backend) post(t *testing.T, path, token, body string) map[string]any {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+path, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Error(err)
		return nil
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", token)
	}
	return send(t, r)
}

func (s *backend) get(t *testing.T, path string) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		t.Error(err)
		return
	}
	send(t, r)
}

func send(t *testing.T, r *http.Request) (out map[string]any) {
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return nil
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		t.Errorf("%s %s: %s %s %v", r.Method, r.URL, resp.Status, body, err)
	}
	if err := json.Unmarshal(body, &out); err != nil {
		t.Error(err)
	}
	return out
}
