package main

import (
	"bufio"
	"database/sql"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// told is what a program of one lock, one channel and one sleep tells.
const told = `{"Version":1,"Program":"./shop\u001b[2J","PID":42,"Go":"go1.26.8","Patches":["park","semaphore"],
"Began":"2026-11-29T22:24:33Z","Now":"2026-11-29T22:24:36Z",
"Reasons":[{"Reason":"select","Sum":{"Count":3,"Blocked":3000000000,"Min":1000000000,"Max":1000000000}},
 {"Reason":"sleep","Sum":{"Count":1,"Blocked":5000000,"Min":5000000,"Max":5000000}},
 {"Reason":"sync.Mutex.Lock","Sum":{"Count":2,"Blocked":80000000,"Min":30000000,"Max":50000000}}],
"Instances":[{"Kind":"sync.Mutex","Name":"shop.stock.mu","Addr":824633721092,"Reasons":[{"Reason":"sync.Mutex.Lock","Sum":{"Count":2,"Blocked":80000000,"Min":30000000,"Max":50000000}}]},
 {"Kind":"chan","Name":"shop.orders","Addr":824633721984,"Reasons":[{"Reason":"select","Sum":{"Count":3,"Blocked":3000000000,"Min":1000000000,"Max":1000000000}}]}],
"Places":[{"Reason":"sync.Mutex.Lock","Function":"main.reserve","File":"/src/shop/stock.go","Line":12,"Called":"sync.(*Mutex).Lock","Name":"shop.stock.mu","Sum":{"Count":2,"Blocked":80000000,"Min":30000000,"Max":50000000}}],
"Waiters":[{"Reason":"select","Function":"main.serve","File":"/src/shop/main.go","Line":30,"Name":"shop.orders","Sum":{"Count":7,"Max":2000000000}}]}`

// TestAttach asks in SQL what a program tells, and ends by a signal.
func TestAttach(t *testing.T) {
	program := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, told) }))
	defer program.Close()
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- runAttach([]string{program.Listener.Addr().String(), "--listen=127.0.0.1:0", "--http=127.0.0.1:0"}, w, io.Discard)
		w.Close()
	}()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("%v, %v", err, <-ended)
	}
	address, who, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "perfschema: ready for connections on "), ": ")
	who, pages, shown := strings.Cut(who, "; pages on ")
	if !ok || !strings.Contains(who, "process 42, go1.26.8") || !shown || unprintable(line) != "" {
		t.Fatalf("%q", line)
	}
	go func() { _, _ = io.Copy(io.Discard, r) }()
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User = "tcp", address, "root"
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	for _, c := range []struct{ query, want string }{
		{"SELECT GO_VERSION, PROCESS_ID, PATCHES, RECORDING_SINCE FROM program.build", "go1.26.8|42|park,semaphore|2026-11-29 22:24:33.000000"},
		{"SELECT REASON, COUNT_STAR, SUM_TIMER_WAIT FROM program.wait_reasons ORDER BY 1", "select|3|3000000000000;sleep|1|5000000000;sync.Mutex.Lock|2|80000000000"},
		{"SELECT NAME, FUNCTION_NAME, SOURCE, CALLED, COUNT_STAR, MIN_TIMER_WAIT, AVG_TIMER_WAIT, MAX_TIMER_WAIT FROM program.wait_places",
			"shop.stock.mu|main.reserve|stock.go:12|sync.(*Mutex).Lock|2|30000000000|40000000000|50000000000"},
		{"SELECT NAME, SOURCE, CALLED, GOROUTINES, MAX_TIMER_WAIT FROM program.waiting_goroutines", "shop.orders|main.go:30|NULL|7|2000000000000"},
		{"SELECT NAME, OBJECT_INSTANCE_BEGIN, LOCKED_BY_THREAD_ID FROM performance_schema.mutex_instances WHERE NAME LIKE '%/go/%'", "wait/synch/mutex/go/shop.stock.mu|824633721092|NULL"},
		{"SELECT EVENT_NAME, COUNT_STAR, SUM_TIMER_WAIT, MIN_TIMER_WAIT, MAX_TIMER_WAIT FROM performance_schema.events_waits_summary_by_instance WHERE COUNT_STAR > 0 ORDER BY SUM_TIMER_WAIT",
			"wait/synch/cond/goroutine/sleep|1|5000000000|5000000000|5000000000;wait/synch/mutex/go/shop.stock.mu|2|80000000000|30000000000|50000000000;wait/synch/cond/chan/shop.orders|3|3000000000000|1000000000000|1000000000000"},
		{"SELECT SUM(COUNT_STAR) FROM performance_schema.events_waits_summary_global_by_event_name", "6"},
		{"SELECT events, total FROM sys.waits_global_by_latency LIMIT 1", "wait/synch/cond/chan/shop.orders|3"},
		{"SELECT COUNT(*) FROM performance_schema.events_statements_summary_by_digest", "0"},
	} {
		if got := rows(t, db, c.query); got != c.want {
			t.Errorf("%s\n%s\nwant %s", c.query, got, c.want)
		}
	}
	db.Close()
	for path, want := range map[string][]string{
		"/":                   {"shop", "shop.stock.mu", "stock.go:12", "80.0 ms", "shop.orders", "main.go:30", "go1.26.8", "FROM program.wait_places\n ORDER BY SUM_TIMER_WAIT DESC"},
		"/waits?window=start": {"wait/synch/mutex/go/shop.stock.mu"},
		"/metrics":            {"mysql_perf_schema_events_waits_total{event_name=\"wait/synch/mutex/go/shop.stock.mu\"} 2\n"},
		"/debug/pprof/":       {"404"},
	} {
		text := page(t, pages+path)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s has no %q:\n%s", path, w, text)
			}
		}
		if strings.Contains(text, "go_goroutines") || strings.Contains(text, "process_memory") || unprintable(text) != "" {
			t.Errorf("%s tells of attach itself, or has what cannot be printed: %q", path, unprintable(text))
		}
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// page is what is answered at an address, and its status.
func page(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Status + "\n" + html.UnescapeString(string(text))
}

// rows are the rows of a query, the values of each between bars.
func rows(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	r, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer r.Close()
	columns, err := r.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for r.Next() {
		values, to := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			to[i] = &values[i]
		}
		if err := r.Scan(to...); err != nil {
			t.Fatal(err)
		}
		texts := make([]string, len(values))
		for i, v := range values {
			if texts[i] = v.String; !v.Valid {
				texts[i] = "NULL"
			}
		}
		all = append(all, strings.Join(texts, "|"))
	}
	if err := r.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return strings.Join(all, ";")
}

func TestAttachRefuses(t *testing.T) {
	program := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, told) }))
	defer program.Close()
	at := program.Listener.Addr().String()
	for arguments, want := range map[string]string{
		"":                         "no program given",
		"127.0.0.1:1":              "no program built by perfschema build answers at 127.0.0.1:1",
		fmt.Sprint(os.Getpid()):    "was started without PERFSCHEMA_LISTEN",
		at + " --listen=0.0.0.0:0": "other machines reach 0.0.0.0:0",
		at + " --listen=" + at:     "address already in use",
		at + " --interval=1ms":     "no time between 100ms and 1h",
		at + " another":            "unexpected argument",
		at + " --port=1":           "--port is not supported",
	} {
		if err := runAttach(strings.Fields(arguments), io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", arguments, err)
		}
	}
}
