// Package shop sells products by HTTP, out of a database: the program of two examples, that
// are watched in two ways. It knows neither.
package shop

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
)

// Database is what the shop needs of a [sql.DB].
type Database interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
	BeginTx(context.Context, *sql.TxOptions) (*sql.Tx, error)
}

// Shop sells products.
type Shop struct {
	DB Database
	// Stock is held while somebody orders or counts what is left, so that nobody
	// sells what is gone.
	Stock sync.Locker
}

const (
	products = 200
	// Connections are those to the database. Requests have to wait for one.
	Connections = 1
)

// DSN opens a file by SQLite.
func DSN(file string) string {
	return "file:" + file + "?_pragma=journal_mode(wal)&_pragma=synchronous(off)&_pragma=busy_timeout(10000)"
}

// Fill makes the tables and what is in them.
func (s *Shop) Fill(ctx context.Context) error {
	for _, text := range []string{
		"CREATE TABLE IF NOT EXISTS products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, stock INTEGER NOT NULL)",
		"CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL, product INTEGER NOT NULL, amount INTEGER NOT NULL)",
	} {
		if _, err := s.DB.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	tx, err := s.DB.BeginTx(ctx, nil)
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

// Routes are what the shop answers.
func (s *Shop) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /products/{id}", s.product)
	mux.HandleFunc("GET /customers/{id}/orders", s.orders)
	mux.HandleFunc("POST /orders", s.order)
	mux.HandleFunc("GET /report", s.report)
	return mux
}

func (s *Shop) product(w http.ResponseWriter, r *http.Request) {
	var name string
	var stock int
	err := s.DB.QueryRowContext(r.Context(), "SELECT name, stock FROM products WHERE id = ?", r.PathValue("id")).Scan(&name, &stock)
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
func (s *Shop) orders(w http.ResponseWriter, r *http.Request) {
	rows, err := s.DB.QueryContext(r.Context(), "SELECT id, product, amount FROM orders WHERE customer = ? ORDER BY id DESC LIMIT 20", r.PathValue("id"))
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

func (s *Shop) order(w http.ResponseWriter, r *http.Request) {
	s.Stock.Lock()
	defer s.Stock.Unlock()
	if err := s.sell(r.Context(), r.FormValue("customer"), r.FormValue("product")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (s *Shop) sell(ctx context.Context, customer, product string) error {
	tx, err := s.DB.BeginTx(ctx, nil)
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
func (s *Shop) report(w http.ResponseWriter, r *http.Request) {
	s.Stock.Lock()
	defer s.Stock.Unlock()
	var left, pairs int
	if err := s.DB.QueryRowContext(r.Context(), "SELECT SUM(stock) FROM products").Scan(&left); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	const text = "SELECT COUNT(*) FROM orders a JOIN orders b ON a.amount = b.amount WHERE a.customer <> b.product AND a.id <= 500 AND b.id <= 500"
	if err := s.DB.QueryRowContext(r.Context(), text).Scan(&pairs); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, map[string]int{"left": left, "pairs": pairs})
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) //nolint:errcheck // the client has gone
}
