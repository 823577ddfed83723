package demo

import (
	"context"
	"database/sql"
	"fmt"
)

// executor is a connection or a transaction.
type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// exec runs a statement that returns no rows.
func (w *worker) exec(on executor, query string, args ...any) error {
	w.done.statements.Add(1)
	_, err := on.ExecContext(w.ctx, query, args...)
	if err != nil {
		w.done.errors.Add(1)
		return fmt.Errorf("%s: %w", query, err)
	}
	return nil
}

// read runs a query and fetches what it returns.
func (w *worker) read(on executor, query string, args ...any) error {
	w.done.statements.Add(1)
	rows, err := on.QueryContext(w.ctx, query, args...)
	if err != nil {
		w.done.errors.Add(1)
		return fmt.Errorf("%s: %w", query, err)
	}
	defer rows.Close()
	for rows.Next() {
	}
	if err := rows.Err(); err != nil {
		w.done.errors.Add(1)
		return fmt.Errorf("%s: %w", query, err)
	}
	return nil
}

// mustFail runs a statement that the server refuses.
func (w *worker) mustFail(query string) error {
	if err := w.exec(w.db, query); err == nil {
		return fmt.Errorf("%s: succeeded", query)
	}
	return nil
}

// every says whether it is the turn for what happens once in n, the first time
// at once.
func (w *worker) every(n int) bool { return w.turns%n == 0 }

// webTurn is a visit to the shop: looking around, and sometimes an order.
// Statements with arguments go as prepared statements, the others as text.
func (w *worker) webTurn() error {
	customer := 1 + w.random.IntN(customersOf(w.orders))
	product := 1 + w.random.IntN(productsOf(w.orders))
	if err := w.read(w.db, "SELECT name, country FROM customers WHERE customer_id = ?", customer); err != nil {
		return err
	}
	if err := w.read(w.db, fmt.Sprintf("SELECT title, price, stock FROM products WHERE product_id = %d", product)); err != nil {
		return err
	}
	err := w.read(w.db, "SELECT o.order_id, o.status, l.line_no, p.title, l.quantity FROM orders o"+
		" JOIN order_lines l ON l.order_id = o.order_id JOIN products p ON p.product_id = l.product_id"+
		" WHERE o.customer_id = ? ORDER BY o.ordered DESC, l.line_no LIMIT 20", customer)
	if err != nil || !w.every(5) {
		return err
	}
	return w.placeOrder(customer, product, w.every(20))
}

// placeOrder is a transaction of a few statements; a customer who thinks again
// has it rolled back.
func (w *worker) placeOrder(customer, product int, regret bool) error {
	tx, err := w.db.BeginTx(w.ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := w.exec(tx, "INSERT INTO orders (customer_id, ordered, status) VALUES (?, NOW(), 'new')", customer); err != nil {
		return err
	}
	if err := w.exec(tx, "INSERT INTO order_lines SELECT LAST_INSERT_ID(), 1, product_id, 1, price FROM products WHERE product_id = ?", product); err != nil {
		return err
	}
	if err := w.exec(tx, "SAVEPOINT line_done"); err != nil {
		return err
	}
	if err := w.exec(tx, "UPDATE products SET stock = stock - 1 WHERE product_id = ?", product); err != nil {
		return err
	}
	w.done.statements.Add(2) // its begin and its end
	if regret {
		return tx.Rollback()
	}
	return tx.Commit()
}

// stockTurn is the warehouse: changes, deletions and a mistake now and then.
func (w *worker) stockTurn() error {
	product := 1 + w.random.IntN(productsOf(w.orders))
	if err := w.exec(w.db, fmt.Sprintf("UPDATE products SET stock = stock + 10 WHERE product_id = %d", product)); err != nil {
		return err
	}
	if w.every(4) {
		if err := w.exec(w.db, "UPDATE orders SET status = 'sent' WHERE status = 'new' AND order_id > ? LIMIT 50", w.orders); err != nil {
			return err
		}
	}
	if w.every(7) {
		order := 1 + w.random.IntN(w.orders)
		if err := w.exec(w.db, "DELETE FROM order_lines WHERE order_id = ? AND line_no = 7", order); err != nil {
			return err
		}
	}
	if w.every(10) {
		return w.mustFail("INSERT INTO products VALUES (1, 'again', 'toys', 1.00, 1)") // duplicate key
	}
	return nil
}

// reports are the long queries: groups, sorts, scans and joins.
var reports = []string{
	"SELECT country, COUNT(*) AS customers FROM customers GROUP BY country ORDER BY customers DESC",
	"SELECT c.country, COUNT(*) AS orders FROM orders o JOIN customers c ON c.customer_id = o.customer_id" +
		" WHERE o.status = 'returned' GROUP BY c.country ORDER BY orders DESC",
	"SELECT p.category, SUM(l.quantity * l.price) AS revenue FROM order_lines l JOIN products p ON p.product_id = l.product_id" +
		" WHERE l.order_id < 5000 GROUP BY p.category ORDER BY revenue DESC",
	"SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id HAVING n > 15 ORDER BY n DESC, customer_id LIMIT 20",
	"SELECT DISTINCT status FROM orders",
	"SELECT title, price FROM products WHERE title LIKE '%lamp%' ORDER BY price DESC",
	"SELECT MONTH(ordered) AS month, COUNT(*) FROM orders WHERE ordered >= '2025-06-01' GROUP BY month ORDER BY month",
}

// reportTurn is the back office, which may read but not write.
func (w *worker) reportTurn() error {
	if err := w.read(w.db, reports[w.turns%len(reports)]); err != nil {
		return err
	}
	if w.every(11) {
		return w.mustFail("UPDATE products SET price = 0") // may not write
	}
	if w.every(13) {
		return w.mustFail("SELECT * FROM invoices") // no such table
	}
	return nil
}
