package main

import (
	"context"
	"database/sql"
	"fmt"
	"math"
)

// The bounds of phases: points of a statement's time, and percent of coverage.
const (
	phaseBound    = 5
	coverageBound = 5
)

// The stages of a statement by the phase they belong to; all others are its
// execution.
var phaseOfStage = map[string]string{
	"starting": "setup", "checking permissions": "setup", "Opening tables": "setup", "init": "setup", "System lock": "setup",
	"optimizing": "setup", "statistics": "setup", "preparing": "setup",
	"end": "teardown", "query end": "teardown", "closing tables": "teardown", "freeing items": "teardown", "cleaning up": "teardown",
}

// phaseComparisons compare how much of short statements is setup, execution and
// teardown by the profiler with the stages' own times, and how much of their time
// the profiler saw with how long they took. As many clients as keep all cores busy,
// and one.
func phaseComparisons() []comparison {
	const (
		insert = "INSERT INTO truth.queue (v) VALUES ('%d and %d')"
		update = "UPDATE truth.stock SET amount = amount + 1 WHERE id = %d %% 100 AND amount <> %d"
		point  = "SELECT o_total FROM truth.orders WHERE o_key = %d + %d"
		few    = "SELECT o_total FROM truth.orders WHERE o_key BETWEEN %[1]d AND %[1]d + 100 AND o_total > %[2]d"
		join   = "SELECT c_name, SUM(o_total) FROM truth.customer JOIN truth.orders ON o_customer = c_key WHERE c_key = %d AND o_total > %d GROUP BY c_name"
	)
	of := func(name, query string, clients int) comparison {
		return comparison{name, func(ctx context.Context, s *server) ([]figure, error) { return s.phases(ctx, query, clients) }}
	}
	return []comparison{
		of("insert, 8 clients", insert, 8), of("insert, 1 client", insert, 1), of("update, 4 clients", update, 4),
		of("point select, 4 clients", point, 4), of("point select, 1 client", point, 1), of("point select, 16 clients", point, 16),
		of("range select, 1 client", few, 1), of("range select, 4 clients", few, 4), of("range select, 16 clients", few, 16),
		of("join of few, 4 clients", join, 4),
	}
}

func (s *server) phases(ctx context.Context, query string, clients int) ([]figure, error) {
	if err := s.exec("UPDATE performance_schema.setup_instruments SET ENABLED='YES', TIMED='YES' WHERE NAME LIKE 'stage/sql/%'",
		"UPDATE performance_schema.setup_consumers SET ENABLED='YES' WHERE NAME = 'events_stages_current'",
		"TRUNCATE TABLE performance_schema.events_stages_summary_global_by_event_name",
		"TRUNCATE TABLE profiling.query_profiles_summary_by_digest"); err != nil {
		return nil, err
	}
	err := s.work(ctx, clients, func(db *sql.DB, client, n int) error {
		return readAll(db, fmt.Sprintf(query, (clients*n+client)%customers, client)) // no two clients change the same row
	})
	if err != nil {
		return nil, err
	}
	stages, err := s.numbers("SELECT SUBSTRING_INDEX(EVENT_NAME, '/', -1), SUM_TIMER_WAIT / 1e9 FROM performance_schema.events_stages_summary_global_by_event_name WHERE SUM_TIMER_WAIT > 0")
	if err != nil {
		return nil, err
	}
	actual, whole := map[string]float64{}, 0.0
	for stage, ms := range stages {
		phase := phaseOfStage[stage]
		actual[phase] += ms
		whole += ms
	}
	var digest string
	var setup, teardown, seen, took, samples float64
	row := s.db.QueryRow("SELECT DIGEST, WALL_CPU + WALL_WAITING + WALL_IDLE, durationTotal, SAMPLES FROM profiling.query_profiles_summary_by_digest ORDER BY durationTotal DESC LIMIT 1")
	if err := row.Scan(&digest, &seen, &took, &samples); err != nil {
		return nil, err
	}
	row = s.db.QueryRow("SELECT COALESCE(SUM(IF(PHASE = 'setup', WALL_TIME, 0)), 0), COALESCE(SUM(IF(PHASE = 'teardown', WALL_TIME, 0)), 0) FROM profiling.query_resources_summary_by_digest WHERE DIGEST = ?", digest)
	if err := row.Scan(&setup, &teardown); err != nil {
		return nil, err
	}
	share := func(phase string, said float64) figure {
		part := actual[phase] / whole
		return figure{phase, "%", 100 * said / seen, 100 * part, phaseBound, chanceOf(part, samples)}
	}
	// How many statements run at a random moment is chance: where they come one by one as
	// for a Poisson distribution, where they come in bunches more.
	coverage := 100 / math.Sqrt(max(samples, 1))
	return []figure{share("setup", setup), share("teardown", teardown), {"time in the samples", "%", 100 * seen / took, 100, coverageBound, coverage}}, nil
}
