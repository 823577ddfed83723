package privilege

import (
	"strings"
	"testing"
)

func TestNamesCurrentUser(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "_": false, "current_user": true, "SELECT CURRENT_USER()": true, "Current_User": true, "current_use": false, "xcurrent_user": true,
		"session_user()": false, "_user current_user": true, strings.Repeat("_", 1000): false, "current": false, "ent_user": false,
	} {
		if got := NamesCurrentUser(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
