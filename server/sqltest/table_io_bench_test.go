package sqltest_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/perfschema/perfschema/server"
)

// BenchmarkTableIO is what table I/O costs: the CPU time of the process for a
// row by primary key, and for reading a million rows, with the instrument on
// and off by turns: the median of each, and of their ratio within a turn with its
// least and most.
func BenchmarkTableIO(b *testing.B) {
	s, err := server.Start(context.Background(), server.Config{Listen: "127.0.0.1:0", DataDir: filepath.Join(b.TempDir(), "data")})
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
	setUp(b, db, false)
	for _, q := range []string{
		"CREATE TABLE bench.digit (d INT PRIMARY KEY)",
		"INSERT INTO bench.digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
		"CREATE TABLE bench.million (id INT PRIMARY KEY, n INT)",
		`INSERT INTO bench.million SELECT a.d*100000 + b.d*10000 + c.d*1000 + d.d*100 + e.d*10 + f.d, a.d
			FROM bench.digit a, bench.digit b, bench.digit c, bench.digit d, bench.digit e, bench.digit f`,
	} {
		if _, err := db.Exec(q); err != nil {
			b.Fatalf("%s: %v", q, err)
		}
	}
	for _, v := range []struct {
		name, query string
		times       int
	}{
		{"point", "SELECT c FROM bench.t WHERE id = 17", 1000},
		{"scan", "SELECT SUM(n) FROM bench.million", 1},
		{"fused", "SELECT COUNT(n) FROM bench.million", 1},
	} {
		b.Run(v.name, func(b *testing.B) {
			stmt, err := db.Prepare(v.query)
			if err != nil {
				b.Fatal(err)
			}
			defer stmt.Close()
			run := func(on string) float64 {
				if _, err := db.Exec("UPDATE performance_schema.setup_instruments SET ENABLED = '" + on + "' WHERE NAME = 'wait/io/table/sql/handler'"); err != nil {
					b.Fatal(err)
				}
				before := cpuTime()
				for range v.times {
					var answer sql.RawBytes
					rows, err := stmt.Query()
					if err != nil {
						b.Fatal(err)
					}
					for rows.Next() {
						if err := rows.Scan(&answer); err != nil {
							b.Fatal(err)
						}
					}
					rows.Close()
				}
				return float64(cpuTime()-before) / float64(v.times)
			}
			run("YES") // warm
			var on, off, ratio []float64
			for i := range b.N {
				off, on = append(off, run("NO")), append(on, run("YES"))
				ratio = append(ratio, on[i]/off[i])
			}
			median := func(all []float64) float64 { return slices.Sorted(slices.Values(all))[len(all)/2] }
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(median(off), "off-cpu-ns")
			b.ReportMetric(median(on), "on-cpu-ns")
			b.ReportMetric(median(ratio), "on/off")
			b.ReportMetric(slices.Min(ratio), "least-on/off")
			b.ReportMetric(slices.Max(ratio), "most-on/off")
		})
	}
}

// cpuTime is what the process has used so far, in nanoseconds.
func cpuTime() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
