package sqltest_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server"
)

// BenchmarkPointSelect is one row by primary key over the protocol, prepared,
// on one connection. Compare the variants of one run; -cpuprofile shows where
// the difference goes.
func BenchmarkPointSelect(b *testing.B) {
	for _, v := range []struct {
		name string
		off  bool
		all  bool
	}{{"off", true, false}, {"default", false, false}, {"everything", false, true}} {
		b.Run(v.name, func(b *testing.B) {
			s, err := server.Start(context.Background(), server.Config{
				Listen: "127.0.0.1:0", DataDir: filepath.Join(b.TempDir(), "data"),
				PerformanceSchema: perfschema.Config{Off: v.off},
			})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			db, err := dial(s)("root", "")
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			db.SetMaxOpenConns(1)
			setUp(b, db, v.all)
			stmt, err := db.Prepare("SELECT c FROM bench.t WHERE id = ?")
			if err != nil {
				b.Fatal(err)
			}
			var c string
			for i := 0; b.Loop(); i++ {
				if err := stmt.QueryRow(i%1000 + 1).Scan(&c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func setUp(b *testing.B, db *sql.DB, all bool) {
	queries := []string{
		"CREATE DATABASE bench",
		"CREATE TABLE bench.t (id INT PRIMARY KEY, c CHAR(120))",
		"INSERT INTO bench.t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i, REPEAT('x', 119) FROM n",
	}
	if all {
		queries = append(queries,
			"UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES'",
			"UPDATE performance_schema.setup_consumers SET ENABLED = 'YES'")
	}
	for _, q := range queries {
		if _, err := db.Exec(q); err != nil {
			b.Fatalf("%s: %v", q, err)
		}
	}
}
