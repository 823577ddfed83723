package export

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// earlier is a server whose tables lack some columns. It answers with one row.
type earlier struct {
	lacks string
	row   []driver.Value
	asked []string
}

func (e *earlier) Connect(context.Context) (driver.Conn, error) { return e, nil }
func (e *earlier) Driver() driver.Driver                        { return nil }
func (e *earlier) Prepare(string) (driver.Stmt, error)          { return nil, errors.New("not prepared") }
func (e *earlier) Begin() (driver.Tx, error)                    { return nil, errors.New("no transaction") }
func (e *earlier) Close() error                                 { return nil }

func (e *earlier) QueryContext(_ context.Context, q string, _ []driver.NamedValue) (driver.Rows, error) {
	e.asked = append(e.asked, q)
	if e.lacks != "" && strings.Contains(q, e.lacks) {
		return nil, &mysql.MySQLError{Number: 1054, Message: "Unknown column '" + e.lacks + "' in 'field list'"}
	}
	return &oneRow{row: e.row}, nil
}

type oneRow struct{ row []driver.Value }

func (r *oneRow) Columns() []string { return make([]string, len(r.row)) }
func (r *oneRow) Close() error      { return nil }

func (r *oneRow) Next(to []driver.Value) error {
	if r.row == nil {
		return io.EOF
	}
	copy(to, r.row)
	r.row = nil
	return nil
}

// A server without the column WEIGHT gives profiles that each stand for one query.
func TestQueryOfServersWithoutWeight(t *testing.T) {
	for _, c := range []struct {
		lacks  string
		weight driver.Value
		count  int64
		asked  int
	}{{"", int64(9), 9, 1}, {"WEIGHT", nil, 1, 2}, {"", int64(-4), 1, 1}, {"", int64(1) << 60, mostWeight, 1}} {
		server := &earlier{lacks: c.lacks, row: make([]driver.Value, len(fieldNames)+2)}
		server.row[len(server.row)-1] = c.weight
		db := sql.OpenDB(server)
		s, err := Query(t.Context(), db, Filter{Database: "shop", Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		p := NewProfile()
		if err := s.Next(p); err != nil || p.Count() != c.count {
			t.Errorf("lacks %q, weight %v: %v, count %d, want %d", c.lacks, c.weight, err, p.Count(), c.count)
		}
		if err := errors.Join(s.Close(), db.Close()); err != nil {
			t.Error(err)
		}
		if len(server.asked) != c.asked || !strings.HasSuffix(server.asked[0], "WEIGHT FROM profiling.query_profiles WHERE endTime IS NOT NULL AND databaseId = ? LIMIT ?") {
			t.Errorf("asked %q", server.asked)
		}
	}
	db := sql.OpenDB(&earlier{lacks: "durationTotal"})
	defer db.Close()
	if _, err := Query(t.Context(), db, Filter{}); err == nil {
		t.Error("no error where the server lacks another column")
	}
}
