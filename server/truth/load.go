package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const (
	customers = 2000
	orders    = 20_000
	lineitems = 80_000
)

// load makes the tables: orders and what belongs to them.
func (s *server) load() error {
	r := rand.New(rand.NewPCG(7, 7))
	words := func(n int) string {
		b := make([]byte, 6*n)
		for i := range b {
			if b[i] = byte('a' + r.IntN(26)); i%6 == 5 {
				b[i] = ' '
			}
		}
		return string(b)
	}
	of := func(v ...string) string { return v[r.IntN(len(v))] }
	if err := s.exec("CREATE DATABASE truth", "USE truth",
		"CREATE TABLE customer (c_key INT PRIMARY KEY, c_name VARCHAR(30), c_nation INT, c_segment VARCHAR(10))",
		"CREATE TABLE orders (o_key INT PRIMARY KEY, o_customer INT, o_status CHAR(1), o_total DOUBLE, o_comment VARCHAR(60), KEY (o_customer))",
		"CREATE TABLE lineitem (l_order INT, l_line INT, l_part INT, l_quantity INT, l_price DOUBLE, l_flag CHAR(1), l_mode VARCHAR(10), l_comment VARCHAR(50), PRIMARY KEY (l_order, l_line))",
		"CREATE TABLE queue (id BIGINT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(40))",
		"CREATE TABLE stock (id INT PRIMARY KEY, amount INT)"); err != nil {
		return err
	}
	for _, t := range []struct {
		name string
		rows int
		row  func(i int) string
	}{
		{"customer", customers, func(i int) string {
			return fmt.Sprintf("(%d,'Customer %d',%d,'%s')", i, i, r.IntN(25), of("AUTO", "BUILDING", "HOUSE", "MACHINES"))
		}},
		{"orders", orders, func(i int) string {
			return fmt.Sprintf("(%d,%d,'%s',%.2f,'%s')", i, r.IntN(customers), of("A", "N", "R"), r.Float64()*400000, words(5))
		}},
		{"lineitem", lineitems, func(i int) string {
			return fmt.Sprintf("(%d,%d,%d,%d,%.2f,'%s','%s','%s')", i/4, i%4, r.IntN(3000), 1+r.IntN(50), r.Float64()*1e5, of("A", "N", "R"), of("AIR", "MAIL", "RAIL", "SHIP"), words(4))
		}},
		{"stock", 100, func(i int) string { return fmt.Sprintf("(%d,1000)", i) }},
	} {
		const batch = 4000
		for from := 0; from < t.rows; from += batch {
			var b strings.Builder
			b.WriteString("INSERT INTO truth." + t.name + " VALUES ")
			for i := from; i < min(from+batch, t.rows); i++ {
				if i > from {
					b.WriteByte(',')
				}
				b.WriteString(t.row(i))
			}
			if err := s.exec(b.String()); err != nil {
				return err
			}
		}
	}
	return nil
}
