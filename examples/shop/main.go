// Command shop is a service on net/http and database/sql, with SQLite embedded and a
// load generator included, that can be asked in SQL which route is slow, with which query
// and for which lock it waits.
//
//	GOWORK=off go run -tags gms_pure_go ./shop
//	mariadb -h127.0.0.1 -P3307 performance_schema
//
// What is perfschema's in it: the Schema, phttp.Handler, pdb.Open and Watch, a psync.Mutex
// and sqlserver.ListenAndServe. slowest.sql is the question; pool.sql asks which route
// waits for a connection of the database's pool.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/perfschema/perfschema/examples/internal/shop"
	"github.com/perfschema/perfschema/gms/sqlserver"
	"github.com/perfschema/perfschema/phttp"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "where the shop serves HTTP")
	sql := flag.String("sql", "127.0.0.1:3307", "where clients of MySQL connect")
	dir := flag.String("dir", "", "directory of the database; a temporary one if not given")
	clients := flag.Int("load", 4, "clients that order and ask all the time; 0 for none")
	flag.Parse()
	if err := run(*listen, *sql, *dir, *clients); err != nil {
		log.Fatal(err)
	}
}

// run serves until the program is interrupted.
func run(listen, sqlAddress, dir string, clients int) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if dir == "" {
		temporary, err := os.MkdirTemp("", "shop-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temporary)
		dir = temporary
	}
	ps, err := newSchema()
	if err != nil {
		return err
	}
	s, db, err := newShop(ps, filepath.Join(dir, "shop.db"))
	if err != nil {
		return err
	}
	defer db.Close()
	go func() { log.Print(sqlserver.ListenAndServe(ps, sqlAddress)) }()

	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: phttp.Handler(ps, s.Routes())}
	go func() {
		<-ctx.Done()
		srv.Close()
	}()
	log.Printf("http://%s, and MySQL's protocol on %s", l.Addr(), sqlAddress)
	if clients > 0 {
		go shop.Load(ctx, "http://"+l.Addr().String(), clients, 0)
	}
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
