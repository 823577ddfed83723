package top

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/view/advice"
)

// source is where pages come from.
type source interface {
	read(ctx context.Context, p *page, before *reading) (*reading, error)
	executions(ctx context.Context, d *digestKey) (*detail, error)
	scan(ctx context.Context, d *digestKey) (advice.Scan, error)
	execution(ctx context.Context, e *execution) (*detail, error)
	window(ctx context.Context, start string) (*detail, error)
	compare(ctx context.Context, before, now history.Span) (*detail, error)
	kill(ctx context.Context, connection uint64, statementOnly bool) error
	activity(ctx context.Context, asked askedActivity, before *reading) (*reading, error)
}

// server reads a MySQL server by SQL. One goroutine reads at a time.
type server struct {
	db     *sql.DB
	limits limits
	// columns are those that the account sees, by table in small letters.
	columns map[string]map[string]bool
	version string
	off     bool // performance_schema
	// buckets are those of histograms that digests are known to use.
	buckets map[string]*bucketSpan
}

// newServer keeps few connections open: one that reads, and one for KILL meanwhile.
func newServer(db *sql.DB) *server {
	db.SetMaxOpenConns(2)
	db.SetMaxIdleConns(1)
	return &server{db: db, limits: limits{maxRows, maxAnswer}}
}

// maxVersion is how much is kept of a version, in bytes.
const maxVersion = 256

// connect asks which server this is and what tables it has.
func (s *server) connect(ctx context.Context) error {
	var version string
	err := s.each(ctx, "SELECT VERSION()", nil, 1, func(v []value) { version = v[0].text() })
	if err != nil {
		return err
	}
	columns := make(map[string]map[string]bool)
	err = s.each(ctx, "SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA IN ('performance_schema', 'profiling', 'history')", nil, 3, func(v []value) {
		table := v[1].text()
		table = strings.ToLower(table)
		if schema := strings.ToLower(v[0].text()); schema != "performance_schema" {
			table = schema + "." + table
		}
		if columns[table] == nil {
			columns[table] = make(map[string]bool)
		}
		columns[table][strings.ToUpper(v[2].text())] = true
	})
	if err != nil {
		return fmt.Errorf("asking which tables there are: %w", err)
	}
	off := false
	err = s.each(ctx, "SHOW GLOBAL VARIABLES LIKE 'performance_schema'", nil, 2, func(v []value) { off = v[1].text() != "ON" })
	if err != nil {
		return fmt.Errorf("asking whether performance_schema is on: %w", err)
	}
	s.version, s.columns, s.off = version[:min(len(version), maxVersion)], columns, off
	return nil
}

func (s *server) has(table string) bool { return len(s.columns[strings.ToLower(table)]) > 0 }

func (s *server) hasColumn(table, column string) bool {
	return s.columns[strings.ToLower(table)][strings.ToUpper(column)]
}

// begin begins a reading. It returns the one before, or nil where that is of another server.
func (s *server) begin(ctx context.Context, before *reading) (r, since *reading, err error) {
	if s.columns == nil {
		if err := s.connect(ctx); err != nil {
			return nil, nil, err
		}
	}
	r = &reading{}
	if err := s.readStatus(ctx, r); err != nil {
		return nil, nil, err
	}
	if before != nil && r.status.uptime < before.status.uptime {
		// It is another server, or the same one anew: nothing may be subtracted.
		if err := s.connect(ctx); err != nil {
			return nil, nil, err
		}
		before, r.status.version, r.status.performanceSchemaOff = nil, s.version, s.off
		r.restarted = true
	}
	r.at = time.Now()
	return r, before, nil
}

// read takes a reading of a page.
func (s *server) read(ctx context.Context, p *page, before *reading) (*reading, error) {
	r, before, err := s.begin(ctx, before)
	if err != nil {
		return nil, err
	}
	switch {
	case p == &sessionsPage:
		err = s.readSessions(ctx, r)
	case s.off:
		r.notes = []string{"performance_schema is OFF on this server: it counts nothing of this. Sessions are shown."}
	case !s.has(p.table):
		r.notes = []string{"This server has no " + p.qualified() + ", or this account may not read it."}
	case p == &instrumentsPage:
		err = s.readInstruments(ctx, before, r)
	case p == &historyPage:
		err = s.readHistory(ctx, before, r)
	default:
		err = s.readSums(ctx, p, before, r)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (s *server) readStatus(ctx context.Context, r *reading) error {
	r.status = status{version: s.version, performanceSchemaOff: s.off}
	return s.each(ctx, "SHOW GLOBAL STATUS WHERE Variable_name IN ('Uptime', 'Threads_connected', 'Threads_running', 'Questions')", nil, 2, func(v []value) {
		n := v[1].number()
		if n < 0 { // as of no server
			n = math.NaN()
		}
		switch strings.ToLower(v[0].text()) {
		case "uptime":
			r.status.uptime = seconds(n)
		case "threads_connected":
			r.status.connected = n
		case "threads_running":
			r.status.running = n
		case "questions":
			r.status.questions = n
		}
	})
}

// seconds is a time of so many seconds, at most a century; 0 of what is not known.
func seconds(n float64) time.Duration {
	const century = 100 * 365 * 24 * 3600
	if !(n > 0) {
		return 0
	}
	return time.Duration(min(n, century) * float64(time.Second))
}

// slack is by how much longer than since the last reading digests are asked for: the
// clocks and LAST_SEEN of some servers have whole seconds.
const slack = 5 * time.Second

// readSums reads the sums of a page.
func (s *server) readSums(ctx context.Context, p *page, before *reading, r *reading) error {
	if before == nil {
		if err := s.readNotes(ctx, p, r); err != nil {
			return err
		}
	} else {
		r.notes = before.notes
	}
	r.counted = make(map[string]*counted)
	where := p.where
	var args []any
	if p == &statementsPage && before != nil {
		// Digests that have not been seen since have what they had.
		where = "LAST_SEEN >= NOW(6) - INTERVAL ? SECOND"
		args = []any{int64((time.Since(before.at) + slack).Seconds()) + 1}
		for key, c := range before.counted {
			r.counted[key] = c
		}
	}
	columns := append([]string(nil), p.labels...)
	for _, c := range p.counts {
		switch {
		case !s.hasColumn(p.table, c):
			c = "NULL"
		case p.group:
			c = "SUM(" + c + ")"
		}
		columns = append(columns, c)
	}
	query := "SELECT " + strings.Join(columns, ", ") + " FROM " + p.qualified()
	if where != "" {
		query += " WHERE " + where
	}
	if p.group {
		query += " GROUP BY " + strings.Join(p.labels, ", ")
	}
	fresh := make(map[string]bool)
	err := s.each(ctx, query, args, len(columns), func(v []value) {
		c := &counted{labels: make([]string, len(p.labels)), counts: make([]float64, len(p.counts))}
		for i := range c.labels {
			c.labels[i] = v[i].text()
		}
		for i := range c.counts {
			c.counts[i] = v[len(p.labels)+i].number()
		}
		parts := c.labels
		if p == &statementsPage {
			c.digest = &digestKey{schema: nullable(v[0]), digest: nullable(v[1]), text: c.labels[2]}
			parts = []string{fmt.Sprint(v[0] == nil, v[1] == nil), c.labels[0], c.labels[1]}
			if v[1] == nil {
				c.labels[2] = "all statements whose digests found no room"
			}
		}
		key := strings.Join(parts, "\x00")
		if fresh[key] { // two instances of one file
			for i, n := range c.counts {
				r.counted[key].counts[i] += n
			}
			return
		}
		fresh[key] = true
		r.counted[key] = c
	})
	switch {
	case err != nil:
	case p == &statementsPage:
		err = s.readHistograms(ctx, before, r)
	case p == &memoryPage:
		err = s.readResident(ctx, r)
	}
	return err
}

// qualified is the table with its schema.
func (p *page) qualified() string {
	if strings.Contains(p.table, ".") {
		return p.table
	}
	return "performance_schema." + p.table
}

func nullable(v value) *string {
	if v == nil {
		return nil
	}
	s := string(v)
	return &s
}

// readNotes says what the server does not count.
func (s *server) readNotes(ctx context.Context, p *page, r *reading) error {
	if p.consumer != "" && s.has("setup_consumers") {
		err := s.each(ctx, "SELECT NAME FROM performance_schema.setup_consumers WHERE NAME IN (?, 'global_instrumentation') AND ENABLED = 'NO'", []any{p.consumer}, 1, func(v []value) {
			r.notes = append(r.notes, "Nothing is counted: consumer "+v[0].text()+" is off (setup_consumers).")
		})
		if err != nil {
			return ignoreDenied(err)
		}
	}
	if p == &statementsPage && !s.has("events_statements_histogram_by_digest") {
		r.notes = append(r.notes, "p95 is not to be had: this server has no events_statements_histogram_by_digest.")
	}
	if p.instruments != "" && s.has("setup_instruments") {
		err := s.each(ctx, "SELECT COUNT(*), SUM(ENABLED = 'YES') FROM performance_schema.setup_instruments WHERE NAME LIKE ?", []any{p.instruments}, 2, func(v []value) {
			if all, on := v[0].number(), v[1].number(); on < all {
				r.notes = append(r.notes, fmt.Sprintf("%s of %s instruments %s are enabled (setup_instruments); the others count nothing.", showCount(on), showCount(all), p.instruments))
			}
		})
		if err != nil {
			return ignoreDenied(err)
		}
	}
	return nil
}

// ignoreDenied passes over that an account may not read a table which only explains.
func ignoreDenied(err error) error {
	var e *mysql.MySQLError
	if errors.As(err, &e) && (e.Number == 1142 || e.Number == 1044 || e.Number == 1143) {
		return nil
	}
	return err
}

// kill ends the statement of a connection, or the connection.
func (s *server) kill(ctx context.Context, connection uint64, statementOnly bool) error {
	what := "KILL CONNECTION "
	if statementOnly {
		what = "KILL QUERY "
	}
	_, err := s.db.ExecContext(ctx, what+strconv.FormatUint(connection, 10))
	return err
}
