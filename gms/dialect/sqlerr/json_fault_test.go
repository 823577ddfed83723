package sqlerr

import (
	"encoding/json"
	"testing"
)

// The faults are MySQL's, as its users have told of them and as the reader that it
// uses documents them.
func TestJSONFault(t *testing.T) {
	for text, want := range map[string]struct {
		what string
		at   int
	}{
		``:               {"The document is empty.", 0},
		`  `:             {"The document is empty.", 2},
		`x`:              {"Invalid value.", 0},
		`nul`:            {"Invalid value.", 3},
		`2025-03-12 16`:  {"The document root must not be followed by other values.", 4},
		`{`:              {"Missing a name for object member.", 1},
		`{"a":1,}`:       {"Missing a name for object member.", 7},
		`{"a"}`:          {"Missing a colon after a name of object member.", 4},
		`{"a":1`:         {"Missing a comma or '}' after an object member.", 6},
		`[1, 2`:          {"Missing a comma or ']' after an array element.", 5},
		`[1, 2,`:         {"Invalid value.", 6},
		`"a`:             {"Missing a closing quotation mark in string.", 2},
		`"a\q"`:          {"Invalid escape character in string.", 2},
		`"\u00g0"`:       {"Incorrect hex digit after \\u escape in string.", 1},
		`"\ud800"`:       {"The surrogate pair in string is invalid.", 1},
		"\"a\nb\"":       {"Invalid encoding in string.", 2},
		`1.`:             {"Miss fraction part in number.", 2},
		`1e`:             {"Miss exponent in number.", 2},
		`[1e999]`:        {"Number too big to be stored in double.", 1},
		`{"a": [1, {}]}`: {"", 0},
		`"\ud83d\ude00"`: {"", 0},
	} {
		if what, at := jsonFault(text); what != want.what || at != want.at {
			t.Errorf("%s: %q at %d, want %q at %d", text, what, at, want.what, want.at)
		}
	}
}

// A text has a fault if and only if Go cannot read it.
func FuzzJSONFault(f *testing.F) {
	for _, text := range []string{``, `{"a":[1,-2.5e3,null,true,"x\u00e9"]}`, `[}`, "\"\xff\"", `{"a":1}x`, `0123`, `-`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		what, at := jsonFault(text)
		if at < 0 || at > len(text) {
			t.Errorf("%q: %d", text, at)
		}
		var v any
		if what == "" && json.Unmarshal([]byte(text), &v) != nil {
			t.Errorf("%q has no fault", text)
		}
		if _, _, ok := jsonPathFault(text); ok && (len(text) == 0) {
			t.Errorf("%q is no path", text)
		}
	})
}

func TestJSONPathFault(t *testing.T) {
	for path, want := range map[string]struct {
		at       int
		wildcard bool
		ok       bool
	}{
		`$`: {0, false, true}, `$.a`: {0, false, true}, ` $ . a [ 0 ] `: {0, false, true}, `$."a b".c[3][last-1]`: {0, false, true},
		`$.*`: {0, true, true}, `$[*]`: {0, true, true}, `$**.a`: {0, true, true}, `$[1 to 3]`: {0, true, true},
		`a`: {1, false, false}, ``: {0, false, false}, `$a`: {1, false, false}, `$[`: {2, false, false}, `$[*`: {3, false, false},
		`$.`: {2, false, false}, `$.1a`: {4, false, false}, `$.a-b`: {5, false, false}, `$**`: {0, true, false}, `$*`: {2, false, false},
	} {
		if at, wildcard, ok := jsonPathFault(path); at != want.at || wildcard != want.wildcard || ok != want.ok {
			t.Errorf("%s: %d, %v, %v", path, at, wildcard, ok)
		}
	}
}
