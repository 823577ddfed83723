package operand

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// A long format gives what its parts give, wherever its pieces end.
func TestFormatInPieces(t *testing.T) {
	ctx := sql.NewEmptyContext()
	call := function.NewDateFormat(expression.NewLiteral("2024-02-09 01:02:03", types.LongText), expression.NewGetField(1, types.LongText, "", true))
	for part, want := range map[string]string{"%Y-%m": "2024-02", "%%": "%", "%": "%", "é%i": "é02", "%W, ": "Friday, ", "a": "a"} {
		for before := range 3 {
			const n = 3 * formatAtOnce
			format := strings.Repeat("x", before) + strings.Repeat(part, n)
			got, err := evalInPieces(ctx, call, sql.Row{nil, format})
			if part == "%" { // two make one, and the engine refuses one alone
				if before == 0 && (err != nil || got != strings.Repeat("%", n/2)) {
					t.Errorf("%q: %v", part, err)
				}
				continue
			}
			if all := strings.Repeat("x", before) + strings.Repeat(want, n); err != nil || got != all {
				t.Errorf("%q behind %d bytes: %v", part, before, err)
			}
		}
	}
	for _, format := range []any{nil, ""} {
		whole, err := call.Eval(ctx, sql.Row{nil, format})
		pieces, pieceErr := evalInPieces(ctx, call, sql.Row{nil, format})
		if whole != pieces || (err == nil) != (pieceErr == nil) {
			t.Errorf("%v: %v, not %v", format, pieces, whole)
		}
	}
}
