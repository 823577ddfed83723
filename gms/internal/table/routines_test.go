package table

import (
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/computed"
)

var routineLine = regexp.MustCompile(`^(FUNCTION|PROCEDURE) sys\.(\w+)\((.*?)\)(?: RETURNS (.*?))? (NOT )?DETERMINISTIC (.*) SQL SECURITY INVOKER$`)

// TestSysRoutinesAreMySQLs compares the routines of sys with MySQL's: all are there, with
// their parameters, types and characteristics, and no others.
func TestSysRoutinesAreMySQLs(t *testing.T) {
	text, err := os.ReadFile("testdata/mysql-sys-routines.txt")
	if err != nil {
		t.Fatal(err)
	}
	ctx := sql.NewEmptyContext()
	all, err := routinesOf(ctx, &Database{name: computed.Sys})
	if err != nil {
		t.Fatal(err)
	}
	ours := make(map[string]declared)
	for _, r := range all {
		r.collation = sql.Collation_utf8mb4_0900_ai_ci.Name()
		ours[r.kind+" "+r.name] = r
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		m := routineLine.FindStringSubmatch(line)
		if m == nil {
			if !strings.HasPrefix(line, "#") {
				t.Errorf("%q is no routine", line)
			}
			continue
		}
		key := m[1] + " " + m[2]
		got, ok := ours[key]
		if !ok {
			t.Errorf("%s is missing", key)
			continue
		}
		delete(ours, key)
		returns := m[4]
		if returns == "" {
			returns = "INT"
		}
		params, typ, ok := signature(m[3], returns)
		if !ok {
			t.Errorf("%q is not understood", line)
			continue
		}
		want := declared{schema: computed.Sys, name: m[2], kind: m[1], params: params, collation: got.collation}
		if m[1] == "FUNCTION" {
			want.returns = &typ
		}
		gotRows, wantRows := parameterRows(ctx, got, nil), parameterRows(ctx, want, nil)
		if len(gotRows) != len(wantRows) {
			t.Errorf("%s has %d parameters, MySQL's %d", key, len(gotRows), len(wantRows))
			continue
		}
		for i := range gotRows {
			if !maps.Equal(gotRows[i], wantRows[i]) {
				t.Errorf("%s, parameter %d:\n got %v\nwant %v", key, i, gotRows[i], wantRows[i])
			}
		}
		if got.Deterministic != (m[5] == "") || got.Access != m[6] || got.Security != sysSecurity || got.definer != sysDefiner {
			t.Errorf("%s is %v %s %s of %s, MySQL's %v %s", key, got.Deterministic, got.Access, got.Security, got.definer, m[5] == "", m[6])
		}
	}
	for key := range ours {
		t.Errorf("%s is not MySQL's", key)
	}
}
