package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// What MySQL 9.7.4 warns of as deprecated, of each statement in its order.
func TestDeprecations(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "shop")
	const (
		digits   = "[Warning 1681 Specifying number of digits for floating point data types is deprecated and will be removed in a future release.]"
		width    = "[Warning 1681 Integer display width is deprecated and will be removed in a future release.]"
		zerofill = "[Warning 1681 The ZEROFILL attribute is deprecated and will be removed in a future release. Use the LPAD function to zero-pad numbers, or store the formatted numbers in a CHAR column.]"
		unsigned = "[Warning 1681 UNSIGNED for decimal and floating point data types is deprecated and support for it will be removed in a future release.]"
		flush    = "[Warning 1681 'FLUSH PRIVILEGES' is deprecated and will be removed in a future release.]"
		list     = "[Warning 4166 '@@performance_schema_show_processlist' is deprecated and will be removed in a future release. When it is removed, SHOW PROCESSLIST will always use the performance schema implementation.]"
	)
	for _, test := range []struct{ statement, want string }{
		{"CREATE TABLE d (a FLOAT(7,4), b INT(5), c INT(5) ZEROFILL, d DECIMAL(5,2), e DOUBLE UNSIGNED, f DECIMAL(4,1) UNSIGNED)",
			digits + " " + width + " " + zerofill + " " + width + " " + unsigned + " " + unsigned},
		{"CREATE TABLE plain (a FLOAT, b INT UNSIGNED, c DECIMAL(5,2), d DOUBLE, e BOOL, f CHAR(5), g BIT(3), h FLOAT(10))", ""},
		{"ALTER TABLE plain ADD COLUMN i DOUBLE(3,1), MODIFY COLUMN b INT(3)", digits + " " + width},
		{"CREATE TABLE buckets AS SELECT * FROM performance_schema.events_statements_histogram_global", digits},
		{"CREATE TABLE some AS SELECT BUCKET_NUMBER FROM performance_schema.events_statements_histogram_global", ""},
		{"FLUSH PRIVILEGES", flush},
		{"FLUSH LOCAL PRIVILEGES", flush},
		{"FLUSH STATUS", ""},
		{"SET GLOBAL performance_schema_show_processlist = ON", list},
		{"SET GLOBAL performance_schema_show_processlist = DEFAULT", list},
		{"SELECT 1", ""},
	} {
		mustExec(t, c, test.statement)
		if got := fmt.Sprint(rows(t, c, "SHOW WARNINGS")); got != "["+test.want+"]" {
			t.Errorf("%s warns\n%s, want\n[%s]", test.statement, got, test.want)
		}
	}
	// A statement that fails tells of its error alone.
	if number, _, text := errorOf(t, c, "CREATE TABLE plain (a INT(5))"); number != 1050 {
		t.Errorf("a table that is there: %d %s", number, text)
	}
}
