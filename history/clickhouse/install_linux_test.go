package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/clickhousetest"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/view"
)

// connect is a client of a server that was started, for a database.
func connect(t testing.TB, s *clickhousetest.Server, database string) *Client {
	t.Helper()
	d, err := ParseDSN("http://" + clickhousetest.User + "@" + s.Addr)
	if err != nil {
		t.Fatal(err)
	}
	d.Database = database
	c := NewClient(d.WithPassword(clickhousetest.Password))
	t.Cleanup(c.Close)
	return c
}

// rows asks and must be answered.
func rows(t testing.TB, c *Client, format string, args ...any) [][]string {
	t.Helper()
	got, err := c.Rows(t.Context(), fmt.Sprintf(format, args...))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A real server takes the schema, twice, in a database of any name, and gets the columns
// that its tables lack; a version that knows no TTL goes without.
func TestInstall(t *testing.T) {
	s := clickhousetest.Start(t)
	for _, database := range []string{"perfschema", "a`b'c\\d; DROP DATABASE perfschema --"} {
		c := connect(t, s, database)
		o := SchemaOptions{Database: database, TTL: DefaultTTL}
		known, version, err := c.knowsTTL(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			notes, err := Install(t.Context(), c, o)
			if err != nil || (len(notes) == 0) != known {
				t.Fatalf("version %s: %v, %v", version, notes, err)
			}
		}
		name := quoteName(database) + ".events_statements_summary_by_digest"
		if err := c.Exec(t.Context(), "ALTER TABLE "+name+" DROP COLUMN HISTOGRAM"); err != nil {
			t.Fatal(err)
		}
		if _, err := Install(t.Context(), c, o); err != nil {
			t.Fatal(err)
		}
		for _, x := range tables() {
			got := rows(t, c, "SELECT name, type FROM system.columns WHERE database = %s AND table = %s", quoteText(database), quoteText(x.of.Name))
			types := make(map[string]string)
			for _, r := range got {
				types[r[0]] = strings.ReplaceAll(r[1], "\\'", "'")
			}
			for _, column := range x.columns {
				if types[column.name] != column.typ() {
					t.Errorf("%s.%s is %q, not %q", x.of.Name, column.name, types[column.name], column.typ())
				}
			}
		}
	}
}

// A Distributed table of one server, as the schema of a cluster has them, answers as the
// table below it. (What has ON CLUSTER and Replicated in it takes a coordinator that is
// not there.)
func TestDistributed(t *testing.T) {
	s := clickhousetest.Start(t)
	c := connect(t, s, "d")
	distribute(t, c, "d", clickhousetest.Cluster)
	x := lookup(t, "query_profiles")
	wire := blockOf(t, x, 10).appendTo(nil)
	for range 2 {
		if err := c.insert(t.Context(), x.insertStatement("d"), wire); err != nil {
			t.Fatal(err)
		}
	}
	if got := rows(t, c, "SELECT count() FROM d.query_profiles FINAL"); got[0][0] != "10" {
		t.Errorf("%v rows", got)
	}
}

// distribute makes the tables of a cluster, without what takes a coordinator.
func distribute(t *testing.T, c *Client, database, cluster string) {
	t.Helper()
	for _, statement := range Schema(SchemaOptions{Database: database, Cluster: cluster}) {
		statement = strings.ReplaceAll(statement, " ON CLUSTER `"+cluster+"`", "")
		if before, rest, ok := strings.Cut(statement, "ENGINE = Replicated"); ok {
			_, after, _ := strings.Cut(rest, ")")
			statement = before + "ENGINE = ReplacingMergeTree" + after
		}
		if err := c.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// Of a cluster of two shards every column can be read by itself, and any group.
func TestShards(t *testing.T) {
	racetest.SkipAlone(t)
	s := clickhousetest.Start(t)
	c := connect(t, s, "d")
	distribute(t, c, "d", clickhousetest.Pair)
	r := rand.New(rand.NewPCG(19, 5))
	start := time.Date(2026, 3, 1, 23, 59, 0, 0, time.UTC)
	for _, x := range tables() {
		statement := strings.Replace(x.insertStatement("d"), x.of.Name, x.of.Name+localSuffix, 1)
		if err := c.insert(t.Context(), statement, randomBlock(t, x, r, start)); err != nil {
			t.Fatal(err)
		}
		fail := func(err error) error { return err }
		for place := range x.of.Columns {
			name := x.of.Name + "." + x.of.Columns[place].Name
			if got := readAll(t, name, x.open(c, view.Reader{Columns: []int{place}}, fail)); len(got) != 400 {
				t.Errorf("%s: %d rows", name, len(got))
			}
		}
		for range 10 {
			g := randomGrouping(x, r, start)
			g.Bounds, g.Figures = nil, append(g.Figures, view.Figure{Column: -1})
			count := uint64(0)
			for _, group := range readAll(t, x.of.Name, x.open(c, view.Reader{Grouping: &g}, fail)) {
				count += group[len(group)-1].(uint64)
			}
			if count != 400 {
				t.Errorf("%s: %d rows in %+v", x.of.Name, count, g)
			}
		}
	}
}

// What goes wrong is told, without the password, the statement or the address with it.
func TestRefusals(t *testing.T) {
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "Code: 516. no such key: "+r.Header.Get("X-ClickHouse-Key"), http.StatusForbidden)
	}))
	defer evil.Close()
	told := make(chan string, 1)
	thief := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		told <- r.Header.Get("X-ClickHouse-Key")
	}))
	defer thief.Close()
	redirect := httptest.NewServer(http.RedirectHandler(thief.URL, http.StatusTemporaryRedirect))
	defer redirect.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	for _, at := range []string{evil.URL, redirect.URL, closed.URL, "http://[::1%25nowhere]:1"} {
		d, err := ParseDSN(at + "/d")
		if err != nil {
			t.Fatal(err)
		}
		c := NewClient(d.WithPassword("Mk7 Zq9Xv"))
		defer c.Close()
		for name, err := range map[string]error{
			"exec":   c.Exec(t.Context(), "SELECT 'Qs1'"),
			"insert": c.insert(t.Context(), "INSERT INTO Qs1 FORMAT Native", []byte("Qs1")),
			"rows":   func() error { _, err := c.Rows(t.Context(), "SELECT 'Qs1'"); return err }(),
		} {
			if err == nil {
				t.Errorf("%s: %s is done", at, name)
				continue
			}
			for _, secret := range []string{"Zq9Xv", "Qs1"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%s: %s says %v", at, name, err)
				}
			}
		}
	}
	select {
	case key := <-told:
		t.Errorf("another host was told %q", key)
	default:
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d, _ := ParseDSN(evil.URL)
	if err := NewClient(d).Exec(ctx, "SELECT 1"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
