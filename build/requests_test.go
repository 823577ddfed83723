//go:build unix

package build

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/view"
)

// requests builds a program of testdata, runs it, and returns the tables of what it has recorded, the
// report, and the address that it serves.
func requests(t *testing.T, name string, environment []string, flags ...string) (tables map[string][]map[string]any, report, address string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + "/main.go")
	if err != nil {
		t.Fatal(err)
	}
	return requestsIn(t, files(t, map[string]string{"main.go": string(text), "go.mod": goMod}), environment, flags...)
}

// requestsIn is requests for the program of a directory.
func requestsIn(t *testing.T, dir string, environment []string, flags ...string) (tables map[string][]map[string]any, report, address string) {
	t.Helper()
	must(t, dir, environment, append(append([]string{"build", "-o", "program"}, flags...), ".")...)
	c := ready(t, dir, []string{"PERFSCHEMA_LISTEN=127.0.0.1:0", "PERFSCHEMA_REPORT=exit", "PERFSCHEMA_FILE=report.txt"}, "./program")
	in, err1 := c.StdinPipe()
	out, err2 := c.StdoutPipe()
	errs, err3 := c.StderrPipe()
	for _, err := range []error{err1, err2, err3, c.Start()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	lines := bufio.NewReader(errs)
	at, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	said, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		rest, _ := io.ReadAll(lines)
		t.Fatalf("%v: %s", err, rest)
	}
	p, ps := attached(t, strings.TrimSpace(strings.TrimPrefix(at, "perfschema: asked at ")))
	tables = make(map[string][]map[string]any)
	for _, table := range p.Tables() {
		for row := range table.Rows(view.Reader{}) {
			named := make(map[string]any)
			for i, c := range table.Columns {
				named[c.Name] = row[i]
			}
			tables[table.Name] = append(tables[table.Name], named)
		}
	}
	list := ps.Read().ListDigests()
	for i, d := range ps.Read().Digests() {
		counted := uint64(0)
		for _, n := range list[i].Histogram() {
			counted += n
		}
		tables["digests"] = append(tables["digests"], map[string]any{"TEXT": d.DigestText, "DIGEST": d.DigestHex, "COUNTS": fmt.Sprint(d.Stat.Timer.Count, " ", d.Stat.Errors, " ", counted)})
	}
	in.Close()
	rest, _ := io.ReadAll(lines)
	if err := c.Wait(); err != nil || len(rest) > 0 {
		t.Fatalf("%v: %s", err, rest)
	}
	whole, err := os.ReadFile(filepath.Join(dir, "report.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return tables, string(whole), strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(said, "ready ")), "http://")
}

// TestRequests holds that each wait of a program is that of the request whose goroutine, or a child of
// it, waited while it ran.
func TestRequests(t *testing.T) {
	tables, report, address := requests(t, "requests", nil)
	holdRequests(t, tables, report, address)
}

// TestRequestsRace is TestRequests with the race detector, which finds no fault.
func TestRequestsRace(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library")
	}
	tables, report, address := requests(t, "requests", nil, "-race")
	holdRequests(t, tables, report, address)
}

// TestRequestsToolchains is TestRequests with each release that is supported.
func TestRequestsToolchains(t *testing.T) {
	proof(t)
	for _, version := range []string{"go1.25.6", "go1.26.8", "go1.27.3"} {
		t.Run(version, func(t *testing.T) {
			tables, report, address := requests(t, "requests", []string{"GOTOOLCHAIN=" + version})
			holdRequests(t, tables, report, address)
		})
	}
}

func holdRequests(t *testing.T, tables map[string][]map[string]any, report, address string) {
	t.Helper()
	const query, insert, update = "SELECT name FROM items WHERE id = ? AND kind = ?", "INSERT INTO items VALUES (...)", "UPDATE items SET name = ? WHERE id = ?"
	found := make(map[string]string)
	for _, r := range tables["requests"] {
		found[fmt.Sprint(r["EVENT_NAME"], " ", r["REQUEST"])] = fmt.Sprint(r["COUNT_STAR"], " ", r["SUM_ERRORS"])
		if took, least, most := r["SUM_TIMER_WAIT"].(uint64), r["MIN_TIMER_WAIT"].(uint64), r["MAX_TIMER_WAIT"].(uint64); took < most || most < least {
			t.Errorf("%v took %d, %d to %d", r["REQUEST"], took, least, most)
		}
		for name, started := range map[string]bool{"GET /held/{id}": false, "GET /children": true} {
			if r["REQUEST"] == name && (r["SUM_TIMER_BLOCKED"] == uint64(0) || (r["SUM_TIMER_BLOCKED_STARTED"] != uint64(0)) != started) {
				t.Errorf("%s was blocked for %d, and goroutines of it for %d", name, r["SUM_TIMER_BLOCKED"], r["SUM_TIMER_BLOCKED_STARTED"])
			}
		}
	}
	routes := make(map[string]string)
	for name, want := range map[string]string{
		"GET /hold/{id}": "1 0", "GET /held/{id}": "1 0", "GET /children": "1 0", "GET /first": "1 0", "GET /second": "1 0", "GET /query/{id}": "2 0",
		"GET /send": "1 0", "POST /panics": "1 1", "GET /fails": "2 2", "GET /plain": "2 0", "GET ?": "1 0", "POST /execute": "1 0",
	} {
		method, _, _ := strings.Cut(name, " ")
		routes["statement/http/"+strings.ToLower(method)+" "+name] = want
	}
	compareRows(t, found, routes)

	found = make(map[string]string)
	for _, r := range tables["request_statements"] {
		found[fmt.Sprint(r["REQUEST"], ", ", r["EVENT_NAME"], ", ", r["STATEMENT"])] = fmt.Sprint(r["COUNT_STAR"], " ", r["SUM_ERRORS"])
	}
	const connection = ", wait/synch/cond/db/connection, <nil>"
	compareRows(t, found, map[string]string{
		"GET /query/{id}" + connection: "2 0", "GET /query/{id}, statement/db/query, " + query: "2 0",
		"POST /execute" + connection: "1 0", "POST /execute, statement/db/begin, BEGIN": "1 0", "POST /execute, statement/db/exec, " + insert: "1 0",
		"POST /execute, statement/db/prepare, " + update: "1 0", "POST /execute, statement/db/exec, " + update: "3 0", "POST /execute, statement/db/commit, COMMIT": "1 0",
		"GET /send, wait/io/socket/http/client, " + address: "1 0", "<nil>" + connection: "1 0", "<nil>, statement/db/exec, DELETE FROM items WHERE id IN (...)": "1 0",
		"<nil>, wait/io/socket/http/client, " + address: "14 3",
	})

	found = make(map[string]string)
	for _, r := range tables["digests"] {
		found[r["TEXT"].(string)] = r["COUNTS"].(string)
		found[r["DIGEST"].(string)] = r["TEXT"].(string)
	}
	for name, want := range map[string]string{
		"GET /query/{id}": "2 0 2", "POST /panics": "1 1 1", "SELECT NAME FROM `items` WHERE `id` = ? AND `kind` = ?": "2 0 2",
		"UPDATE `items` SET NAME = ? WHERE `id` = ?": "4 0 4", "COMMIT": "1 0 1", "DELETE FROM `items` WHERE `id` IN (...)": "1 0 1",
	} {
		if found[name] != want {
			t.Errorf("digest %s: %q, want %q", name, found[name], want)
		}
	}
	for _, r := range slices.Concat(tables["requests"], tables["request_statements"]) {
		event := r["EVENT_NAME"].(string)
		if digest, ok := r["DIGEST"].(string); ok != strings.HasPrefix(event, "statement/") || ok && found[digest] == "" {
			t.Errorf("%v has the digest %v", r, r["DIGEST"])
		}
	}

	text, err := os.ReadFile("testdata/requests/main.go")
	if err != nil {
		t.Fatal(err)
	}
	source := strings.Split(string(text), "\n")
	waits := make(map[string]string)
	for _, r := range tables["request_waits"] {
		for _, mark := range []string{"hold", "held", "child", "outlive", "still", "job", "query", "pool"} {
			if r["SOURCE"] == fmt.Sprint("main.go:", lineOf(source, "// wait: "+mark)) {
				waits[mark] += fmt.Sprint(r["REQUEST"], ", ", r["STATEMENT"], ", ", r["GOROUTINE"], ", ", r["REASON"], ", ", r["NAME"], ", ", r["COUNT_STAR"], ";")
			}
		}
		if r["REQUEST"] == "GET /held/{id}" && r["REASON"] == "sync.Mutex.Lock" && r["OBJECT_INSTANCE_BEGIN"] == nil {
			t.Error("the lock has no address")
		}
	}
	for mark, want := range map[string]string{
		"hold": "GET /hold/{id}, <nil>, SERVING, chan receive, main.server.release, 1;", "held": "GET /held/{id}, <nil>, SERVING, sync.Mutex.Lock, main.server.mu, 1;",
		"child": "GET /children, <nil>, STARTED, chan receive, main.server.during, 1;", "job": "GET /first, <nil>, STARTED, chan receive, main.server.slow, 1;",
		"query": "GET /query/{id}, " + query + ", SERVING, chan receive, main.server.database, 2;", "pool": "POST /execute, <nil>, SERVING, select, <nil>, 1;",
	} {
		if waits[mark] != want {
			t.Errorf("%s: %q, want %q", mark, waits[mark], want)
		}
		delete(waits, mark)
	}
	if len(waits) > 0 {
		t.Errorf("and %v", waits)
	}
	if strings.Contains(report, "secret") {
		t.Error("the report has a literal of a query")
	}
	for _, want := range []string{
		"% waits  sync.Mutex.Lock  main.(*server).held main.go:", "  for main.server.mu\n", "% waits  chan receive  main.(*conn).ask main.go:", "  in " + query + "\n",
		"% 2 of " + query + "\n", "% 1 of HTTP to " + address + "\n", "  in goroutines that it started\n", "\nLost: nothing.\n",
	} {
		if !strings.Contains(report, want) {
			t.Errorf("the report has no %q", want)
		}
	}
	if t.Failed() {
		t.Log(report)
	}
}

// TestRequestsStorm holds that no wait is that of a request which is over, while others take its place,
// that each request is counted, and that each statement is: the request's, or as one outside of requests
// where a request has too many.
func TestRequestsStorm(t *testing.T) {
	tables, report, _ := requests(t, "storm", nil)
	holdStorm(t, tables, report)
}

// TestRequestsStormRace is TestRequestsStorm with the race detector, which finds no fault.
func TestRequestsStormRace(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library")
	}
	tables, report, _ := requests(t, "storm", nil, "-race")
	holdStorm(t, tables, report)
}

func holdStorm(t *testing.T, tables map[string][]map[string]any, report string) {
	t.Helper()
	const clients, each, perRequest, many = 8, 300, 5, 40
	requests, statements := make(map[string]uint64), make(map[string]uint64)
	for _, r := range tables["requests"] {
		requests[r["REQUEST"].(string)] = r["COUNT_STAR"].(uint64)
	}
	for i := range 4 {
		if n := requests[fmt.Sprint("GET /serve", i)]; n != clients*each/4 {
			t.Errorf("%d requests of route %d", n, i)
		}
	}
	inside := uint64(0)
	for _, r := range tables["request_statements"] {
		n := r["COUNT_STAR"].(uint64)
		statement, ok := r["STATEMENT"].(string)
		if !ok || strings.Contains(statement, ":") {
			continue
		}
		verb, _, _ := strings.Cut(statement, " ")
		statements[verb] += n
		if r["REQUEST"] == "GET /many" {
			inside += n
		}
	}
	// Of 16 statements of a request one is the wait for a connection.
	if statements["UPDATE"] != clients*each*perRequest || statements["DELETE"] != clients*many || inside != clients*15 {
		t.Errorf("%v, %d inside of requests", statements, inside)
	}
	text, err := os.ReadFile("testdata/storm/main.go")
	if err != nil {
		t.Fatal(err)
	}
	source := strings.Split(string(text), "\n")
	stale := []string{fmt.Sprint("main.go:", lineOf(source, "// wait: stale")), fmt.Sprint("main.go:", lineOf(source, "// wait: stale child")), fmt.Sprint("main.go:", lineOf(source, "// wait: outlived"))}
	waited := 0
	for _, r := range tables["wait_places"] {
		if slices.Contains(stale, r["SOURCE"].(string)) {
			waited++
		}
	}
	for _, r := range tables["request_waits"] {
		if slices.Contains(stale, r["SOURCE"].(string)) {
			t.Errorf("a wait of a request that is over: %v", r)
		}
	}
	if waited == 0 {
		t.Error("no goroutine has waited for what is left behind")
	}
	if lost := afterHead(report, "\nLost: "); strings.Contains(lost, "request") {
		t.Errorf("lost: %s", lost)
	}
}

// compareRows compares the rows of a table with those that it is to have.
func compareRows(t *testing.T, found, want map[string]string) {
	t.Helper()
	for name, want := range want {
		if found[name] != want {
			t.Errorf("%s: %q, want %q", name, found[name], want)
		}
		delete(found, name)
	}
	if len(found) > 0 {
		t.Errorf("and %v", found)
	}
}
