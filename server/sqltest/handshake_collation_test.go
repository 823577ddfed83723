package sqltest_test

import (
	"database/sql"
	"fmt"
	"testing"
)

// A client's texts are compared by the collation that it names when it connects, as on
// MySQL 9.7.4; columns by their own.
func TestHandshakeCollation(t *testing.T) {
	s := start(t)
	for collation, want := range map[string]string{
		"utf8mb4_0900_ai_ci": "utf8mb4_0900_ai_ci utf8mb4 1 1 1 1",
		"utf8mb4_general_ci": "utf8mb4_general_ci utf8mb4 1 1 1 1",
		"utf8mb4_unicode_ci": "utf8mb4_unicode_ci utf8mb4 1 1 1 1",
		"utf8mb4_bin":        "utf8mb4_bin utf8mb4 0 0 0 1",
		// Of another character set than texts are sent in: as a client that names none.
		"latin1_bin": "utf8mb4_0900_ai_ci utf8mb4 1 1 1 1",
	} {
		db, err := sql.Open("mysql", fmt.Sprintf("root@tcp(%s)/?collation=%s", s.Addr(), collation))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, q := range []string{"CREATE DATABASE IF NOT EXISTS app", "CREATE TABLE IF NOT EXISTS app.t (k VARCHAR(10) PRIMARY KEY)", "INSERT IGNORE INTO app.t VALUES ('Abc')"} {
			if _, err := db.Exec(q); err != nil {
				t.Fatal(err)
			}
		}
		for _, prepared := range []bool{false, true} {
			query, arguments := "SELECT @@collation_connection, @@character_set_client, 'a' = 'A', 'é' LIKE 'E', 'x' IN ('X', 'y'), (SELECT COUNT(*) FROM app.t WHERE k = 'abc')", []any(nil)
			if prepared {
				query, arguments = query+" WHERE 1 = ?", []any{1}
			}
			var name, set, equal, like, in, found string
			if err := db.QueryRow(query, arguments...).Scan(&name, &set, &equal, &like, &in, &found); err != nil {
				t.Fatal(collation, err)
			}
			if got := fmt.Sprint(name, " ", set, " ", equal, " ", like, " ", in, " ", found); got != want {
				t.Errorf("%s, prepared %v: %s, not %s", collation, prepared, got, want)
			}
		}
	}
}
