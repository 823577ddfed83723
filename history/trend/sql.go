package trend

import (
	"fmt"
	"strings"
	"time"

	"github.com/perfschema/perfschema/history"
)

// inUTC is what stands before a query whose times are in UTC.
const inUTC = "SET time_zone = '+00:00';\n"

// quantileNames are the percentiles that queries give, by thousandths.
var quantileNames = []struct {
	name     string
	permille int
}{{"p50", 500}, {"p95", 950}, {"p99", 990}}

// SumSQL is the SQL that gives what [Sum] does: the statements that took the most time,
// with percentiles of the span.
func SumSQL(span history.Span, limit int) string {
	return inUTC + "WITH w AS (\n" + windows("", span) + "),\n" + quantilesOf("SCHEMA_NAME", "DIGEST") +
		"SELECT LEFT(s.DIGEST, 16) AS digest, s.SCHEMA_NAME, s.text, s.runs, s.time, s.time DIV s.runs AS mean, " + quantileColumns("q.") + ",\n" +
		"       s.errors, s.rows_sent, s.rows_examined\n" +
		"  FROM (SELECT SCHEMA_NAME, DIGEST, " + sums + " FROM w GROUP BY SCHEMA_NAME, DIGEST) s\n" +
		"  LEFT JOIN q ON q.SCHEMA_NAME <=> s.SCHEMA_NAME AND q.DIGEST <=> s.DIGEST\n" +
		fmt.Sprintf(" ORDER BY s.time DESC LIMIT %d;\n", limit)
}

// CompareSQL is the SQL that gives the figures that [Compare] compares: those of each
// statement in both spans, those first whose time has changed the most. That it is more
// than chance, SQL does not say.
func CompareSQL(a, b history.Span, limit int) string {
	of := func(span string) string {
		return "(SELECT s.SCHEMA_NAME, s.DIGEST, s.text, s.runs, s.time, s.errors, " + quantileColumns("q.") + "\n" +
			"          FROM (SELECT SCHEMA_NAME, DIGEST, " + sums + " FROM w WHERE span = '" + span + "' GROUP BY SCHEMA_NAME, DIGEST) s\n" +
			"          LEFT JOIN q ON q.span = '" + span + "' AND q.SCHEMA_NAME <=> s.SCHEMA_NAME AND q.DIGEST <=> s.DIGEST) "
	}
	pairs := func(kind string) string {
		return "SELECT LEFT(COALESCE(b.DIGEST, a.DIGEST), 16) AS digest, COALESCE(b.text, a.text) AS text, a.runs AS a_runs, b.runs AS b_runs,\n" +
			"       a.time DIV a.runs AS a_mean, b.time DIV b.runs AS b_mean, a.p50 AS a_p50, b.p50 AS b_p50, a.p95 AS a_p95, b.p95 AS b_p95, a.p99 AS a_p99, b.p99 AS b_p99,\n" +
			"       a.errors AS a_errors, b.errors AS b_errors, COALESCE(b.time, 0) - COALESCE(a.time / a.runs, 0) * COALESCE(b.runs, 0) AS more\n" +
			"  FROM " + of("A") + "a " + kind + " JOIN\n       " + of("B") + "b ON b.SCHEMA_NAME <=> a.SCHEMA_NAME AND b.DIGEST <=> a.DIGEST\n"
	}
	return inUTC + "WITH w AS (\n" + windows("'A' AS span, ", a) + " UNION ALL\n" + windows("'B' AS span, ", b) + "),\n" + quantilesOf("span", "SCHEMA_NAME", "DIGEST") +
		pairs("LEFT") + "UNION ALL\n" + pairs("RIGHT") + " WHERE a.runs IS NULL\n" + fmt.Sprintf(" ORDER BY ABS(more) DESC LIMIT %d;\n", limit)
}

// FollowSQL is the SQL that gives the steps of a course of such a width. digest is made
// of hexadecimal digits.
func FollowSQL(span history.Span, digest string, width time.Duration) string {
	seconds := max(1, int(width/time.Second))
	step := fmt.Sprintf("FROM_UNIXTIME(FLOOR(UNIX_TIMESTAMP(WINDOW_START) / %d) * %d) AS step, ", seconds, seconds)
	return inUTC + "WITH w AS (\n" + strings.TrimSuffix(windows(step, span), "\n") + " AND DIGEST LIKE '" + hexadecimal(digest) + "%'\n),\n" + quantilesOf("step") +
		"SELECT s.step, s.runs, s.time, s.time DIV s.runs AS mean, " + quantileColumns("q.") + ", s.errors, s.rows_sent, s.rows_examined\n" +
		"  FROM (SELECT step, " + sums + " FROM w GROUP BY step) s LEFT JOIN q ON q.step = s.step\n ORDER BY s.step;\n"
}

// hexadecimal leaves the digits.
func hexadecimal(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789abcdef", r) {
			return r
		}
		return -1
	}, strings.ToLower(s))
}

const sums = "MAX(DIGEST_TEXT) AS text, SUM(COUNT_STAR) AS runs, SUM(SUM_TIMER_WAIT) AS time, SUM(SUM_ERRORS) AS errors, SUM(SUM_ROWS_SENT) AS rows_sent, SUM(SUM_ROWS_EXAMINED) AS rows_examined"

// windows selects the windows of a span.
func windows(first string, span history.Span) string {
	return "  SELECT " + first + "SCHEMA_NAME, DIGEST, DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT, SUM_ERRORS, SUM_ROWS_SENT, SUM_ROWS_EXAMINED, HISTOGRAM\n" +
		"    FROM history." + statementTable + " WHERE " + within(span) + "\n"
}

// quantilesOf are tables of expression that make percentiles of the histograms of w: q has
// them by some columns of it, in picoseconds.
func quantilesOf(by ...string) string {
	key := strings.Join(by, ", ")
	var out strings.Builder
	out.WriteString("b AS (\n  SELECT " + key + ", j.bucket, SUM(JSON_EXTRACT(HISTOGRAM, CONCAT('$.\"', j.bucket, '\"'))) AS n\n" +
		"    FROM w JOIN JSON_TABLE(JSON_KEYS(HISTOGRAM), '$[*]' COLUMNS (bucket INT PATH '$')) j GROUP BY " + key + ", j.bucket\n),\n" +
		"c AS (\n  SELECT " + key + ", bucket, SUM(n) OVER (PARTITION BY " + key + " ORDER BY bucket) AS below, SUM(n) OVER (PARTITION BY " + key + ") AS total FROM b\n),\n" +
		"q AS (\n  SELECT " + key)
	for _, q := range quantileNames {
		fmt.Fprintf(&out, ",\n    MIN(CASE WHEN below * 1000 >= total * %d THEN BUCKET_TIMER_HIGH END) AS %s", q.permille, q.name)
	}
	out.WriteString("\n    FROM c JOIN performance_schema.events_statements_histogram_global ON BUCKET_NUMBER = bucket GROUP BY " + key + "\n)\n")
	return out.String()
}

func quantileColumns(of string) string {
	var names []string
	for _, q := range quantileNames {
		names = append(names, of+q.name)
	}
	return strings.Join(names, ", ")
}
