// Command rpc is a server of gRPC that can be asked in SQL what its methods take: handler.go
// is all that it needs, to be copied.
//
//	GOWORK=off go run -tags gms_pure_go ./rpc
//	mariadb -h127.0.0.1 -P3307 -uroot performance_schema -e 'SELECT DIGEST_TEXT, COUNT_STAR, SUM_ERRORS, SUM_TIMER_WAIT FROM events_statements_summary_by_digest'
package main

import (
	"flag"
	"log"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/sqlserver"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8081", "where gRPC is served")
	sql := flag.String("sql", "127.0.0.1:3307", "where clients of MySQL connect")
	flag.Parse()
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		log.Fatal(err)
	}
	go func() { log.Print(sqlserver.ListenAndServe(ps, *sql)) }()
	l, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(newServer(ps).Serve(l))
}

// newServer answers whether it is well.
func newServer(ps *perfschema.Schema) *grpc.Server {
	s := grpc.NewServer(grpc.StatsHandler(newStatsHandler(ps)))
	grpc_health_v1.RegisterHealthServer(s, health.NewServer())
	return s
}
