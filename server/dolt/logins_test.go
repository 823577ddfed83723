package dolt

import (
	"testing"

	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/go-mysql-server/sql"
)

// TestHideLogin: dolt_pull's messages have no login, and messages of other forms stay as they
// are. The options that are given are not changed.
func TestHideLogin(t *testing.T) {
	for message, want := range map[string]string{
		"": "",
		"Merge branch 'main' of https://u:p'w)@h/a into main":    "Merge branch 'main' of https://<secret>@h/a into main",
		"Merge branch 'x' of https://u:p@h/a into b into c":      "Merge branch 'x' of https://<secret>@h/a into b into c",
		"Merge branch 'main' of https://host/a into main":        "Merge branch 'main' of https://host/a into main",
		"Merge branch 'main' of https://u:p@h/a":                 "Merge branch 'main' of https://u:p@h/a",
		"Merge branch 'main' into side, see https://u:p@h/a?b":   "Merge branch 'main' into side, see https://u:p@h/a?b",
		"see https://u:p@h/a?b of https://u:p@h/a into https://": "see https://u:p@h/a?b of https://u:p@h/a into https://",
	} {
		meta := &datas.CommitMeta{Name: "n", Description: message}
		got := hideLogin(datas.CommitOptions{Meta: meta})
		if got.Meta.Description != want || got.Meta.Name != "n" || meta.Description != message {
			t.Errorf("%q\ngives %q\nwant  %q", message, got.Meta.Description, want)
		}
	}
	if got := hideLogin(datas.CommitOptions{}); got.Meta != nil {
		t.Error(got)
	}
}

// TestWithoutLogins: the rows of procedures that ask remotes have no login; other procedures
// come back as they are.
func TestWithoutLogins(t *testing.T) {
	answers := func(*sql.Context, ...string) (sql.RowIter, error) {
		return sql.RowsToRowIter(sql.Row{int64(1), "To https://u:p@h/a", nil}), nil
	}
	for name, want := range map[string]string{"DOLT_push": "To https://<secret>@h/a", "dolt_log": "To https://u:p@h/a"} {
		ctx := sql.NewEmptyContext()
		rows, err := provider{}.wrapped(name, answers)(ctx, "a")
		if err != nil {
			t.Fatal(err)
		}
		if row, err := rows.Next(ctx); err != nil || row[1] != want {
			t.Errorf("%s: %v, want %s: %v", name, row, want, err)
		}
	}
}
