package server

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/go-sql-driver/mysql"
	"github.com/sirupsen/logrus"
)

// boom is a function that panics at a row whose argument is 13.
type boom struct{ gmssql.Expression }

func (b *boom) String() string                { return "boom(" + b.Expression.String() + ")" }
func (b *boom) Children() []gmssql.Expression { return []gmssql.Expression{b.Expression} }
func (b *boom) IsNonDeterministic() bool      { return true }
func (b *boom) WithChildren(c ...gmssql.Expression) (gmssql.Expression, error) {
	return &boom{c[0]}, nil
}

func (b *boom) Eval(ctx *gmssql.Context, row gmssql.Row) (any, error) {
	v, err := b.Expression.Eval(ctx, row)
	if n, _, _ := types.Int64.Convert(ctx, v); err == nil && n == int64(13) {
		panic("row 13")
	}
	return v, err
}

// What a statement wrote before it panicked is not kept, whether it would have
// committed by itself or in a transaction, and the next statement of the
// connection does not commit it.
func TestPanicRollsBack(t *testing.T) {
	s, err := Start(t.Context(), Config{Listen: "127.0.0.1:0", DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	level := logrus.GetLevel()
	logrus.SetLevel(logrus.FatalLevel) // the panics are meant
	t.Cleanup(func() { logrus.SetLevel(level) })
	s.database.Engine().Analyzer.Catalog.RegisterFunction(gmssql.NewEmptyContext(),
		gmssql.Function1{Name: "boom", Fn: func(e gmssql.Expression) gmssql.Expression { return &boom{e} }})
	db, err := sql.Open("mysql", "root@tcp("+s.Addr().String()+")/")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	do := func(query string, want uint16) {
		t.Helper()
		_, err := c.ExecContext(t.Context(), query)
		number := uint16(0)
		if e := new(mysql.MySQLError); errors.As(err, &e) {
			number = e.Number
		}
		if number != want || err != nil && number == 0 {
			t.Fatalf("%s: %v", query, err)
		}
	}
	count := func(want int) {
		t.Helper()
		n := -1
		if err := db.QueryRow("SELECT COUNT(*) FROM d.t").Scan(&n); err != nil || n != want {
			t.Errorf("%d rows, want %d; %v", n, want, err)
		}
	}
	do("CREATE DATABASE d", 0)
	do("CREATE TABLE d.t (i INT PRIMARY KEY)", 0)
	do("INSERT INTO d.t VALUES (1), (2), (boom(13))", 1105)
	do("SET @a = 1", 0)
	count(0)
	do("START TRANSACTION", 0)
	do("INSERT INTO d.t VALUES (1)", 0)
	do("INSERT INTO d.t VALUES (2), (boom(13))", 1105)
	do("COMMIT", 0)
	count(0)
	do("INSERT INTO d.t VALUES (1)", 0)
	count(1)
	do("UPDATE d.t SET i = boom(i + 12)", 1105)
	do("DELETE FROM d.t WHERE boom(i + 12) > 0", 1105)
	count(1)
}
