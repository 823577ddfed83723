package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"

	_ "modernc.org/sqlite" // the driver

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pdb"
	"github.com/perfschema/perfschema/psync"
)

// newSchema has the waits of all threads kept besides: slowest.sql looks for them.
func newSchema() (*perfschema.Schema, error) {
	cfg := perfschema.LibraryConfig()
	cfg.Consumers[perfschema.ConsumerEventsWaitsHistoryLong] = true
	return perfschema.New(cfg)
}

// shop sells products.
type shop struct {
	db *pdb.DB
	// stock is held while somebody orders or counts what is left, so that nobody
	// sells what is gone.
	stock psync.Mutex
}

const (
	products    = 200
	connections = 1 // for which requests have to wait
)

func newShop(ps *perfschema.Schema, file string) (*shop, error) {
	db, err := pdb.Open(ps, "sqlite", "file:"+file+"?_pragma=journal_mode(wal)&_pragma=synchronous(off)&_pragma=busy_timeout(10000)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	s := &shop{db: pdb.Watch(ps, db)}
	key := ps.RegisterMutex("shop", perfschema.Info{Name: "LOCK_stock"})
	s.stock.Init(ps, key)
	if err := s.fill(context.Background()); err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

func (s *shop) fill(ctx context.Context) error {
	for _, text := range []string{
		"CREATE TABLE IF NOT EXISTS products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, stock INTEGER NOT NULL)",
		"CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL, product INTEGER NOT NULL, amount INTEGER NOT NULL)",
	} {
		if _, err := s.db.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for id := range products {
		if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO products VALUES (?, ?, 1000000)", id, fmt.Sprintf("product %d", id)); err != nil {
			return err
		}
		for n := range 10 {
			if _, err := tx.ExecContext(ctx, "INSERT INTO orders (customer, product, amount) VALUES (?, ?, 1)", n*7%50, id); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}

func (s *shop) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /products/{id}", s.product)
	mux.HandleFunc("GET /customers/{id}/orders", s.orders)
	mux.HandleFunc("POST /orders", s.order)
	mux.HandleFunc("GET /report", s.report)
	return mux
}

func (s *shop) product(w http.ResponseWriter, r *http.Request) {
	var name string
	var stock int
	err := s.db.QueryRowContext(r.Context(), "SELECT name, stock FROM products WHERE id = ?", r.PathValue("id")).Scan(&name, &stock)
	switch {
	case err == sql.ErrNoRows:
		http.NotFound(w, r)
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		answer(w, map[string]any{"name": name, "stock": stock})
	}
}

// orders looks through all orders: there is no index on customer.
func (s *shop) orders(w http.ResponseWriter, r *http.Request) {
	rows, err := s.db.QueryContext(r.Context(), "SELECT id, product, amount FROM orders WHERE customer = ? ORDER BY id DESC LIMIT 20", r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	var out [][3]int
	for rows.Next() {
		var o [3]int
		if err := rows.Scan(&o[0], &o[1], &o[2]); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		out = append(out, o)
	}
	if err := rows.Err(); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, out)
}

func (s *shop) order(w http.ResponseWriter, r *http.Request) {
	s.stock.Lock()
	defer s.stock.Unlock()
	if err := s.sell(r.Context(), r.FormValue("customer"), r.FormValue("product")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (s *shop) sell(ctx context.Context, customer, product string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE products SET stock = stock - 1 WHERE id = ?", product); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (customer, product, amount) VALUES (?, ?, 1)", customer, product); err != nil {
		return err
	}
	return tx.Commit()
}

// report compares the orders of each product with those of all customers, while nobody
// can order: here is what the shop is slow by.
func (s *shop) report(w http.ResponseWriter, r *http.Request) {
	s.stock.Lock()
	defer s.stock.Unlock()
	var left, pairs int
	if err := s.db.QueryRowContext(r.Context(), "SELECT SUM(stock) FROM products").Scan(&left); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	const text = "SELECT COUNT(*) FROM orders a JOIN orders b ON a.amount = b.amount WHERE a.customer <> b.product AND a.id <= 500 AND b.id <= 500"
	if err := s.db.QueryRowContext(r.Context(), text).Scan(&pairs); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, map[string]int{"left": left, "pairs": pairs})
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) //nolint:errcheck // the client has gone
}
