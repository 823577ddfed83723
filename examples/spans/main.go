// Command spans is the shop with nothing but OpenTelemetry in it, as many a program is:
// otelhttp around its routes, otelsql around its driver. One line hands the spans to a
// Schema, which is asked in SQL.
//
//	GOWORK=off go run -tags gms_pure_go ./spans
//	mariadb -h127.0.0.1 -P3307 performance_schema
//
// slowest.sql is the question.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync"

	"github.com/XSAM/otelsql"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/trace"
	_ "modernc.org/sqlite" // the driver

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/examples/internal/shop"
	"github.com/perfschema/perfschema/gms/sqlserver"
	psotel "github.com/perfschema/perfschema/otel"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "where the shop serves HTTP")
	sql := flag.String("sql", "127.0.0.1:3307", "where clients of MySQL connect")
	clients := flag.Int("load", 4, "clients that order and ask all the time; 0 for none")
	flag.Parse()
	if err := run(*listen, *sql, *clients); err != nil {
		log.Fatal(err)
	}
}

// run serves until the program is interrupted.
func run(listen, sqlAddress string, clients int) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir, err := os.MkdirTemp("", "spans-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		return err
	}
	traces := watch(ps)
	defer traces.Shutdown(context.Background()) //nolint:errcheck // nothing is exported
	handler, db, err := newShop(traces, filepath.Join(dir, "shop.db"))
	if err != nil {
		return err
	}
	defer db.Close()
	go func() { log.Print(sqlserver.ListenAndServe(ps, sqlAddress)) }()

	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: handler}
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

// watch is all that is perfschema's: spans go to the Schema. An exporter may stand beside it.
func watch(ps *perfschema.Schema) *trace.TracerProvider {
	return trace.NewTracerProvider(trace.WithSpanProcessor(psotel.NewSpanProcessor(ps, psotel.Options{})))
}

// newShop is the program as it was.
func newShop(traces *trace.TracerProvider, file string) (http.Handler, *sql.DB, error) {
	db, err := otelsql.Open("sqlite", shop.DSN(file), otelsql.WithTracerProvider(traces),
		otelsql.WithAttributes(attribute.String("db.system.name", "sqlite")))
	if err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(shop.Connections)
	s := &shop.Shop{DB: db, Stock: &sync.Mutex{}}
	if err := s.Fill(context.Background()); err != nil {
		db.Close()
		return nil, nil, err
	}
	return otelhttp.NewHandler(s.Routes(), "shop", otelhttp.WithTracerProvider(traces)), db, nil
}
