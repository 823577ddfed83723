package main

import (
	"context"
	_ "embed"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/examples/internal/ask"
	"github.com/perfschema/perfschema/examples/internal/shop"
)

//go:embed slowest.sql
var slowest string

// TestSpans runs the shop under load and asks it in SQL what it is slow by.
func TestSpans(t *testing.T) {
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		t.Fatal(err)
	}
	traces := watch(ps)
	defer traces.Shutdown(context.Background()) //nolint:errcheck // nothing is exported
	handler, shopDB, err := newShop(traces, filepath.Join(t.TempDir(), "shop.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer shopDB.Close()
	srv := httptest.NewServer(handler)
	defer srv.Close()
	const clients, each = 4, 40
	shop.Load(context.Background(), srv.URL, clients, each)

	db := ask.Serve(t, ps)
	rows := ask.Rows(t, db, slowest)
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	t.Log(rows[0])
	route, requests, query, trace := rows[0][0], rows[0][1], rows[0][3], rows[0][6]
	if route != "GET /report" || requests != "8" || len(trace) != 32 ||
		query != "SELECT COUNT ( * ) FROM `orders` `a` JOIN `orders` `b` ON `a` . `amount` = `b` . `amount` WHERE `a` . `customer` != `b` . `product` AND `a` . `id` <= ? AND `b` . `id` <= ?" {
		t.Errorf("the slowest is %q", rows[0])
	}
	for text, want := range map[string]string{
		"SELECT COUNT_STAR, SUM_ERRORS FROM events_statements_summary_global_by_event_name WHERE EVENT_NAME = 'statement/otel/request'": fmt.Sprintf("[[%d 0]]", clients*each),
		"SELECT COUNT_STAR FROM events_statements_summary_by_digest WHERE DIGEST_TEXT = 'POST /orders'":                                 "[[40]]",
		"SELECT SCHEMA_NAME, COUNT_STAR FROM events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'UPDATE `products`%'":           "[[sqlite 40]]",
		"SELECT COUNT(*) FROM events_statements_current WHERE END_EVENT_ID IS NULL AND EVENT_NAME LIKE 'statement/otel/%'":              "[[0]]",
	} {
		if got := fmt.Sprint(ask.Rows(t, db, text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
