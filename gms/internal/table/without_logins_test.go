package table

import (
	"io"
	"reflect"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// TestLoginRows: texts and documents lose their logins, members named as secrets their
// values; all else stays.
func TestLoginRows(t *testing.T) {
	rows := loginRows{sql.RowsToRowIter(sql.Row{
		"night", "https://u:pw@host/org", nil, int64(7),
		types.JSONDocument{Val: map[string]string{"aws-creds-file": "/f", "aws-region": "eu"}},
		types.JSONDocument{Val: []any{"refs/heads/*", "http://u:pw@h", map[string]any{"token": "x"}}},
	})}
	row, err := rows.Next(sql.NewEmptyContext())
	want := sql.Row{
		"night", "https://<secret>@host/org", nil, int64(7),
		types.JSONDocument{Val: map[string]any{"aws-creds-file": "<secret>", "aws-region": "eu"}},
		types.JSONDocument{Val: []any{"refs/heads/*", "http://<secret>@h", map[string]any{"token": "<secret>"}}},
	}
	if err != nil || !reflect.DeepEqual(row, want) {
		t.Errorf("%v\nwant %v: %v", row, want, err)
	}
	if _, err := rows.Next(sql.NewEmptyContext()); err != io.EOF { //nolint:errorlint // as it is given
		t.Error(err)
	}
}
