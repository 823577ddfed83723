package main

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// serving starts a server, prepares it, and stops it when what is done with it has
// come to its end. The server must live until then, log nothing that it must not,
// work, hold no more than before, and have sums that agree.
func (t *trial) serving(dir string, prepare func(*sql.DB) error, do func(*process) error) error {
	p, err := t.start(dir)
	if err != nil {
		return err
	}
	return p.serve(prepare, do)
}

// serve is serving with a server that has been started.
func (p *process) serve(prepare func(*sql.DB) error, do func(*process) error) error {
	err := p.with(func(db *sql.DB) error {
		if err := prepare(db); err != nil {
			return err
		}
		rest, err := p.rest(db)
		if err != nil {
			return err
		}
		if err := do(p); err != nil {
			return err
		}
		return errors.Join(noPanics(db), worksOn(db), p.atRest(db, &rest))
	})
	if err != nil {
		p.kill()
		return fmt.Errorf("%w; the server's log:%s", err, indented(excerpt(p.log.String())))
	}
	return p.stop()
}

// nothing is to be prepared.
func nothing(*sql.DB) error { return nil }

// diagnose adds to an error of a connection that the server is gone, if it is.
func (t *trial) diagnose(p *process, err error) error {
	if gone := p.gone(err); gone != nil {
		return gone
	}
	return err
}

// gone is an error of a connection, and how the server ended; nil if it lives.
func (p *process) gone(err error) error {
	select {
	case <-p.ended:
		return errors.Join(fmt.Errorf("the server is gone: %w", err), p.err)
	default:
		return nil
	}
}

// excerpt is what matters of a log: the first panic that was caught, and the end.
func excerpt(log string) (text string) {
	const most = 10000
	if at := strings.Index(log, "panic in connection"); at >= 0 {
		text = log[at:min(len(log), at+most)] + "\n[...]\n"
	}
	return text + log[max(0, len(log)-most):]
}

// noPanics says whether a statement has panicked, even if the server caught it.
func noPanics(db *sql.DB) error {
	var name, count string
	if err := db.QueryRow("SHOW GLOBAL STATUS LIKE 'Panics_caught'").Scan(&name, &count); err != nil {
		return fmt.Errorf("counting panics: %w", err)
	}
	if count != "0" {
		return fmt.Errorf("%s panics were caught", count)
	}
	return nil
}

// sums are tables whose rows by account, user and host come to those of the
// table by event, with the columns that are compared.
var sums = []struct{ family, columns string }{
	{"events_statements_summary", "COUNT_STAR, SUM_TIMER_WAIT, SUM_ERRORS, SUM_ROWS_SENT, SUM_ROWS_EXAMINED, SUM_ROWS_AFFECTED"},
	{"events_transactions_summary", "COUNT_STAR, COUNT_READ_WRITE, COUNT_READ_ONLY"},
	{"events_stages_summary", "COUNT_STAR"},
}

// sumsAgree compares sums with their parts, in one statement each, so that
// nothing happens in between.
func sumsAgree(conn *sql.Conn) (wrong error) {
	for _, s := range sums {
		for column := range strings.SplitSeq(s.columns, ", ") {
			for _, by := range []string{"account", "user", "host"} {
				query := fmt.Sprintf(`SELECT g.EVENT_NAME, g.%[2]s, COALESCE(p.part, 0) FROM performance_schema.%[1]s_global_by_event_name g
					LEFT JOIN (SELECT EVENT_NAME, SUM(%[2]s) part FROM performance_schema.%[1]s_by_%[3]s_by_event_name GROUP BY EVENT_NAME) p
					ON p.EVENT_NAME = g.EVENT_NAME WHERE g.%[2]s <> COALESCE(p.part, 0)`, s.family, column, by)
				err := each(conn, query, func(rows *sql.Rows) error {
					var name, global, part string
					if err := rows.Scan(&name, &global, &part); err != nil {
						return err
					}
					wrong = errors.Join(wrong, fmt.Errorf("%s of %s: %s in all, %s by %s", column, name, global, part, by))
					return nil
				})
				if err != nil {
					return fmt.Errorf("%s: %w", query, err)
				}
			}
		}
	}
	return wrong
}
