package sqltest_test

import (
	"database/sql"
	"fmt"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// A column is flagged NOT NULL if that is proved of the result, as MySQL flags it: by
// text, prepared and executed.
func TestNotNullFlags(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	db := open(t, dial(s))
	db.SetMaxOpenConns(1)
	for _, q := range []string{
		"CREATE DATABASE shop", "USE shop",
		"CREATE TABLE pet (id INT PRIMARY KEY, kind VARCHAR(9) NOT NULL, nick VARCHAR(9), born DATE NOT NULL)",
		"CREATE TABLE owner (owner_id INT PRIMARY KEY)",
		"CREATE TABLE dog (owner_id INT NOT NULL, no INT NOT NULL, PRIMARY KEY (owner_id, no))",
		"INSERT INTO pet VALUES (1, 'cat', NULL, '2020-01-01'), (2, 'dog', 'rex', '2021-01-01')",
		"INSERT INTO dog VALUES (2, 7)",
		"CREATE VIEW walked AS SELECT p.id, d.no FROM pet p LEFT JOIN dog d ON d.owner_id = p.id",
		"CREATE VIEW plain AS SELECT id, nick FROM pet",
		"CREATE PROCEDURE give() SELECT MAX(id) FROM pet WHERE 1 = 0",
	} {
		mustExec(t, db, q)
	}
	for _, tt := range []struct{ query, want string }{ // 1 is NOT NULL
		{"SELECT id, kind, nick, born FROM pet", "1101"},
		{"SELECT * FROM pet p WHERE p.id = 1", "1101"},
		{"SELECT p.id, d.no, MAX(d.no) OVER () FROM pet p LEFT JOIN dog d ON d.owner_id = p.id", "100"},
		{"SELECT p.id, d.no FROM dog d RIGHT JOIN pet p ON d.owner_id = p.id", "10"},
		{"SELECT p.id, d.no FROM pet p JOIN dog d ON d.owner_id = p.id", "11"},
		{"SELECT z.k, p.id, p.kind FROM pet p RIGHT JOIN (SELECT 99 k) z ON z.k = p.id", "100"},
		{"SELECT owner_id, no FROM owner NATURAL LEFT JOIN dog", "10"},
		{"SELECT p.id, d.no FROM pet p LEFT JOIN LATERAL (SELECT no FROM dog WHERE owner_id = p.id) d ON TRUE", "10"},
		{"SELECT p.id, d.no FROM pet p LEFT JOIN LATERAL (SELECT no FROM dog WHERE owner_id = p.id) d ON d.no > 9", "10"},
		{"SELECT p.id, d.no, o.owner_id FROM pet p LEFT JOIN (dog d LEFT JOIN owner o ON o.owner_id = d.no) ON d.owner_id = p.id", "100"},
		{"SELECT p.id, o.owner_id FROM pet p LEFT JOIN owner o ON o.owner_id = p.id WHERE o.owner_id IS NULL", "10"},
		{"SELECT MAX(kind), MIN(nick), COUNT(*), COUNT(nick), SUM(id) FROM pet WHERE 1 = 0", "00110"},
		{"SELECT kind, MAX(id), COUNT(*) FROM pet GROUP BY kind", "101"},
		{"SELECT kind, MAX(id) FROM pet GROUP BY kind WITH ROLLUP", "00"},
		{"SELECT id, no FROM walked", "10"},
		{"SELECT id, nick FROM plain", "10"},
		{"SELECT a, b FROM (SELECT id a, no b FROM walked ORDER BY id LIMIT 5) w", "10"},
		{"WITH c AS (SELECT p.id, d.no FROM pet p LEFT JOIN dog d ON d.owner_id = p.id) SELECT no, id FROM c", "01"},
		{"SELECT id FROM pet UNION SELECT NULL", "0"},
		{"SELECT id FROM pet UNION ALL SELECT no FROM dog", "1"},
		{"SELECT id, (SELECT no FROM dog WHERE owner_id = id) FROM pet", "10"},
		{"SELECT EXISTS (SELECT 1 FROM dog), NULL IS NULL, NULL <=> 1", "111"},
		{"SELECT IF(id > 1, id, NULL), IF(id > 1, 1, 2), IFNULL(nick, 'x'), COALESCE(nick, born), NULLIF(id, 1) FROM pet", "01100"},
		{"SELECT CASE WHEN id = 1 THEN 'a' END, CASE WHEN id = 1 THEN 'a' ELSE 'b' END FROM pet", "01"},
		{"SELECT LAG(id) OVER (ORDER BY id), LEAD(id) OVER (ORDER BY id), FIRST_VALUE(id) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING), ROW_NUMBER() OVER (ORDER BY id) FROM pet", "0001"},
		{"SELECT id / 0, id % 0, id DIV 0 FROM pet", "000"},
		{"SELECT DATE_ADD(born, INTERVAL 9999 YEAR), STR_TO_DATE('x', '%Y'), LAST_DAY('x'), CAST('x' AS DATE) FROM pet", "0000"},
		{"SELECT JSON_EXTRACT('{}', '$.a'), JSON_UNQUOTE(JSON_EXTRACT('{\"a\": null}', '$.b'))", "00"},
		{"SELECT @nothing, DATABASE(), 'x', NULL, UPPER(kind), UPPER(nick) FROM pet", "001010"},
		{"VALUES ROW(1, NULL), ROW(2, 3)", "10"},
		{"SHOW WARNINGS", "101"},
		{"SHOW TABLE STATUS LIKE 'plain'", "000000000000000000"},
	} {
		for _, prepared := range []bool{false, true} {
			var rows *sql.Rows
			var err error
			if prepared {
				var st *sql.Stmt
				if st, err = db.Prepare(tt.query); err == nil {
					defer st.Close()
					rows, err = st.Query()
				}
			} else {
				rows, err = db.Query(tt.query)
			}
			if err != nil {
				t.Errorf("%s: %v", tt.query, err)
				continue
			}
			got, null := flagsOf(t, rows)
			for i := range got {
				if got[i] == '1' && null[i] {
					t.Errorf("%s: column %d has a NULL and is flagged NOT NULL", tt.query, i)
				}
			}
			if got != tt.want {
				t.Errorf("%s, prepared %v: %s, want %s", tt.query, prepared, got, tt.want)
			}
		}
		c := rawConnect(t, s.Addr().String(), true)
		c.command(0x02, []byte("shop")...)
		c.read()
		if got := c.preparedFlags(tt.query); got != tt.want {
			t.Errorf("%s, when it is prepared: %s, want %s", tt.query, got, tt.want)
		}
		c.conn.Close()
	}
	rows, err := db.Query("CALL give()")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := flagsOf(t, rows); got != "0" {
		t.Errorf("CALL: %s", got)
	}
}

// flagsOf reads a result: which columns are flagged, and which have a NULL.
func flagsOf(t *testing.T, rows *sql.Rows) (flags string, null map[int]bool) {
	t.Helper()
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range types {
		nullable, _ := c.Nullable()
		flags += map[bool]string{true: "0", false: "1"}[nullable]
	}
	null = map[int]bool{}
	values := make([]any, len(types))
	into := make([]any, len(types))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			null[i] = null[i] || v == nil
		}
	}
	return flags, null
}

// preparedFlags is the flag of each column as COM_STMT_PREPARE tells it.
func (c *rawClient) preparedFlags(text string) (flags string) {
	c.t.Helper()
	c.command(0x16, []byte(text)...)
	p := c.read()
	if p[0] == 0xff {
		return fmt.Sprintf("%q", p)
	}
	for range int(p[5]) | int(p[6])<<8 {
		d := c.read()
		flags += fmt.Sprint(d[len(d)-5] & 1)
	}
	return flags
}
