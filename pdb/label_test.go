package pdb_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/pdb"
)

// slow is a driver that takes its time, and looks at the labels of its goroutine.
type slow struct{ seen []string }

func (s *slow) Connect(context.Context) (driver.Conn, error) { return s, nil }
func (s *slow) Driver() driver.Driver                        { return nil }
func (s *slow) Prepare(string) (driver.Stmt, error)          { return nil, driver.ErrSkip }
func (s *slow) Begin() (driver.Tx, error)                    { return nil, driver.ErrSkip }
func (s *slow) Close() error                                 { return nil }
func (s *slow) Columns() []string                            { return []string{"a"} }
func (s *slow) work()                                        { s.seen = append(s.seen, labels()); time.Sleep(11 * time.Millisecond) }
func (s *slow) Next([]driver.Value) error                    { s.work(); return io.EOF }
func (s *slow) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	s.work()
	return s, nil
}

func (s *slow) ExecContext(context.Context, string, []driver.NamedValue) (driver.Result, error) {
	s.work()
	return driver.RowsAffected(1), nil
}

// labels are those of the goroutine that calls it: those that database/sql starts for the
// program have the program's.
func labels() string {
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
		return err.Error()
	}
	for record := range strings.SplitSeq(profile.String(), "\n\n") {
		if !strings.Contains(record, "pdb_test.labels") {
			continue
		}
		for line := range strings.Lines(record) {
			if strings.HasPrefix(line, "# labels: ") {
				return strings.TrimSpace(line)
			}
		}
	}
	return ""
}

// TestLongQueriesAreLabelled has the driver run under the labels of a long query, and the
// program under its own.
func TestLongQueriesAreLabelled(t *testing.T) {
	s := &slow{}
	db := sql.OpenDB(pdb.NewConnector(newSchema(t), "shop", s))
	defer db.Close()
	pprof.Do(t.Context(), pprof.Labels("job", "nightly"), func(ctx context.Context) {
		for range 2 {
			rows, err := db.QueryContext(ctx, "SELECT a FROM t WHERE b = 'secret'")
			if err != nil {
				t.Fatal(err)
			}
			if got := labels(); strings.Contains(got, "digest") {
				t.Errorf("between the rows the program has %s", got)
			}
			for rows.Next() {
			}
			if err := rows.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := db.ExecContext(ctx, "DELETE FROM t"); err != nil {
				t.Fatal(err)
			}
			if got := labels(); strings.Contains(got, "digest") || !strings.Contains(got, "nightly") {
				t.Errorf("behind a statement the program has %s", got)
			}
		}
	})
	if len(s.seen) != 6 {
		t.Fatalf("%d calls", len(s.seen))
	}
	for i, got := range s.seen {
		statement := []string{"SELECT `a` FROM `t` WHERE `b` = ?", "SELECT `a` FROM `t` WHERE `b` = ?", "DELETE FROM `t`"}[i%3]
		if has := strings.Contains(got, `"digest":"`) && strings.Contains(got, `"statement":"`+statement+`"`) && strings.Contains(got, `"job":"nightly"`); has != (i >= 3) {
			t.Errorf("call %d: %s", i, got)
		}
	}
}
