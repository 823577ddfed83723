// Command pool is a pool of workers on channels and a mutex that can be asked in SQL who
// waits for whom.
//
//	GOWORK=off go run -tags gms_pure_go ./pool
//	mariadb -h127.0.0.1 -P3307 performance_schema < pool/waits.sql
//
// Its channels are pchan's, its mutex is psync's, and each of its goroutines has a Thread
// by the name of what it does. waits.sql is the question.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"os"
	"os/signal"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/sqlserver"
)

func main() {
	sql := flag.String("sql", "127.0.0.1:3307", "where clients of MySQL connect")
	workers := flag.Int("workers", 4, "how many work at a time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		log.Fatal(err)
	}
	go func() { log.Print(sqlserver.ListenAndServe(ps, *sql)) }()
	p := newPool(ps, func(id int) { // the work of a job, while it holds the ledger
		time.Sleep(time.Duration(id%5) * 10 * time.Millisecond)
	})
	sum, err := p.run(ctx, *workers, func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
	log.Printf("%d jobs done", sum)
}
