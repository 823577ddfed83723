package sqltest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dprocedures"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dtablefunctions"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// What Dolt's procedures and table functions do asks for the rights of statements that
// do it: EXECUTE on a database, which one's own procedures ask for, is not enough.
func TestDoltAsksForRights(t *testing.T) {
	racetest.SkipAlone(t)
	connect := dial(start(t))
	number := func(account string, queries ...string) (number uint16) {
		t.Helper()
		db, err := connect(account, "")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		for _, query := range queries {
			number = 0
			var sent *mysql.MySQLError
			if _, err := db.Exec(query); errors.As(err, &sent) {
				number = sent.Number
			} else if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
		}
		return number
	}
	for _, query := range []string{
		"CREATE DATABASE shop", "CREATE TABLE shop.item (id INT PRIMARY KEY)", "INSERT INTO shop.item VALUES (1)",
		"CREATE USER caller, writer, author, owner, named", "GRANT EXECUTE ON shop.* TO caller, writer, author", "GRANT SELECT, INSERT, UPDATE, DELETE ON shop.* TO writer",
		"GRANT CREATE ROUTINE ON shop.* TO author", "GRANT ALL ON shop.* TO owner", "GRANT EXECUTE ON PROCEDURE shop.dolt_reset TO named",
		"CREATE PROCEDURE shop.back() SQL SECURITY INVOKER CALL dolt_reset('--hard')", "CREATE PROCEDURE shop.owners() CALL dolt_reset('--hard')",
	} {
		if got := number("root", query); got != 0 {
			t.Fatalf("%s: error %d", query, got)
		}
	}
	if got := number("root", "USE shop", "CALL dolt_commit('-Am', 'item')"); got != 0 {
		t.Fatalf("dolt_commit: error %d", got)
	}
	const denied = 1370
	if got := number("caller", "USE shop", "CALL back()"); got != denied {
		t.Errorf("dolt_reset in a procedure: error %d", got)
	}
	if got := number("caller", "USE shop", "CALL owners()"); got != 0 {
		t.Errorf("dolt_reset in a procedure of who may: error %d", got)
	}
	for _, f := range dtablefunctions.DoltTableFunctions {
		arguments := map[string]string{
			"dolt_diff": "'HEAD', 'WORKING', 'item'", "dolt_diff_stat": "'HEAD', 'WORKING'", "dolt_diff_summary": "'HEAD', 'WORKING'",
			"dolt_patch": "'HEAD', 'WORKING'", "dolt_schema_diff": "'HEAD', 'WORKING'",
			"dolt_preview_merge_conflicts_summary": "'main', 'main'", "dolt_preview_merge_conflicts": "'main', 'main', 'item'",
			"dolt_branch_status": "'main'", "dolt_json_diff": "'1', '2'",
		}[strings.ToLower(f.Name())]
		if arguments == "" {
			continue // refused to everybody
		}
		query := "SELECT * FROM " + f.Name() + "(" + arguments + ")"
		if got := number("caller", "USE shop", query); got != 1142 {
			t.Errorf("%s: error %d", query, got)
		}
	}
	keeps := map[string]bool{"dolt_add": true, "dolt_commit": true, "dolt_commit_hash_out": true, "dolt_tag": true}
	reads := map[string]bool{"dolt_count_commits": true, "dolt_stats_info": true, "dolt_stats_wait": true}
	for _, p := range dprocedures.DoltProcedures {
		if reads[p.Name] {
			continue
		}
		call := "CALL " + p.Name + "()"
		for account, may := range map[string]bool{"caller": false, "author": false, "writer": keeps[p.Name], "named": p.Name == "dolt_reset"} {
			if got := number(account, "USE shop", call); (got == denied) == may {
				t.Errorf("%s as %s: error %d", call, account, got)
			}
		}
		if got := number("owner", "USE shop", call); (got == denied) != (p.AdminOnly || strings.HasPrefix(p.Name, "dolt_stats_")) {
			t.Errorf("%s as owner: error %d", call, got)
		}
	}
}
