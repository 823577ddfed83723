package perfschema_test

import (
	"context"
	"testing"

	"github.com/perfschema/perfschema"
)

func TestContextCarriesTheThread(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	if got := perfschema.FromContext(perfschema.NewContext(context.Background(), th)); got != th {
		t.Errorf("the context carries %v", got)
	}
	if got := perfschema.FromContext(context.Background()); got != nil {
		t.Errorf("an empty context carries %v", got)
	}
}
