package main

import (
	"context"
	_ "embed"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/perfschema/perfschema/examples/internal/ask"
	"github.com/perfschema/perfschema/examples/internal/shop"
	"github.com/perfschema/perfschema/phttp"
)

var (
	//go:embed slowest.sql
	slowest string
	//go:embed pool.sql
	pool string
)

// TestShop runs the shop under load and asks it in SQL what it is slow by.
func TestShop(t *testing.T) {
	ps, err := newSchema()
	if err != nil {
		t.Fatal(err)
	}
	s, shopDB, err := newShop(ps, filepath.Join(t.TempDir(), "shop.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer shopDB.Close()
	srv := httptest.NewServer(phttp.Handler(ps, s.Routes()))
	defer srv.Close()
	const clients, each = 4, 40
	shop.Load(context.Background(), srv.URL, clients, each)

	db := ask.Serve(t, ps)
	rows := ask.Rows(t, db, slowest)
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	t.Log(rows[0])
	route, requests, query, mutex := rows[0][0], rows[0][1], rows[0][3], rows[0][5]
	if route != "GET /report" || requests != "8" || mutex != "wait/synch/mutex/shop/LOCK_stock" ||
		query != "SELECT COUNT ( * ) FROM `orders` `a` JOIN `orders` `b` ON `a` . `amount` = `b` . `amount` WHERE `a` . `customer` != `b` . `product` AND `a` . `id` <= ? AND `b` . `id` <= ?" {
		t.Errorf("the slowest is %q", rows[0])
	}
	checkPool(t, ask.Rows(t, db, pool))
	// Every request is there, and each order is a transaction.
	for text, want := range map[string]string{
		"SELECT SUM(COUNT_STAR), SUM(SUM_ERRORS) FROM events_statements_summary_global_by_event_name WHERE EVENT_NAME LIKE 'statement/http/%'":                 fmt.Sprintf("[[%d 0]]", clients*each),
		"SELECT COUNT_STAR FROM events_statements_summary_by_digest WHERE DIGEST_TEXT = 'POST /orders'":                                                        "[[40]]",
		"SELECT COUNT_STAR FROM events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'UPDATE `products`%'":                                               "[[40]]",
		"SELECT COUNT_STAR FROM events_transactions_summary_global_by_event_name":                                                                              "[[41]]",
		"SELECT COUNT_STAR, SUM_TIMER_WAIT > 0 FROM events_waits_summary_global_by_event_name WHERE EVENT_NAME = 'wait/synch/mutex/shop/LOCK_stock'":           "[[48 1]]",
		"SELECT COUNT(*) > 0, MIN(SUM_TIMER_WAIT) > 0 FROM events_stages_summary_global_by_event_name WHERE EVENT_NAME LIKE 'stage/http/%' AND COUNT_STAR > 0": "[[1 1]]",
	} {
		if got := fmt.Sprint(ask.Rows(t, db, text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// checkPool: every request has its own waits for a connection of the pool, which says
// itself that there is but one.
func checkPool(t *testing.T, rows [][]string) {
	t.Helper()
	waits := map[string]string{"GET /report": "16", "POST /orders": "40", "GET /products/{id}": "96", "GET /customers/{id}/orders": "16"}
	for _, row := range rows {
		t.Log(row)
		route, found, open := row[0], row[1], row[4]
		if waits[route] != found || open != "1" {
			t.Errorf("%q", row)
		}
		delete(waits, route)
	}
	if len(waits) > 0 {
		t.Errorf("no waits in %v", waits)
	}
}
