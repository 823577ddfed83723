// Command routers is one service by four routers, chi, gorilla, gin and echo, whose requests
// are counted by route: routes.go is all that it needs, to be copied.
//
//	GOWORK=off go run -tags gms_pure_go ./routers
//	curl http://127.0.0.1:8080/chi/users/17
//	mariadb -h127.0.0.1 -P3307 -uroot performance_schema -e 'SELECT DIGEST_TEXT, COUNT_STAR, SUM_ERRORS, SUM_TIMER_WAIT FROM events_statements_summary_by_digest'
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
	"github.com/labstack/echo/v4"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/sqlserver"
	"github.com/perfschema/perfschema/phttp"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "where HTTP is served")
	sql := flag.String("sql", "127.0.0.1:3307", "where clients of MySQL connect")
	flag.Parse()
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		log.Fatal(err)
	}
	go func() { log.Print(sqlserver.ListenAndServe(ps, *sql)) }()
	all := http.NewServeMux()
	for name, router := range routers() {
		all.Handle("/"+name+"/", router)
	}
	log.Fatal(http.ListenAndServe(*listen, phttp.Handler(ps, all)))
}

// routers answer /NAME/users/ID.
func routers() map[string]http.Handler {
	user := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "a user") }
	c := chi.NewRouter()
	c.Use(nameChi)
	c.Get("/chi/users/{id}", user)
	m := mux.NewRouter()
	m.Use(nameGorilla)
	m.HandleFunc("/gorilla/users/{id}", user).Methods(http.MethodGet)
	gin.SetMode(gin.ReleaseMode)
	g := gin.New()
	g.Use(nameGin)
	g.GET("/gin/users/:id", gin.WrapF(user))
	e := echo.New()
	e.Use(nameEcho)
	e.GET("/echo/users/:id", echo.WrapHandler(http.HandlerFunc(user)))
	return map[string]http.Handler{"chi": c, "gorilla": m, "gin": g, "echo": e}
}
