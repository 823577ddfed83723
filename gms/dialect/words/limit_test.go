package words

import "testing"

func TestTimeLimit(t *testing.T) {
	for _, c := range []struct {
		text  string
		reads bool
		limit uint64
	}{
		{"SELECT 1", true, 0},
		{"select /*+ max_execution_time(70) */ 1", true, 70},
		{"SELECT\n/*+ NO_MERGE(t) MAX_EXECUTION_TIME ( 8 ) BKA(t) */ 1", true, 8},
		{"SELECT 1 /*+ MAX_EXECUTION_TIME(70) */", true, 0},
		{"SELECT /* +MAX_EXECUTION_TIME(70) */ 1", true, 0},
		{"SELECT '/*+ MAX_EXECUTION_TIME(70) */'", true, 0},
		{"SELECT /*+ MAX_EXECUTION_TIME(x) */ 1", true, 0},
		{"SELECT /*+ MAX_EXECUTION_TIME(", true, 0},
		{"SELECT /*+", true, 0},
		{"SELECT /*+ MAX_EXECUTION_TIME(99999999999999999999999) */ 1", true, 1<<64 - 1},
		{"((SELECT /*+ MAX_EXECUTION_TIME(7) */ 1) UNION SELECT 2)", true, 7},
		{"/* a */ SELECT /*+ MAX_EXECUTION_TIME(7) */ 1", true, 7},
		{"TABLE t", true, 0},
		{"VALUES ROW(1)", true, 0},
		{"WITH c AS (SELECT /*+ MAX_EXECUTION_TIME(7) */ 1) SELECT /*+ MAX_EXECUTION_TIME(9) */ 1 FROM c", true, 9},
		{"WITH c (a) AS (SELECT 1) DELETE FROM t", false, 0},
		{"WITH RECURSIVE c AS (SELECT 1) TABLE c", true, 0},
		{"INSERT INTO t SELECT /*+ MAX_EXECUTION_TIME(7) */ 1", false, 0},
		{"EXECUTE s", false, 0},
		{"CALL p()", false, 0},
		{"(((", false, 0},
		{")", false, 0},
		{"", false, 0},
	} {
		if reads, limit := TimeLimit(c.text); reads != c.reads || limit != c.limit {
			t.Errorf("%s: %v, %d", c.text, reads, limit)
		}
	}
}

func TestExecuted(t *testing.T) {
	for text, want := range map[string]string{"execute s USING @a": "s", "EXECUTE `my s`": "my s", "EXECUTE": "", "SELECT 1": "", "EXPLAIN s": ""} {
		if got, ok := Executed(text); got != want || ok != (want != "") {
			t.Errorf("%s: %q %v", text, got, ok)
		}
	}
}
