package sqlserver_test

import (
	"database/sql"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/http/httptest"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/sqlserver"
	"github.com/perfschema/perfschema/phttp"
)

// A program of net/http that can be asked in SQL what it does.
func Example() {
	ps, err := perfschema.New(perfschema.LibraryConfig())
	check(err)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "order %s", r.PathValue("id"))
	})
	web := httptest.NewServer(phttp.Handler(ps, mux))
	defer web.Close()

	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	srv, err := sqlserver.New(ps)
	check(err)
	go srv.Serve(l) // sqlserver.ListenAndServe(ps, "127.0.0.1:3307") is all of it

	for id := range 3 {
		resp, err := http.Get(fmt.Sprintf("%s/orders/%d", web.URL, id))
		check(err)
		check(resp.Body.Close())
	}
	db, err := sql.Open("mysql", "root@tcp("+l.Addr().String()+")/performance_schema")
	check(err)
	defer db.Close()
	var route string
	var count int
	var timed bool
	check(db.QueryRow("SELECT DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT > 0 FROM events_statements_summary_by_digest").Scan(&route, &count, &timed))
	fmt.Println(route, count, timed)
	// Output: GET /orders/{id} 3 true
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
