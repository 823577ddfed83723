package main

import (
	"context"
	"fmt"
	"net"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/examples/internal/ask"
)

// TestCalls: calls of several clients at a time, and a stream, are statements.
func TestCalls(t *testing.T) {
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(ps)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go s.Serve(l)
	conn, err := grpc.Dial(l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	client := grpc_health_v1.NewHealthClient(conn)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 25 {
				if _, err := client.Check(context.Background(), &grpc_health_v1.HealthCheckRequest{}); err != nil {
					t.Error(err)
				}
			}
			if _, err := client.Check(context.Background(), &grpc_health_v1.HealthCheckRequest{Service: "unknown"}); err == nil {
				t.Error("a service that nobody knows is well")
			}
		})
	}
	wg.Wait()
	ctx, cancel := context.WithCancel(context.Background())
	w, err := client.Watch(ctx, &grpc_health_v1.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Recv(); err != nil {
		t.Fatal(err)
	}
	db := ask.Serve(t, ps)
	const running = "SELECT SQL_TEXT, END_EVENT_ID IS NULL FROM events_statements_current WHERE EVENT_NAME = 'statement/rpc/call'"
	if got := fmt.Sprint(ask.Rows(t, db, running)); got != "[[/grpc.health.v1.Health/Watch 1]]" {
		t.Errorf("running: %s", got)
	}
	cancel()
	conn.Close()
	s.GracefulStop()
	const calls = "SELECT DIGEST_TEXT, COUNT_STAR, SUM_ERRORS, SUM_TIMER_WAIT > 0 FROM events_statements_summary_by_digest ORDER BY DIGEST_TEXT"
	if got := fmt.Sprint(ask.Rows(t, db, calls)); got != "[[/grpc.health.v1.Health/Check 104 4 1] [/grpc.health.v1.Health/Watch 1 1 1]]" {
		t.Errorf("calls: %s", got)
	}
	const threads = "SELECT COUNT(*) FROM threads WHERE NAME = 'thread/rpc/call'"
	if got := fmt.Sprint(ask.Rows(t, db, threads)); got != "[[0]]" {
		t.Errorf("%s threads are left", got)
	}
}
