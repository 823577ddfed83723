package gms_test

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// Subqueries in EXISTS give what they give, however deep they nest.
func TestDeepExists(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE k (id INT PRIMARY KEY)")
	mustExec(t, c, "INSERT INTO k VALUES (1), (2), (3)")
	for _, depth := range []int{1, 3, 4, 5, 6} {
		for _, level := range []string{"EXISTS (SELECT 1 FROM k WHERE ", "id = (SELECT MAX(id) FROM k WHERE ", "id IN (SELECT id FROM k WHERE "} {
			for innermost, want := range map[string]string{"id = 3": "3", "id = 4": "0"} {
				query := "SELECT COUNT(*) FROM k WHERE EXISTS (SELECT 1 FROM k WHERE " + strings.Repeat(level, depth) + innermost + strings.Repeat(")", depth+1)
				if got := rows(t, c, query); got[0][0] != want {
					t.Errorf("%d of %s, %s: %s, want %s", depth, level, innermost, got[0][0], want)
				}
			}
		}
	}
}
