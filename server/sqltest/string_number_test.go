package sqltest_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// stringOperands give the same texts: columns of each string type, and expressions that give binary strings.
var stringOperands = []string{
	"vb", "bl", "tb", "tx", "vc", "unhex(hex(vb))", "from_base64(to_base64(bl))", "cast(vc as binary)", "concat(vb, '')",
	"if(1, bl, vb)", "(select bl)", "binary vc", "convert(vc using binary)", "ifnull(bl, vb)", "case when 1 then bl end",
}

// TestStringNumbers takes strings of every type for numbers and truth values, as MySQL 9.7.4 does:
// testdata/string_numbers.tsv has its answers, which are the same whatever string stands for X.
func TestStringNumbers(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	conn := open(t, dial(s))
	conn.SetMaxOpenConns(1)
	for _, q := range []string{
		"CREATE DATABASE app", "USE app",
		"CREATE TABLE t (i INT PRIMARY KEY, d INT, vb VARBINARY(20), bl BLOB, tb TINYBLOB, tx TEXT, vc VARCHAR(20))",
		"INSERT INTO t VALUES (1,1,'5','5','5','5','5'), (2,2,'7x','7x','7x','7x','7x'), (3,3,'-1.5','-1.5','-1.5','-1.5','-1.5'), (4,4,NULL,NULL,NULL,NULL,NULL)",
		"INSERT INTO t VALUES (5,0,'0','0','0','0','0'), (6,6,'','','','',''), (7,7,'123456789012345','123456789012345','123456789012345','123456789012345','123456789012345')",
		"CREATE TABLE u (i INT PRIMARY KEY, n INT, KEY (n))", "INSERT INTO u VALUES (1,5), (2,7), (3,0), (4,12), (5,1)",
	} {
		if _, err := conn.ExecContext(t.Context(), q); err != nil {
			t.Fatal(q, err)
		}
	}
	recorded, err := os.ReadFile("testdata/string_numbers.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(recorded)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		query, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			t.Fatalf("%q has no answer", line)
		}
		for _, operand := range stringOperands {
			q := strings.ReplaceAll(query, "X", operand)
			got := plainRows(t.Context(), conn, q)
			if strings.HasPrefix(got, "ERROR ") {
				got, _, _ = strings.Cut(got, ":")
			}
			if got != want {
				t.Errorf("%s:\ngot  %s\nwant %s", q, got, want)
			}
		}
	}
}

// plainRows returns the rows of a query, with a comma between values and a bar between rows.
func plainRows(ctx context.Context, conn *sql.DB, query string) string {
	rows, err := conn.QueryContext(ctx, query)
	if err != nil {
		return failed(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err.Error()
	}
	var all []string
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err.Error()
		}
		row := make([]string, len(values))
		for i, v := range values {
			switch v := v.(type) {
			case nil:
				row[i] = "NULL"
			case []byte:
				row[i] = string(v)
			case float32:
				row[i] = strconv.FormatFloat(float64(v), 'f', -1, 32)
			case float64:
				row[i] = strconv.FormatFloat(v, 'f', -1, 64)
			default:
				row[i] = fmt.Sprint(v)
			}
		}
		all = append(all, strings.Join(row, ","))
	}
	if err := rows.Err(); err != nil {
		return failed(err)
	}
	return strings.Join(all, "|")
}

// failed returns ERROR, the number and the message of an error.
func failed(err error) string {
	if e := (*mysql.MySQLError)(nil); errors.As(err, &e) {
		return fmt.Sprintf("ERROR %d: %s", e.Number, e.Message)
	}
	return err.Error()
}
