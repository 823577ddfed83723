package table

import (
	"errors"
	"fmt"
	"testing"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/view"
)

func TestWriteError(t *testing.T) {
	for _, test := range []struct {
		err    error
		number int
	}{
		{view.ErrNotUpdatable, 1683}, {view.ErrOff, 1683}, {view.ErrDuplicate, 1022}, {view.ErrFull, 1114}, {view.ErrValue, 1265},
	} {
		var sent *mysql.SQLError
		if err := writeError(fmt.Errorf("wrapped: %w", test.err), "t", "c", 1); !errors.As(err, &sent) || sent.Num != test.number {
			t.Errorf("%v becomes %v, want %d", test.err, err, test.number)
		}
	}
	other := errors.New("other")
	if err := writeError(other, "t", "c", 1); err != other {
		t.Errorf("another error became %v", err)
	}
}
