// Package sqltest runs SQL scripts against a server over the MySQL protocol
// and compares what a client sees with golden files that a DBA can read.
//
// A script is a file of statements, each ended by a semicolon at the end of a
// line. Lines that begin with "-- " and one of these words steer the runner;
// other comments are copied to the output:
//
//	-- connection NAME [USER[:PASSWORD]]  run what follows on this connection
//	-- mask COLUMN, COLUMN ...            print # for these columns from here on
//	-- sort                               sort the rows of the next result
package sqltest

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-sql-driver/mysql"
)

// Dial opens one connection as a user.
type Dial func(user, password string) (*sql.DB, error)

// runner executes one script.
type runner struct {
	dial    Dial
	conns   map[string]*sql.Conn
	current string
	mask    map[string]bool
	sort    bool
	out     strings.Builder
}

// Run executes a script and returns the transcript.
func Run(ctx context.Context, script string, dial Dial) (string, error) {
	r := &runner{dial: dial, conns: map[string]*sql.Conn{}, mask: map[string]bool{}}
	defer func() {
		for _, c := range r.conns {
			c.Close()
		}
	}()
	if err := r.connect(ctx, "root", ""); err != nil {
		return "", err
	}
	var statement strings.Builder
	lines := bufio.NewScanner(strings.NewReader(script))
	for lines.Scan() {
		line := lines.Text()
		if statement.Len() == 0 {
			if strings.TrimSpace(line) == "" {
				continue
			}
			if strings.HasPrefix(line, "--") {
				if err := r.directive(ctx, strings.TrimSpace(strings.TrimPrefix(line, "--")), line); err != nil {
					return "", err
				}
				continue
			}
		} else {
			statement.WriteByte('\n')
		}
		statement.WriteString(line)
		if strings.HasSuffix(strings.TrimSpace(line), ";") {
			text := strings.TrimSuffix(strings.TrimSpace(statement.String()), ";")
			statement.Reset()
			if err := r.execute(ctx, text); err != nil {
				return "", fmt.Errorf("%s: %w", text, err)
			}
		}
	}
	if statement.Len() > 0 {
		return "", fmt.Errorf("no semicolon ends %q", statement.String())
	}
	return r.out.String(), lines.Err()
}

func (r *runner) directive(ctx context.Context, text, line string) error {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "connection":
		name, account, _ := strings.Cut(strings.TrimSpace(rest), " ")
		fmt.Fprintf(&r.out, "\n%s\n", line)
		return r.connect(ctx, name, account)
	case "mask":
		for _, c := range strings.Split(rest, ",") {
			r.mask[strings.ToUpper(strings.TrimSpace(c))] = true
		}
	case "sort":
		r.sort = true
	default:
		fmt.Fprintf(&r.out, "\n%s\n", line)
	}
	return nil
}

func (r *runner) connect(ctx context.Context, name, account string) error {
	r.current = name
	if r.conns[name] != nil {
		return nil
	}
	if account == "" {
		account = name
	}
	user, password, _ := strings.Cut(account, ":")
	db, err := r.dial(user, password)
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connecting as %s: %w", user, err)
	}
	r.conns[name] = conn
	return nil
}

// execute runs one statement and prints it with its result. Only what the
// server refuses is part of the transcript; other errors end the run.
func (r *runner) execute(ctx context.Context, text string) error {
	fmt.Fprintf(&r.out, "\n%s;\n", text)
	rows, err := r.conns[r.current].QueryContext(ctx, text)
	if err == nil {
		defer rows.Close()
		err = r.print(rows)
	}
	var refused *mysql.MySQLError
	if errors.As(err, &refused) {
		fmt.Fprintf(&r.out, "ERROR %d (%s): %s\n", refused.Number, refused.SQLState[:], refused.Message)
		return nil
	}
	return err
}

func (r *runner) print(rows *sql.Rows) error {
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	var table [][]string
	values := make([]sql.NullString, len(columns))
	scan := make([]any, len(columns))
	for i := range values {
		scan[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(scan...); err != nil {
			return err
		}
		cells := make([]string, len(columns))
		for i, v := range values {
			switch {
			case !v.Valid:
				cells[i] = "NULL"
			case r.mask[strings.ToUpper(columns[i])]:
				cells[i] = "#"
			default:
				cells[i] = strings.ReplaceAll(v.String, "\n", `\n`)
			}
		}
		table = append(table, cells)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(columns) == 0 {
		fmt.Fprintln(&r.out, "OK")
		return nil
	}
	if r.sort {
		slices.SortFunc(table, slices.Compare)
		r.sort = false
	}
	r.table(columns, table)
	return nil
}

func (r *runner) table(columns []string, rows [][]string) {
	width := make([]int, len(columns))
	for _, row := range append([][]string{columns}, rows...) {
		for i, c := range row {
			width[i] = max(width[i], len(c))
		}
	}
	line := func(cells []string) {
		for i, c := range cells {
			if i > 0 {
				r.out.WriteString(" | ")
			}
			if i == len(cells)-1 {
				r.out.WriteString(c)
			} else {
				fmt.Fprintf(&r.out, "%-*s", width[i], c)
			}
		}
		r.out.WriteByte('\n')
	}
	line(columns)
	for i, w := range width {
		if i > 0 {
			r.out.WriteString("-+-")
		}
		r.out.WriteString(strings.Repeat("-", w))
	}
	r.out.WriteByte('\n')
	for _, row := range rows {
		line(row)
	}
	fmt.Fprintf(&r.out, "(%d %s)\n", len(rows), map[bool]string{true: "row", false: "rows"}[len(rows) == 1])
}
