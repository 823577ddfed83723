package words

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// A form is a way to put one part of a statement into another.
type form struct{ name, before, after string }

// forms are those of the parser's grammar. A text of any of them is what stands
// before, as often as wanted, then an operand, then what stands behind.
var forms = []form{
	{"tilde", "~", ""}, {"exclamation mark", "!", ""}, {"minus", "- ", ""}, {"plus", "+ ", ""},
	{"NOT", "NOT ", ""}, {"BINARY", "BINARY ", ""}, {"introducer", "_utf8mb4 ", ""},
	{"parentheses", "(", ")"}, {"subquery", "(SELECT ", ")"}, {"EXISTS", "EXISTS (SELECT ", ")"},
	{"derived table", "(SELECT * FROM (SELECT ", ") x)"}, {"function", "ABS(", ")"}, {"list", "1 IN (2, ", ")"},
	{"CASE", "CASE WHEN 1 THEN ", " END"}, {"CASE in ELSE", "CASE 1 WHEN 2 THEN 3 ELSE ", " END"}, {"CASE of CASE", "CASE ", " WHEN 1 THEN 2 END"},
	{"IF", "IF(1, ", ", 2)"}, {"interval", "INTERVAL ", " DAY + 1"}, {"CAST", "CAST(", " AS SIGNED)"}, {"CONVERT", "CONVERT(", ", SIGNED)"},
	{"AND", "1 AND ", ""}, {"OR", "1 OR ", ""}, {"XOR", "1 XOR ", ""}, {"pipes", "1 || ", ""}, {"ampersands", "1 && ", ""},
	{"sum", "1+", ""}, {"difference", "1 - ", ""}, {"product", "1*", ""}, {"DIV", "1 DIV ", ""}, {"MOD", "1 % ", ""},
	{"bits", "1|", ""}, {"shift", "1<<", ""}, {"power", "1^", ""}, {"equal", "1=", ""}, {"unequal", "1<>", ""}, {"null-safe", "1<=>", ""},
	{"LIKE", "1 LIKE ", ""}, {"REGEXP", "1 REGEXP ", ""}, {"BETWEEN", "1 BETWEEN 2 AND ", ""}, {"IS", "", " IS NULL"}, {"COLLATE", "", " COLLATE utf8mb4_bin"},
	{"JSON", "", "->'$'"}, {"assignment", "@a := ", ""}, {"strings", "'a' ", "'b'"}, {"UNION", "1 UNION SELECT ", ""}, {"UNION of two", "1,2 UNION SELECT ", ",3"},
	{"UNION ALL", "1 UNION ALL SELECT ", ""}, {"INTERSECT", "1 INTERSECT SELECT ", ""}, {"FOR", "FOR ", ""}, {"NOT ENFORCED", "NOT ENFORCED ", ""},
	{"executed comment", "/*! NOT */ ", ""}, {"between comments", "/* ' */ ! -- ' \n", ""}, {"behind a variable", "@`a-` ` ~ ", "`"},
	{"behind an account", "'a'@`b-` ", "!"}, {"odd comment", "!//'\n", ""}, {"dashes without a space", "!--'\n", ""},
}

func (f form) text(n int) string {
	return "SELECT " + strings.Repeat(f.before, n) + "1" + strings.Repeat(f.after, n)
}

// What is let through must not use up the stack of whatever walks the tree.
func TestDeepestTextIsParsedAndWalked(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	for _, f := range forms {
		most := 1
		for n := 1 << 15; n > 0; n >>= 1 {
			if !TooDeep(f.text(most+n), false, true) {
				most += n
			}
		}
		// Of names and whatever stands in lists there may be any number.
		stmt, err := sqlparser.Parse(f.text(most))
		if err != nil {
			continue
		}
		nodes := 0
		if err := sqlparser.Walk(func(sqlparser.SQLNode) (bool, error) { nodes++; return true, nil }, stmt); err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
		if most < 25_000 && most > maxDepth/pointsOfLevel || nodes == 0 {
			t.Errorf("%s: %d levels, %d nodes", f.name, most, nodes)
		}
	}
}

func TestLongChainsAreTooDeep(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	for _, f := range forms {
		if f.name == "between comments" { // all but the mark is comment
			continue
		}
		if text := f.text(200_000); !TooDeep(text, false, true) {
			t.Errorf("200,000 of %s pass", f.name)
		}
	}
}

// Any mixture is too deep if it is long enough, wherever it stands.
func TestMixturesAreTooDeep(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		var before, after []string
		for range 60_000 {
			f := forms[r.IntN(len(forms))]
			before, after = append(before, f.before), append(after, f.after)
		}
		for i, j := 0, len(after)-1; i < j; i, j = i+1, j-1 {
			after[i], after[j] = after[j], after[i]
		}
		text := "SELECT " + strings.Join(before, "") + "1" + strings.Join(after, "")
		for _, context := range []string{"", "CREATE PROCEDURE p() BEGIN SET @x = 1; ", "/*!50003 CREATE VIEW v AS */ ", "SELECT 'a\\'b', \"`\", `'`, 1; "} {
			if !TooDeep(context+text, false, true) {
				t.Errorf("a mixture behind %q passes", context)
			}
		}
	}
}

// Statements that people have are long and wide.
func TestWideTextsPass(t *testing.T) {
	row := "(1, 'it''s', \"(((\", -2.5, NULL, x'00', NOW(), JSON_OBJECT('a', 1))"
	for name, text := range map[string]string{
		"rows":       "INSERT INTO t VALUES " + strings.Repeat(row+",", 50_000) + row,
		"values":     "SELECT * FROM t WHERE a IN (" + strings.Repeat("-123456, ", 200_000) + "1)",
		"tuples":     "SELECT * FROM t WHERE (a, b) IN (" + strings.Repeat("(1, 'x'), ", 100_000) + "(1, 2))",
		"AND":        "SELECT * FROM t WHERE a = 1" + strings.Repeat(" AND t.b = 'x'", 20_000),
		"OR":         "SELECT * FROM t WHERE a = 1" + strings.Repeat(" OR a = 1", 30_000),
		"pairs":      "SELECT * FROM t WHERE (a = 1 AND b = 2)" + strings.Repeat(" OR (a = 1 AND b = 2)", 50_000),
		"WHEN":       "UPDATE t SET a = CASE id" + strings.Repeat(" WHEN 12345 THEN 'a'", 50_000) + " END, b = 2 WHERE id > 0",
		"columns":    "SELECT " + strings.Repeat("IFNULL(a, 0) + b AS c, ", 20_000) + "1",
		"a string":   "SELECT '" + strings.Repeat("NOT (((~", 200_000) + "'",
		"a comment":  "SELECT 1 /* " + strings.Repeat("NOT (((~", 200_000) + " */",
		"statements": strings.Repeat("UPDATE t SET a = a + 1 WHERE b = 2 AND NOT c; ", 50_000),
		"a program":  "CREATE PROCEDURE p() BEGIN " + strings.Repeat("IF a > 1 THEN SET @x = @x + 1; END IF; ", 10_000) + "END",
	} {
		if TooDeep(text, false, true) {
			t.Errorf("%s: %d bytes are too deep", name, len(text))
		}
	}
}

// Chains of UNIONs are planned slowly, and end where others do not.
func TestUnionsAreFew(t *testing.T) {
	for n, deep := range map[int]bool{3_000: false, 4_500: false, 5_100: true, 20_000: true} {
		if got := TooDeep("SELECT 1"+strings.Repeat(" UNION ALL SELECT 1", n), false, true); got != deep {
			t.Errorf("%d UNIONs: %v", n, got)
		}
	}
}

func TestOnlyTheFirstStatementIsLookedAt(t *testing.T) {
	text := "SELECT 1; SELECT " + strings.Repeat("~", 1_000_000)
	if TooDeep(text, false, false) || !TooDeep(text, false, true) {
		t.Error("the second statement")
	}
	if !TooDeep("CREATE PROCEDURE p() BEGIN SELECT 1; SELECT "+strings.Repeat("~", 1_000_000), false, false) {
		t.Error("a statement of a program")
	}
}

func TestQuotesDependOnTheMode(t *testing.T) {
	deep := strings.Repeat("~", 100_000)
	if text := `SELECT "\" , ` + deep + ` "`; TooDeep(text, false, true) || !TooDeep(text, true, true) {
		t.Error("a backslash in double quotes")
	}
}

func BenchmarkTooDeep(b *testing.B) {
	text := "INSERT INTO t VALUES " + strings.Repeat("(1, 'some text of a column', 2.5, NULL),", 25_000) + "(1)"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		TooDeep(text, false, true)
	}
}
