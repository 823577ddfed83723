package syntax

import (
	"fmt"
	"testing"
)

// TestTokens: each reader takes what it is for, in all ways of writing it, and gives a
// syntax error, passing over nothing, for what is none.
func TestTokens(t *testing.T) {
	for _, test := range []struct {
		read func(*Tokens) (any, error)
		text string
		want string // "" for an error
		rest string
	}{
		{number, "17 rest", "17", "rest"},
		{number, "x", "", "x"},
		{number, "", "", ""},
		{name, "orders rest", "orders", "rest"},
		{name, "`a``b` rest", "a`b", "rest"},
		{name, "``", "", "``"},
		{name, "`open", "", "`open"},
		{name, "17", "", "17"},
		{table, "orders rest", ".orders", "rest"},
		{table, "shop . `or ders` rest", "shop.or ders", "rest"},
		{table, "shop.", "", ""},
		{account, "joe", "joe@%", ""},
		{account, "'joe'@'local''host' rest", "joe@local'host", "rest"},
		{account, "joe@localhost rest", "joe@localhost", "rest"},
		{account, "'j\\'o\\e'@'%' rest", "j'oe@%", "rest"},
		{account, "`joe` @ \"h\" rest", "joe@h", "rest"},
		{account, "17", "", "17"},
		{limit, "3", "3 from 0", ""},
		{limit, "3 OFFSET 2 rest", "3 from 2", "rest"},
		{limit, "2, 3 rest", "3 from 2", "rest"},
		{limit, "18446744073709551615", fmt.Sprint(maxRows, " from 0"), ""},
		{limit, "x, `y`", "variable x", ""},
		{limit, "3,", "", ""},
		{limit, "'3'", "", "'3'"},
		{end, "", "<nil>", ""},
		{end, "-- a comment", "<nil>", ""},
		{end, "rest", "", "rest"},
	} {
		x := TokensOf(test.text)
		got, err := test.read(&x)
		if (err != nil) != (test.want == "") || err == nil && fmt.Sprint(got) != test.want {
			t.Errorf("%s: %v, %v; want %q", test.text, got, err, test.want)
		}
		if rest := x.Peek(); rest != test.rest {
			t.Errorf("%s: before %q, want %q", test.text, rest, test.rest)
		}
	}
}

func number(t *Tokens) (any, error) { return t.ExpectNumber() }
func name(t *Tokens) (any, error)   { return t.ExpectName() }
func end(t *Tokens) (any, error)    { return nil, t.ExpectEnd() }

func table(t *Tokens) (any, error) {
	n, err := t.ExpectTable()
	return n.DbQualifier.String() + "." + n.Name.String(), err
}

func account(t *Tokens) (any, error) {
	a, err := t.ExpectAccount()
	return a.User + "@" + a.Host, err
}

func limit(t *Tokens) (any, error) {
	l, err := t.ExpectLimit()
	if l.Undeclared != "" {
		return "variable " + l.Undeclared, err
	}
	return fmt.Sprint(l.Rows, " from ", l.Offset), err
}

// TestTables: a list ends where no comma follows.
func TestTables(t *testing.T) {
	x := TokensOf("a, b.c , `d` rest")
	list, err := x.ExpectTables()
	if err != nil || len(list) != 3 || list[1].Name.String() != "c" || x.Peek() != "rest" {
		t.Errorf("%v, %v, before %q", list, err, x.Peek())
	}
	x = TokensOf("a,")
	if _, err := x.ExpectTables(); err == nil {
		t.Error("a list that ends in a comma is taken")
	}
}

// TestQuotes: "..." is a name or a text by the mode.
func TestQuotes(t *testing.T) {
	ansi, other := NewTokens(`"a"`, true), NewTokens(`"a"`, false)
	if n, err := ansi.ExpectName(); err != nil || n != "a" {
		t.Errorf("%q, %v", n, err)
	}
	if n, err := other.ExpectName(); err == nil {
		t.Errorf("a text is taken for the name %q", n)
	}
}
