package report

import (
	"context"
	"database/sql"
	"strings"

	"github.com/perfschema/perfschema/server/export"
)

// readStore reads which profiles the server has no more, and which it never had.
func (a *Analyzer) readStore(ctx context.Context, db *sql.DB) error {
	rows, err := export.QueryWith(ctx, db, "SELECT QUERY_PROFILES_EVICTED, SLOW_QUERY_PROFILES_EVICTED, QUERY_PROFILES_LOST, SLOW_QUERY_TIME, ", "QUERY_PROFILES_LEFT_OUT", " FROM profiling.profiler_status")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var leftOut sql.NullInt64
		if err := rows.Scan(&a.store.evicted, &a.store.slowEvicted, &a.store.lost, &a.store.slowTime, &leftOut); err != nil {
			return err
		}
		a.store.leftOut = leftOut.Int64
	}
	return rows.Err()
}

// ofDatabase is a condition on the default database of queries; "" is any.
func ofDatabase(database string) (where string, values []any) {
	if database == "" {
		return "", nil
	}
	return " WHERE SCHEMA_NAME = ?", []any{database}
}

// readTotals reads what the queries of each digest add up to.
func (a *Analyzer) readTotals(database string) func(context.Context, *sql.DB) error {
	return func(ctx context.Context, db *sql.DB) error {
		names := []string{"SCHEMA_NAME", "DIGEST", "COUNT_STAR", "COUNT_SAMPLED", "durationTotal", "WALL_CPU", "WALL_WAITING", "WALL_IDLE", "CORES_USED", "CPU_QUEUED",
			"SLOWEST_QUERY_ID", "MAX_DURATION", "SLOWEST_SEEN", "FIRST_SEEN", "LAST_SEEN"}
		for _, m := range append(append([]measure(nil), resources...), operators...) {
			names = append(names, m.column)
		}
		where, values := ofDatabase(database)
		rows, err := db.QueryContext(ctx, "SELECT "+strings.Join(names, ", ")+" FROM profiling.query_profiles_summary_by_digest"+where, values...)
		if err != nil {
			return err
		}
		defer rows.Close()
		w := newWorkload()
		for rows.Next() {
			var d digestTotals
			var schema, digest sql.NullString
			var slowest sql.NullInt64
			var longest, cores, queued sql.NullFloat64
			var slowestSeen, first, last sql.NullTime
			times := make([]sql.NullFloat64, len(resources)+len(operators))
			into := []any{&schema, &digest, &d.queries, &d.sampled, &d.duration, &d.wall.cpu, &d.wall.waiting, &d.wall.idle, &cores, &queued,
				&slowest, &longest, &slowestSeen, &first, &last}
			for i := range times {
				into = append(into, &times[i])
			}
			if err := rows.Scan(into...); err != nil {
				return err
			}
			d.schema, d.digest, d.slowest, d.longest = schema.String, digest.String, slowest.Int64, longest.Float64
			d.slowestSeen, d.firstSeen, d.lastSeen = slowestSeen.Time, first.Time, last.Time
			d.wall.cores, d.wall.queued = cores.Float64*d.wall.all()+queued.Float64, queued.Float64
			for i, t := range times {
				if i < len(resources) {
					d.resources[i] = knownMS{t.Float64, t.Valid}
				} else {
					d.operators[i-len(resources)] = knownMS{t.Float64, t.Valid}
				}
			}
			w.add(&d)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		if w.queries > 0 {
			a.workload = w
		}
		return nil
	}
}

// readWall reads how the time of queries passed, and in which operators.
func (a *Analyzer) readWall(database string) func(context.Context, *sql.DB) error {
	return func(ctx context.Context, db *sql.DB) error {
		if a.workload == nil {
			return nil
		}
		where, values := ofDatabase(database)
		rows, err := db.QueryContext(ctx, "SELECT OPERATOR_COUNTS_AS, RESOURCE_COUNTS_AS, TIME, WALL_TIME FROM profiling.query_resources_summary_by_digest"+where, values...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var operator sql.NullString
			var resource string
			var core, wall float64
			if err := rows.Scan(&operator, &resource, &core, &wall); err != nil {
				return err
			}
			a.workload.byResource[resource] += wall
			a.workload.cells[[2]string{operator.String, resource}] += core
		}
		return rows.Err()
	}
}

// readSlowest reads the slowest query of each of the digests that took most time.
func (a *Analyzer) readSlowest(ctx context.Context, db *sql.DB) error {
	a.slow = map[int64]*slowQuery{}
	if a.workload == nil {
		return nil
	}
	for _, t := range a.workload.groups.top(topGroups) {
		if t.slowest == 0 {
			continue
		}
		q, err := readSlow(ctx, db, t)
		if err != nil {
			return err
		}
		if q != nil {
			a.slow[t.slowest] = q
		}
	}
	return nil
}

func readSlow(ctx context.Context, db *sql.DB, t *groupTotal) (*slowQuery, error) {
	q := &slowQuery{id: t.slowest, duration: float64(t.longest) / 1000}
	var text sql.NullString
	var begun sql.NullTime
	var cpu, waiting, idle, cores, queued sql.NullFloat64
	row := db.QueryRowContext(ctx, "SELECT SQL_TEXT, createdTime, perServerCores, WALL_CPU, WALL_WAITING, WALL_IDLE, CORES_USED, CPU_QUEUED FROM profiling.query_profiles WHERE queryId = ?", q.id)
	switch err := row.Scan(&text, &begun, &q.cores, &cpu, &waiting, &idle, &cores, &queued); {
	case err == sql.ErrNoRows:
		return nil, nil
	case err != nil:
		return nil, err
	}
	q.text, q.begun, q.seen, q.missed = text.String, begun.Time, cores.Valid, !cpu.Valid
	q.wall = wall{cpu: cpu.Float64, waiting: waiting.Float64, idle: idle.Float64}
	q.wall.cores, q.wall.queued = cores.Float64*q.wall.all()+queued.Float64, queued.Float64
	rows, err := db.QueryContext(ctx, "SELECT NODE_ID, PARENT_ID, OPERATOR, OBJECT_NAME, LOOPS, ROWS_OUT, MEMORY_HIGH, WALL_TIME FROM profiling.query_operators WHERE QUERY_ID = ? AND NODE_ID IS NOT NULL ORDER BY NODE_ID", q.id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var n planNode
		var parent, loops, out, memory sql.NullInt64
		var name, object sql.NullString
		var took sql.NullFloat64
		if err := rows.Scan(&n.id, &parent, &name, &object, &loops, &out, &memory, &took); err != nil {
			return nil, err
		}
		n.parent, n.name, n.object = parent.Int64, name.String, object.String
		n.loops, n.rows, n.mem = knownCount{loops.Int64, loops.Valid}, knownCount{out.Int64, out.Valid}, knownCount{memory.Int64, memory.Valid}
		n.time = knownMS{took.Float64, took.Valid}
		q.nodes = append(q.nodes, n)
	}
	return q, rows.Err()
}
