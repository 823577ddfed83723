package builtin

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
)

// A LIKE of long texts gives what the engine's gives, and ends with its context.
func TestMatchLike(t *testing.T) {
	ctx, collation := sql.NewEmptyContext(), sql.Collation_utf8mb4_0900_ai_ci
	letters := []string{"a", "A", "é", "b", "%", "_", `\%`, `\_`}
	random := rand.New(rand.NewPCG(1, 2))
	word := func(of []string) string {
		var out strings.Builder
		for range random.IntN(8) {
			out.WriteString(of[random.IntN(len(of))])
		}
		return out.String()
	}
	for range 20_000 {
		text, pattern := word(letters[:6]), word(letters)
		matcher, err := expression.ConstructLikeMatcher(collation, pattern, '\\')
		if err != nil {
			t.Fatal(err)
		}
		want := matcher.Match(text)
		if got, err := matchLike(ctx, collation, text, pattern, '\\'); err != nil || got != want {
			t.Fatalf("%q LIKE %q: %v, %v, want %v", text, pattern, got, err, want)
		}
	}
	inner, cancel := context.WithCancel(ctx.Context)
	cancel()
	endless := "%" + strings.Repeat("a", 1<<15) + "b%"
	if _, err := matchLike(ctx.WithContext(inner), collation, strings.Repeat("a", 1<<17), endless, '\\'); err != context.Canceled {
		t.Errorf("a LIKE that is cancelled: %v", err)
	}
}
