package words

import "testing"

func TestTokensOf(t *testing.T) {
	s := TokensOf("SHOW /* all */ Profiles\n FOR 7 x;")
	if s.Take("SHOW", "PROFILE") || !s.Take("show", "profiles") || s.Peek() != "FOR" {
		t.Errorf("comes to %q", s.Peek())
	}
	if _, ok := s.Number(); ok || !s.Take("FOR") {
		t.Error("a word is taken for a number")
	}
	if n, ok := s.Number(); n != 7 || !ok {
		t.Errorf("%d, %v", n, ok)
	}
	if near, line := s.Near(); near != "x" || line != 2 || s.Rest() != "x;" {
		t.Errorf("%q in line %d, %q left", near, line, s.Rest())
	}
	if !s.Take("x") || s.Peek() != "" {
		t.Errorf("%q behind the end", s.Peek())
	}
	if near, line := s.Near(); near != "" || line != 2 {
		t.Errorf("%q in line %d behind the end", near, line)
	}
}
