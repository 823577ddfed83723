package main

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"strings"
)

// queueBound is by how many percent the CPU time of queries, without their waits for
// a core, may differ from the CPU time that the server used.
const queueBound = 10

// queueComparisons are of crowds that keep all cores busy.
func queueComparisons() []comparison { return []comparison{queueComparison(), busyComparison()} }

// busyComparison checks that queries which do nothing but run are told to run, or to wait for
// a core, all their time. Each runs on one goroutine, allocates nothing and shares no lock:
// scans of one table wait for each other, at the storage's cache and at the start of a garbage
// collection, behind a goroutine that itself waits for a core. Go's execution trace of the
// scans of queueComparison has up to a fifth of their time in such waits.
func busyComparison() comparison {
	const query = "SELECT COUNT(BENCHMARK(10000000, 1))"
	return comparison{"running alone, crowd", func(ctx context.Context, s *server) ([]figure, error) {
		if err := s.exec("TRUNCATE TABLE profiling.query_profiles_summary_by_digest"); err != nil {
			return nil, err
		}
		if err := s.work(ctx, s.crowd, func(db *sql.DB, _, _ int) error { return readAll(db, query) }); err != nil {
			return nil, err
		}
		var busy float64
		if err := s.db.QueryRow("SELECT 100 * WALL_CPU / (WALL_CPU + WALL_WAITING + WALL_IDLE) FROM profiling.query_profiles_summary_by_digest ORDER BY durationTotal DESC LIMIT 1").Scan(&busy); err != nil {
			return nil, err
		}
		return []figure{{"WALL_CPU, all are busy", "% of time", busy, 100, queueBound, 0}}, nil
	}}
}

// queueComparison compares the CPU time charged to many busy queries with what the
// server used for connections: by the kernel's samples it is not all, since others
// collect garbage.
func queueComparison() comparison {
	const query = "SELECT COUNT(*) FROM truth.lineitem WHERE l_comment LIKE '%abc%' OR l_price < 5"
	return comparison{"waiting for a core, crowd", func(ctx context.Context, s *server) ([]figure, error) {
		if err := s.exec("TRUNCATE TABLE profiling.query_profiles_summary_by_digest"); err != nil {
			return nil, err
		}
		before, err := s.cpu()
		if err != nil {
			return nil, err
		}
		stacks, err := s.record(func() error {
			return s.work(ctx, s.crowd, func(db *sql.DB, _, _ int) error { return readAll(db, query) })
		})
		if err != nil {
			return nil, err
		}
		after, err := s.cpu()
		if err != nil {
			return nil, err
		}
		var charged, queued, had float64
		if err := s.db.QueryRow("SELECT (profCpu + COALESCE(profSetup, 0) + COALESCE(profTeardown, 0)) / 1000, CPU_QUEUED / 1000, "+
			"CORES_USED * (WALL_CPU + WALL_WAITING + WALL_IDLE) / 1000 FROM profiling.query_profiles_summary_by_digest ORDER BY durationTotal DESC LIMIT 1").Scan(&charged, &queued, &had); err != nil {
			return nil, err
		}
		used := (after - before) * ofConnections(stacks)
		return []figure{
			{"CPU time, as charged", "s", charged, used, math.NaN(), 0},
			{"CPU time, not queued", "% of it", 100 * (charged - queued) / used, 100, queueBound, 0},
			{"CPU time, by CORES_USED", "% of it", 100 * had / used, 100, queueBound, 0},
		}, nil
	}}
}

// ofConnections is the part of the stacks, from 0 to 1, that are of goroutines which work for connections.
func ofConnections(stacks [][]string) float64 {
	n := 0
	for _, s := range stacks {
		if slices.ContainsFunc(s, func(f string) bool {
			return strings.Contains(f, "handleNextCommand") || strings.Contains(f, "errgroup") || strings.Contains(f, "/gms.")
		}) {
			n++
		}
	}
	return float64(n) / float64(max(len(stacks), 1))
}
