// Package sqltest runs SQL scripts against a server over the MySQL protocol
// and compares what a client sees with golden files that a DBA can read.
//
// A script is a file of statements, each ended by a semicolon at the end of a
// line. Lines that begin with "-- " and one of these words steer the runner;
// other comments are copied to the output:
//
//	-- connection NAME [USER[:PASSWORD]]  run what follows on this connection
//	-- mask COLUMN, COLUMN ...            print # for these columns from here on
//	-- hide COLUMN                        print # for this column from here on, for NULL too
//	-- sort                               sort the rows of the next result
//	-- start                              do not wait for the next statement
//	-- finish NAME                        wait for the one started on a connection and print its result
//	-- told                               print of what gives no rows how many it changed, and the id
//	-- until VALUE                        run the next statement again until its one value is this
package sqltest

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

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
	start   bool
	told    bool
	until   string
	hidden  string
	started map[string]<-chan result
	out     strings.Builder
}

// result is what a statement printed.
type result struct {
	text string
	err  error
}

// Run executes a script and returns the transcript.
func Run(ctx context.Context, script string, dial Dial) (string, error) {
	r := &runner{dial: dial, conns: map[string]*sql.Conn{}, mask: map[string]bool{}, started: map[string]<-chan result{}}
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
	case "hide":
		r.hidden = strings.ToUpper(strings.TrimSpace(rest))
	case "sort":
		r.sort = true
	case "start":
		r.start = true
	case "told":
		r.told = true
	case "until":
		r.until = rest
	case "finish":
		fmt.Fprintf(&r.out, "\n%s\n", line)
		return r.finish(rest)
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
	q := query{conn: r.conns[r.current], text: text, mask: maps.Clone(r.mask), hidden: r.hidden, sort: r.sort, told: r.told}
	start, until := r.start, r.until
	r.sort, r.start, r.until = false, false, ""
	switch {
	case start:
		done := make(chan result, 1)
		r.started[r.current] = done
		go func() { done <- q.run(ctx) }()
		r.out.WriteString("(started)\n")
		return nil
	case until != "":
		return r.await(ctx, q, until)
	}
	return r.print(q.run(ctx))
}

// awaitTimeout is how long await waits.
const awaitTimeout = 2 * time.Minute

// await runs a query until its one value is the one wanted.
func (r *runner) await(ctx context.Context, q query, value string) error {
	ctx, cancel := context.WithTimeout(ctx, awaitTimeout)
	defer cancel()
	for {
		var got sql.NullString
		if err := q.conn.QueryRowContext(ctx, q.text).Scan(&got); err != nil {
			return fmt.Errorf("waiting for %s: %w", value, err)
		}
		if got.String == value {
			fmt.Fprintf(&r.out, "%s\n", value)
			return nil
		}
	}
}

// finish prints how a statement that was started has ended.
func (r *runner) finish(name string) error {
	done := r.started[name]
	if done == nil {
		return fmt.Errorf("no statement was started on connection %q", name)
	}
	delete(r.started, name)
	return r.print(<-done)
}

func (r *runner) print(x result) error {
	r.out.WriteString(x.text)
	return x.err
}

// query is one statement to run and how to print its result.
type query struct {
	conn   *sql.Conn
	text   string
	mask   map[string]bool
	hidden string
	sort   bool
	told   bool
}

func (q query) run(ctx context.Context) result {
	var text string
	var err error
	if word, _, _ := strings.Cut(q.text, " "); q.told && givesNoRows[strings.ToUpper(word)] {
		text, err = q.tell(ctx)
	} else {
		var rows *sql.Rows
		if rows, err = q.conn.QueryContext(ctx, q.text); err == nil {
			defer rows.Close()
			text, err = q.print(rows)
		}
	}
	var refused *mysql.MySQLError
	if errors.As(err, &refused) {
		return result{text: fmt.Sprintf("ERROR %d (%s): %s\n", refused.Number, refused.SQLState[:], refused.Message)}
	}
	return result{text, err}
}

// givesNoRows are the first words of statements that give none.
var givesNoRows = map[string]bool{
	"INSERT": true, "REPLACE": true, "UPDATE": true, "DELETE": true, "TRUNCATE": true, "LOAD": true, "DO": true,
	"SET": true, "CREATE": true, "CALL": true, "EXECUTE": true,
}

// tell runs a statement without rows and prints what the client is told of it.
func (q query) tell(ctx context.Context) (string, error) {
	done, err := q.conn.ExecContext(ctx, q.text)
	if err != nil {
		return "", err
	}
	rows, err := done.RowsAffected()
	if err != nil {
		return "", err
	}
	id, err := done.LastInsertId()
	return fmt.Sprintf("OK, %d changed, id %d\n", rows, id), err
}

// errNotNull is a NULL in a column that the client is told has none.
var errNotNull = errors.New("NULL in a column that is flagged NOT NULL")

func (q query) print(rows *sql.Rows) (string, error) {
	columns, err := rows.Columns()
	if err != nil {
		return "", err
	}
	types, err := rows.ColumnTypes()
	if err != nil {
		return "", err
	}
	var table [][]string
	values := make([]sql.NullString, len(columns))
	scan := make([]any, len(columns))
	for i := range values {
		scan[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(scan...); err != nil {
			return "", err
		}
		cells := make([]string, len(columns))
		for i, v := range values {
			switch {
			case q.hidden != "" && q.hidden == strings.ToUpper(columns[i]):
				cells[i] = "#"
			case !v.Valid:
				cells[i] = "NULL"
				if nullable, known := types[i].Nullable(); known && !nullable {
					return "", fmt.Errorf("%w: %s", errNotNull, columns[i])
				}
			case q.mask[strings.ToUpper(columns[i])]:
				cells[i] = "#"
			default:
				cells[i] = strings.ReplaceAll(v.String, "\n", `\n`)
			}
		}
		table = append(table, cells)
	}
	if err := rows.Err(); err != nil {
		return "", err
	}
	if len(columns) == 0 {
		return "OK\n", nil
	}
	if q.sort {
		slices.SortFunc(table, slices.Compare)
	}
	return format(columns, table), nil
}

// format draws a table.
func format(columns []string, rows [][]string) string {
	var out strings.Builder
	width := make([]int, len(columns))
	for _, row := range append([][]string{columns}, rows...) {
		for i, c := range row {
			width[i] = max(width[i], len(c))
		}
	}
	line := func(cells []string) {
		for i, c := range cells {
			if i > 0 {
				out.WriteString(" | ")
			}
			if i == len(cells)-1 {
				out.WriteString(c)
			} else {
				fmt.Fprintf(&out, "%-*s", width[i], c)
			}
		}
		out.WriteByte('\n')
	}
	line(columns)
	for i, w := range width {
		if i > 0 {
			out.WriteString("-+-")
		}
		out.WriteString(strings.Repeat("-", w))
	}
	out.WriteByte('\n')
	for _, row := range rows {
		line(row)
	}
	fmt.Fprintf(&out, "(%d %s)\n", len(rows), map[bool]string{true: "row", false: "rows"}[len(rows) == 1])
	return out.String()
}
