package sqltest_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pdb"
	"github.com/perfschema/perfschema/phttp"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// A service on net/http and database/sql, with go-sql-driver: which request asked what.
func TestService(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	ps.SetConsumer(perfschema.ConsumerEventsStatementsHistoryLong, true)
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User = "tcp", start(t).Addr().String(), "root"
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(pdb.NewConnector(ps, "shop", connector))
	defer db.Close()
	mustExec(t, db, "CREATE DATABASE shop")
	mustExec(t, db, "CREATE TABLE shop.orders (id INT PRIMARY KEY, paid INT)")

	mux := http.NewServeMux()
	mux.HandleFunc("PUT /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		tx, err := db.BeginTx(r.Context(), nil)
		if err == nil {
			_, err = tx.ExecContext(r.Context(), "INSERT INTO shop.orders VALUES (?, 0)", r.PathValue("id"))
			if end := tx.Commit; err == nil {
				err = end()
			} else {
				tx.Rollback()
			}
		}
		if err != nil {
			http.Error(w, "no", http.StatusConflict)
		}
	})
	mux.HandleFunc("GET /orders", func(w http.ResponseWriter, r *http.Request) {
		result, err := db.QueryContext(r.Context(), "SELECT id, paid FROM shop.orders")
		if err != nil {
			http.Error(w, "no", http.StatusInternalServerError)
			return
		}
		defer result.Close()
		for result.Next() {
			var id, paid int
			if err := result.Scan(&id, &paid); err != nil {
				t.Error(err)
			}
			fmt.Fprintln(w, id, paid)
		}
	})
	srv := httptest.NewServer(phttp.Handler(ps, mux))
	ask := func(method, path string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, srv.URL+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	for _, id := range []int{1, 2, 2} {
		ask(http.MethodPut, fmt.Sprintf("/orders/%d", id))
	}
	ask(http.MethodGet, "/orders")
	srv.Close()

	columns := catalog.Lookup("events_statements_history_long").Columns
	at := func(name string) int {
		return slices.IndexFunc(columns, func(c view.Column) bool { return c.Name == name })
	}
	var got []string
	requests := map[any]any{}
	for row := range catalog.Lookup("events_statements_history_long").Rows(view.Reader{Schema: ps}) {
		if row[at("EVENT_NAME")] == "statement/http/put" || row[at("EVENT_NAME")] == "statement/http/get" {
			requests[[2]any{row[at("THREAD_ID")], row[at("EVENT_ID")]}] = row[at("SQL_TEXT")]
		}
	}
	for row := range catalog.Lookup("events_statements_history_long").Rows(view.Reader{Schema: ps}) {
		request := requests[[2]any{row[at("THREAD_ID")], row[at("NESTING_EVENT_ID")]}]
		if name := row[at("EVENT_NAME")].(string); request != nil && !strings.HasSuffix(name, "connect") && !strings.HasSuffix(name, "prepare") {
			got = append(got, fmt.Sprint(request, ": ", name[len("statement/db/"):], " ", row[at("DIGEST_TEXT")], " rows ", row[at("ROWS_SENT")], " ", row[at("ROWS_AFFECTED")], " error ", row[at("MYSQL_ERRNO")], " ", row[at("RETURNED_SQLSTATE")]))
		}
	}
	want := []string{
		"PUT /orders/1: begin <nil> rows 0 0 error 0 <nil>",
		"PUT /orders/1: exec INSERT INTO `shop` . `orders` VALUES (...) rows 0 1 error 0 <nil>",
		"PUT /orders/1: commit <nil> rows 0 0 error 0 <nil>",
		"PUT /orders/2: begin <nil> rows 0 0 error 0 <nil>",
		"PUT /orders/2: exec INSERT INTO `shop` . `orders` VALUES (...) rows 0 1 error 0 <nil>",
		"PUT /orders/2: commit <nil> rows 0 0 error 0 <nil>",
		"PUT /orders/2: begin <nil> rows 0 0 error 0 <nil>",
		"PUT /orders/2: exec INSERT INTO `shop` . `orders` VALUES (...) rows 0 0 error 1062 23000",
		"PUT /orders/2: rollback <nil> rows 0 0 error 0 <nil>",
		"GET /orders: query SELECT `id` , `paid` FROM `shop` . `orders` rows 2 0 error 0 <nil>",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}
