package definition

import "testing"

func TestViewIn(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE VIEW v AS SELECT 1": "v", "CREATE OR REPLACE VIEW d.w AS SELECT * FROM t": "w",
		"CREATE TABLE v (a INT)": "", "CREATE VIEW": "", "SELECT 1": "",
	} {
		view, ok := ViewIn(text)
		if ok != (want != "") || ok && view.ViewName.Name.String() != want {
			t.Errorf("%s: %v", text, view)
		}
	}
}
