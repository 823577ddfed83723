package held

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/variables"

	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/internal/racetest"
)

// The engine's part of a session counts as much as the heap holds of it.
func TestBaseSessionSize(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector makes objects larger")
	}
	variables.InitSystemVariables()
	variables.InitStatusVariables()
	got := baseSessionSize(sql.NewBaseSession())
	grown := heaptest.Each(50, func() sql.Session { return sql.NewBaseSession() })
	t.Logf("%d bytes, the heap %d", got, grown)
	if d := got - grown; d < -grown/20 || d > grown/20 {
		t.Errorf("%d bytes, the heap grew by %d", got, grown)
	}
	if n := baseSessionSize(nil); n != 0 {
		t.Errorf("no session has %d bytes", n)
	}
}
