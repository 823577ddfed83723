package definition

import "testing"

func TestDefiner(t *testing.T) {
	for text, want := range map[string][2]string{
		"CREATE DEFINER = `ann`@`localhost` PROCEDURE p() SELECT 1": {"ann", "localhost"},
		"CREATE DEFINER = 'a@b'@'10.%' PROCEDURE p() SELECT 1":      {"a@b", "10.%"},
		"CREATE PROCEDURE p() SELECT 1":                             {"", "%"},
		"SELECT 1":                                                  {"", "%"},
		"CREATE DEFINER":                                            {"", "%"},
	} {
		if user, host := SplitDefiner(Definer(text)); [2]string{user, host} != want {
			t.Errorf("%s: %q@%q", text, user, host)
		}
	}
	if user, host := SplitDefiner("ann"); user != "ann" || host != "%" {
		t.Errorf("%q@%q", user, host)
	}
}
