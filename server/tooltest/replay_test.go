package tooltest

import (
	"bufio"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// A replay is what one tool asks.
type replay struct {
	tool, version, asks string
	questions           []question
}

// A question is one statement and what must come back.
type question struct {
	line    int
	text    string
	has     string
	columns string
	may     bool
	empty   string
	errno   string
	why     string
	fails   string
}

// replays reads testdata.
func replays(t *testing.T) []replay {
	t.Helper()
	files, err := filepath.Glob("testdata/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no replays: %v", err)
	}
	all := make([]replay, len(files))
	for i, file := range files {
		if all[i], err = readReplay(file); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func readReplay(file string) (replay, error) {
	var r replay
	f, err := os.Open(file)
	if err != nil {
		return r, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	var q question
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		word, rest, _ := strings.Cut(strings.TrimPrefix(line, "-- "), ": ")
		switch {
		case line == "":
		case !strings.HasPrefix(line, "-- "):
			q.line, q.text = n, strings.TrimSuffix(line, ";")
			r.questions = append(r.questions, q)
			q = question{}
		case word == "tool":
			r.tool = rest
		case word == "version":
			r.version = rest
		case word == "asks":
			if r.asks == "" {
				r.asks = rest
			}
		case word == "has":
			q.has = rest
		case word == "columns":
			q.columns = rest
		case word == "may":
			q.may = true
		case word == "empty":
			q.empty = rest
		case word == "error":
			q.errno, q.why, _ = strings.Cut(rest, " ")
		case word == "fails":
			q.fails = rest
		default:
			return r, fmt.Errorf("%s:%d: %q is no word that says what comes back", file, n, word)
		}
	}
	if r.tool == "" || r.version == "" || r.asks == "" || q != (question{}) {
		return r, fmt.Errorf("%s lacks a heading, or a statement at its end", file)
	}
	return r, lines.Err()
}

// Every question of every tool is answered.
func TestReplay(t *testing.T) {
	db := field(t)
	for _, r := range replays(t) {
		t.Run(r.tool, func(t *testing.T) {
			conn, err := db.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := shopper.ExecContext(t.Context(), "SELECT * FROM orders"); err != nil { // what tools look for
				t.Fatal(err)
			}
			for _, q := range r.questions {
				switch err := q.ask(t.Context(), conn); {
				case err != nil && q.fails == "":
					t.Errorf("line %d: %v\n%s", q.line, err, q.text)
				case err == nil && q.fails != "":
					t.Errorf("line %d is answered now: take away what says that it fails\n%s", q.line, q.text)
				}
			}
			// Another tool's session begins anew.
			conn.Raw(func(any) error { return driver.ErrBadConn })
		})
	}
}

// ask runs a question's statement and says what is otherwise than it must be.
func (q question) ask(ctx context.Context, conn *sql.Conn) error {
	columns, rows, err := result(ctx, conn, q.text)
	if failed := (*mysql.MySQLError)(nil); errors.As(err, &failed) && strconv.Itoa(int(failed.Number)) == q.errno {
		return nil
	}
	switch {
	case err != nil:
		return err
	case q.errno != "":
		return fmt.Errorf("it is answered, where error %s was expected", q.errno)
	case q.columns != "" && strings.Join(columns, ", ") != q.columns:
		return fmt.Errorf("its columns are %q", columns)
	case len(columns) == 0 || q.may:
		return nil
	case (q.empty != "") != (len(rows) == 0):
		return fmt.Errorf("it has %d rows: %.200q", len(rows), rows)
	case q.has != "" && !slices.ContainsFunc(rows, func(row []string) bool { return has(columns, row, q.has) }):
		return fmt.Errorf("no row has %s: %s: %.2000q", q.has, columns, rows)
	}
	return nil
}

// result reads the first result of a statement; NULL is written as such.
func result(ctx context.Context, conn *sql.Conn, text string) (columns []string, all [][]string, err error) {
	rows, err := conn.QueryContext(ctx, text)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	if columns, err = rows.Columns(); err != nil {
		return nil, nil, err
	}
	values := make([]sql.NullString, len(columns))
	into := make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, nil, err
		}
		row := make([]string, len(columns))
		for i, v := range values {
			if row[i] = v.String; !v.Valid {
				row[i] = "NULL"
			}
		}
		all = append(all, row)
	}
	return columns, all, rows.Err()
}

var wanted = regexp.MustCompile(`(\S+?)=(.*?)(?: (\S+?=.*))?$`)

// has says whether a row has the values that are listed.
func has(columns, row []string, list string) bool {
	for list != "" {
		m := wanted.FindStringSubmatch(list)
		at := slices.IndexFunc(columns, func(c string) bool { return m != nil && c == m[1] })
		if at < 0 {
			return false
		}
		if least, ok := strings.CutSuffix(m[2], "+"); ok {
			n, _ := strconv.ParseFloat(row[at], 64)
			from, err := strconv.ParseFloat(least, 64)
			if err != nil || n < from {
				return false
			}
		} else if row[at] != m[2] {
			return false
		}
		list = m[3]
	}
	return true
}
