// Command queue is a small job queue over TCP that can be asked in SQL where its
// time and memory go. docs/library.md explains it part by part.
package main

import (
	"context"
	"flag"
	"log"
	"net"
	"os"
	"os/signal"
)

func main() {
	address := flag.String("listen", "127.0.0.1:7000", "where clients of the queue connect")
	sqlAddress := flag.String("sql", "127.0.0.1:3307", "where clients of MySQL connect")
	journal := flag.String("journal", "queue.journal", "file that every job is written to")
	flag.Parse()
	if err := run(*address, *sqlAddress, *journal); err != nil {
		log.Fatal(err)
	}
}

// run serves until the program is interrupted, and then says what it did.
func run(address, sqlAddress, journal string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ps, err := newSchema()
	if err != nil {
		return err
	}
	s, err := newService(ps, address, journal)
	if err != nil {
		return err
	}
	defer s.close()
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", sqlAddress)
	if err != nil {
		return err
	}
	mysql, err := serveSQL(ps, l)
	if err != nil {
		return err
	}
	defer mysql.Shutdown(context.Background()) //nolint:errcheck // it ends in any case
	<-ctx.Done()
	return report(os.Stdout, ps, s.in)
}
