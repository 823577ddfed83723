package demo

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
)

// mark is the comment by which the demo knows its own database.
const mark = "perfschema demo"

var shopTables = []string{
	`CREATE TABLE shop.customers (
		customer_id INT PRIMARY KEY, name VARCHAR(60) NOT NULL, country CHAR(2) NOT NULL,
		joined DATE NOT NULL, KEY country (country))`,
	`CREATE TABLE shop.products (
		product_id INT PRIMARY KEY, title VARCHAR(80) NOT NULL, category VARCHAR(20) NOT NULL,
		price DECIMAL(8,2) NOT NULL, stock INT NOT NULL)`,
	`CREATE TABLE shop.orders (
		order_id INT PRIMARY KEY AUTO_INCREMENT, customer_id INT NOT NULL, ordered DATETIME NOT NULL,
		status VARCHAR(10) NOT NULL, KEY customer (customer_id)) COMMENT = '` + mark + `'`,
	`CREATE TABLE shop.order_lines (
		order_id INT NOT NULL, line_no INT NOT NULL, product_id INT NOT NULL, quantity INT NOT NULL,
		price DECIMAL(8,2) NOT NULL, PRIMARY KEY (order_id, line_no), KEY product (product_id))`,
}

var (
	countries  = []string{"AT", "CA", "DE", "FR", "IN", "JP", "KE", "NO", "US", "ZA"}
	categories = []string{"books", "garden", "kitchen", "music", "office", "sports", "toys"}
	statuses   = []string{"new", "paid", "sent", "returned"}
	names      = []string{"Ada", "Ben", "Chloe", "Dev", "Elif", "Femi", "Gita", "Hugo", "Ines", "Jun"}
	surnames   = []string{"Adams", "Bauer", "Costa", "Diallo", "Evans", "Fischer", "Gupta", "Haddad", "Ito", "Jones"}
	adjectives = []string{"small", "large", "red", "green", "quiet", "bright", "folding", "plain"}
	things     = []string{"lamp", "kettle", "chair", "atlas", "drum", "kite", "rake", "stapler", "globe", "clock"}
)

// customersOf and productsOf size the other tables by the number of orders.
func customersOf(orders int) int { return max(orders/10, 10) }
func productsOf(orders int) int  { return min(max(orders/100, 10), 1000) }

// shopExists says whether the demo's database is there. Somebody else's of the
// same name is an error.
func shopExists(ctx context.Context, db *sql.DB) (bool, error) {
	var databases, ours int
	err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = 'shop'").Scan(&databases)
	if err != nil || databases == 0 {
		return false, err
	}
	err = db.QueryRowContext(ctx, "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'shop'"+
		" AND table_name = 'orders' AND table_comment = '"+mark+"'").Scan(&ours)
	if err != nil {
		return false, err
	}
	if ours == 0 {
		return false, ErrForeign
	}
	return true, nil
}

// fill makes the database. One that could not be filled is dropped.
func (o Options) fill(ctx context.Context, db *sql.DB) (err error) {
	if _, err := db.ExecContext(ctx, "CREATE DATABASE shop"); err != nil {
		return fmt.Errorf("making the database: %w", err)
	}
	defer func() {
		if err != nil {
			_, _ = db.ExecContext(context.WithoutCancel(ctx), "DROP DATABASE shop")
		}
	}()
	for _, s := range shopTables {
		if _, err := db.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("making a table: %w", err)
		}
	}
	bar := &progress{options: &o, what: "filling"}
	defer bar.end()
	f := &filler{
		ctx: ctx, db: db, random: rand.New(rand.NewPCG(1, 2)), orders: o.Size,
		report: func(rows int) {
			total := customersOf(o.Size) + productsOf(o.Size) + 5*o.Size
			bar.show(min(float64(rows)/float64(total), 1), fmt.Sprintf("%d rows", rows))
		},
	}
	return f.run()
}

// filler makes the same rows in every run.
type filler struct {
	ctx    context.Context
	db     *sql.DB
	random *rand.Rand
	orders int
	rows   int
	report func(rows int)
}

func (f *filler) run() error {
	err := f.insert("customers", customersOf(f.orders), func(i int, row *strings.Builder) int {
		fmt.Fprintf(row, "(%d,'%s %s','%s','20%02d-%02d-%02d')", i, pick(f.random, names), pick(f.random, surnames),
			pick(f.random, countries), 15+f.random.IntN(10), 1+f.random.IntN(12), 1+f.random.IntN(28))
		return 1
	})
	if err != nil {
		return err
	}
	err = f.insert("products", productsOf(f.orders), func(i int, row *strings.Builder) int {
		fmt.Fprintf(row, "(%d,'%s %s','%s',%d.%02d,%d)", i, pick(f.random, adjectives), pick(f.random, things),
			pick(f.random, categories), 1+f.random.IntN(200), f.random.IntN(100), 1000+f.random.IntN(9000))
		return 1
	})
	if err != nil {
		return err
	}
	err = f.insert("orders", f.orders, func(i int, row *strings.Builder) int {
		fmt.Fprintf(row, "(%d,%d,'2025-%02d-%02d %02d:%02d:00','%s')", i, 1+f.random.IntN(customersOf(f.orders)),
			1+f.random.IntN(12), 1+f.random.IntN(28), f.random.IntN(24), f.random.IntN(60), pick(f.random, statuses))
		return 1
	})
	if err != nil {
		return err
	}
	return f.insert("order_lines", f.orders, func(i int, row *strings.Builder) int {
		lines := 1 + f.random.IntN(7)
		for n := 1; n <= lines; n++ {
			if n > 1 {
				row.WriteByte(',')
			}
			fmt.Fprintf(row, "(%d,%d,%d,%d,%d.%02d)", i, n, 1+f.random.IntN(productsOf(f.orders)),
				1+f.random.IntN(5), 1+f.random.IntN(200), f.random.IntN(100))
		}
		return lines
	})
}

// insert writes the rows 1 to n in statements of a few thousand rows. row
// writes what belongs to one number and says how many rows that was.
func (f *filler) insert(table string, n int, row func(i int, into *strings.Builder) int) error {
	const perStatement = 4000
	for i := 1; i <= n; {
		var b strings.Builder
		b.WriteString("INSERT INTO shop." + table + " VALUES ")
		written := 0
		for ; i <= n && written < perStatement; i++ {
			if written > 0 {
				b.WriteByte(',')
			}
			written += row(i, &b)
		}
		if _, err := f.db.ExecContext(f.ctx, b.String()); err != nil {
			return fmt.Errorf("filling %s: %w", table, err)
		}
		f.rows += written
		f.report(f.rows)
	}
	return nil
}

func pick(r *rand.Rand, of []string) string { return of[r.IntN(len(of))] }
