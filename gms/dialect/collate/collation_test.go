package collate

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
)

func TestGoesByBytes(t *testing.T) {
	for c, want := range map[sql.CollationID]bool{
		sql.Collation_utf8mb4_0900_bin: true, sql.Collation_utf8mb4_bin: true, sql.Collation_binary: true, sql.Collation_latin1_bin: true,
		sql.Collation_utf8mb4_0900_ai_ci: false, sql.Collation_utf8mb4_general_ci: false, sql.Collation_latin1_swedish_ci: false,
	} {
		if got := goesByBytes(c); got != want {
			t.Errorf("%s: got %v, want %v", c.Name(), got, want)
		}
	}
}

// Positions are of characters, those of bytes where texts are compared as such.
func TestIndexOf(t *testing.T) {
	ci, bin, bytes := sql.Collation_utf8mb4_0900_ai_ci, sql.Collation_utf8mb4_0900_bin, sql.Collation_binary
	for _, test := range []struct {
		text, part string
		from       int
		by         sql.CollationID
		want       int
	}{
		{"abc", "B", 0, ci, 1}, {"abc", "B", 0, bin, -1}, {"abc", "B", 0, bytes, -1},
		{"éab", "B", 0, ci, 2}, {"éab", "b", 0, bin, 2}, {"éab", "b", 0, bytes, 3},
		{"xé", "E", 0, ci, 1}, {"xé", "e", 0, bin, -1},
		{"abcb", "b", 2, ci, 3}, {"abcb", "b", 4, ci, -1}, {"abcb", "b", 9, bytes, -1},
		{"abc", "", 3, ci, 3}, {"abc", "", 4, ci, -1}, {"", "", 0, ci, 0}, {"", "a", 0, ci, -1}, {"", "", 0, bytes, 0},
	} {
		if got := IndexOf(test.text, test.part, test.from, test.by); got != test.want {
			t.Errorf("%q in %q from %d by %s: got %d, want %d", test.part, test.text, test.from, test.by.Name(), got, test.want)
		}
	}
}

// Texts have one key where their collation takes them for equal.
func TestKeyOf(t *testing.T) {
	ci := sql.Collation_utf8mb4_0900_ai_ci
	long := strings.Repeat("Long é ", 100)
	for _, test := range []struct {
		a, b string
		same bool
	}{{"abc", "ABC", true}, {"é", "E", true}, {"", "", true}, {long, strings.ToUpper(long), true}, {"abc", "abd", false}, {"ab", "abc", false}, {"a", "a ", false}, {"ab", "ba", false}} {
		if got := keyOf(test.a, ci) == keyOf(test.b, ci); got != test.same {
			t.Errorf("%q and %q: got %v, want %v", test.a, test.b, got, test.same)
		}
	}
}

// A type keeps its length, in characters, whatever the character set.
func TestTypeWith(t *testing.T) {
	for _, base := range []sql.Type{
		types.MustCreateString(sqltypes.VarChar, 20, sql.Collation_utf8mb4_0900_bin), types.MustCreateString(sqltypes.Char, 20, sql.Collation_latin1_bin),
		types.Text, types.LongText, types.TinyText,
	} {
		out, ok := TypeWith(base, sql.Collation_utf8mb4_0900_ai_ci)
		if !ok {
			t.Fatalf("%v: no type", base)
		}
		if got := out.(sql.StringType); got.Type() != base.Type() || got.Collation() != sql.Collation_utf8mb4_0900_ai_ci || got.MaxCharacterLength() != base.(sql.StringType).MaxCharacterLength() {
			t.Errorf("%v became %v of %d characters", base, out, got.MaxCharacterLength())
		}
	}
	if _, ok := TypeWith(types.Int64, sql.Collation_utf8mb4_0900_ai_ci); ok {
		t.Error("a number became a text")
	}
	if _, ok := TypeWith(types.Text, sql.Collation_gbk_chinese_ci); ok {
		t.Error("a collation that is known by its name alone was taken")
	}
}

func TestByBytes(t *testing.T) {
	plain := sql.Schema{{Name: "id", Type: types.Int64}, {Name: "b", Type: types.Text}}
	if out := ByBytes(plain); &out[0] != &plain[0] {
		t.Error("columns that go by bytes were copied")
	}
	ci := types.MustCreateString(sqltypes.VarChar, 20, sql.Collation_utf8mb4_0900_ai_ci)
	schema := sql.Schema{{Name: "id", Type: types.Int64}, {Name: "a", Type: ci, Nullable: true}}
	out := ByBytes(schema)
	if schema[1].Type != sql.Type(ci) {
		t.Error("the table's own column was changed")
	}
	ctx := sql.NewEmptyContext()
	for _, test := range []struct {
		before, after string
		want          bool
	}{{"abc", "abc", true}, {"abc", "ABC", false}, {"abc", "abd", false}, {"", "", true}} {
		same, err := sql.Row{int64(1), test.before}.Equals(ctx, sql.Row{int64(1), test.after}, out)
		if err != nil || same != test.want {
			t.Errorf("%q and %q: got %v, %v, want %v", test.before, test.after, same, err, test.want)
		}
	}
}
