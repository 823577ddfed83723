package builtin

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// FIND_IN_SET in a long list gives what the engine's gives, and ends with its context.
func TestFindInList(t *testing.T) {
	ctx, collation := sql.NewEmptyContext(), sql.Collation_utf8mb4_0900_ai_ci
	text := types.CreateLongText(collation)
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "A", "é", "b", "", ",", ",,", "ab"}
	word := func(most int) string {
		var out strings.Builder
		for range random.IntN(most) {
			out.WriteString(parts[random.IntN(len(parts))])
		}
		return out.String()
	}
	for range 20_000 {
		sought, list := word(3), word(10)
		want, err := function.NewFindInSet(expression.NewLiteral(sought, text), expression.NewLiteral(list, text)).Eval(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := findInList(ctx, collation, sought, list); err != nil || got != want {
			t.Fatalf("%q in %q: %v, %v, want %v", sought, list, got, err, want)
		}
	}
	plain := function.NewFindInSet(expression.NewLiteral("B", text), expression.NewLiteral(strings.Repeat("a,", 1<<16)+"b", text))
	for _, e := range []sql.Expression{plain, &correctedCall{plain, "find_in_set"}} {
		f, changed, err := findEnding(e)
		if err != nil || !changed {
			t.Fatal(f, err)
		}
		if got, err := f.Eval(ctx, nil); err != nil || got != 1<<16+1 {
			t.Errorf("%v, %v", got, err)
		}
		inner, cancel := context.WithCancel(ctx.Context)
		cancel()
		if _, err := f.Eval(ctx.WithContext(inner), nil); !errors.Is(err, context.Canceled) {
			t.Errorf("one that is cancelled: %v", err)
		}
	}
}
