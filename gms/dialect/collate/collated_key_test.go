package collate

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
)

// Texts have one key if the weights of their letters are the same, wherever the room of a key ends and
// the first letter beyond ASCII stands.
func TestKeyOfRoom(t *testing.T) {
	ci, bin := sql.Collation_utf8mb4_0900_ai_ci, sql.Collation_utf8mb4_0900_bin
	long := strings.Repeat("a", 3*keyRoom)
	for _, test := range []struct {
		a, b string
		by   sql.CollationID
		same bool
	}{
		{"", "", ci, true}, {"a", "A", ci, true}, {"a", "A", bin, false}, {"a", "aa", ci, false}, {"a\x00", "a", bin, false},
		{long, strings.ToUpper(long), ci, true}, {long, long[1:], ci, false}, {long + "ä", strings.ToUpper(long) + "Ä", ci, true},
		{long[:keyRoom], strings.ToUpper(long[:keyRoom]), ci, true}, {long[:keyRoom] + "b", long[:keyRoom] + "c", ci, false},
		{long[:keyRoom-1] + "é", long[:keyRoom-1] + "e", ci, true}, {"é" + long, "E" + long, ci, true}, {"é" + long, "E" + long, bin, false},
		{"a\xff", "a\xff", bin, true}, {"\xff\xfe", "\xff", bin, false},
	} {
		if got := keyOf(test.a, test.by) == keyOf(test.b, test.by); got != test.same {
			t.Errorf("%.20q and %.20q by %s: one key: %v", test.a, test.b, test.by.Name(), got)
		}
	}
	if n := testing.AllocsPerRun(100, func() { keyOf(long[:keyRoom], ci) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkKeyOf(b *testing.B) {
	text := strings.Repeat("83868641912-", 10)
	for b.Loop() {
		keyOf(text, sql.Collation_utf8mb4_0900_ai_ci)
	}
}
