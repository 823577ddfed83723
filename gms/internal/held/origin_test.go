package held

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestMemoryPackages holds that of every instrument of the adapter it is said
// where its memory is allocated, and of none that is not there.
func TestMemoryPackages(t *testing.T) {
	schema, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	Register(schema)
	there := make(map[string]bool)
	for _, c := range schema.Read().ClassesOf(perfschema.KindMemory) {
		there[c.Name()] = true
		if strings.HasPrefix(c.Name(), "memory/sql/") && allocating[c.Name()] == nil {
			t.Errorf("nobody says where %s is allocated", c.Name())
		}
	}
	for name := range allocating {
		if !there[name] {
			t.Errorf("there is no instrument %s", name)
		}
	}
}
