package rewrite

import (
	"runtime"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/step"
)

// TestLongRollup holds that what is grouped by is looked for in a long chain without the
// text of each of its parts, which would be some gigabytes.
func TestLongRollup(t *testing.T) {
	text := "SELECT a" + strings.Repeat(" + a", 20_000) + ", b + 1 + 2 FROM t GROUP BY b + 1, `with rollup`()"
	stmt, err := sqlparser.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := Statement(stmt, step.Seek(text)); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 100<<20 {
		t.Errorf("it took %d bytes", used)
	}
	if out := sqlparser.String(stmt); strings.Count(out, step.RolledName) != 2 || !strings.Contains(out, ") + 2") {
		t.Errorf("it became %s", out[len(out)-400:])
	}
}
