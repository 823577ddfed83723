package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// costBound is how far the share of our own functions may be from the kernel's, in
// points: three standard errors of a share of 10 % by the 800 samples of a run on two
// cores.
const costBound = 3.2

// costComparison compares what profiling.overhead says of the product's own functions
// with the kernel's samples.
func costComparison() comparison {
	return comparison{"own cost, 4 clients", func(ctx context.Context, s *server) ([]figure, error) {
		const clients, query = 4, "SELECT o_total FROM truth.orders WHERE o_key = %d"
		if err := s.exec("TRUNCATE TABLE profiling.overhead"); err != nil {
			return nil, err
		}
		stacks, err := s.record(func() error {
			return s.work(ctx, clients, func(db *sql.DB, client, n int) error {
				return readAll(db, fmt.Sprintf(query, (clients*n+client)%customers))
			})
		})
		if err != nil {
			return nil, err
		}
		var said sql.NullFloat64
		if err := s.db.QueryRow("SELECT 100 * SUM(SAMPLES_OWN) / MAX(SAMPLES_ALL) FROM profiling.overhead").Scan(&said); err != nil {
			return nil, err
		}
		if !said.Valid {
			return nil, fmt.Errorf("profiling.overhead has no samples after %v", s.length)
		}
		return []figure{{"our functions", "%", said.Float64, ownShare(stacks), costBound, 0}}, nil
	}}
}

// ownShare is the percentage of stacks whose innermost function is one of ours.
func ownShare(stacks [][]string) float64 {
	own := 0
	for _, s := range stacks {
		if strings.HasPrefix(s[0], "github.com/perfschema/perfschema") {
			own++
		}
	}
	return 100 * float64(own) / float64(max(len(stacks), 1))
}
