package gms

import (
	"errors"
	"net"
	"os"
	"testing"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/vterrors"
)

// A result that cannot be sent has MySQL's errors, whatever the system says.
func TestWriteError(t *testing.T) {
	for number, err := range map[int]error{
		1160: vterrors.Wrapf(&net.OpError{Op: "write", Err: errors.New("broken pipe")}, "Write(packet) failed"),
		1161: vterrors.Wrapf(&net.OpError{Op: "write", Err: os.ErrDeadlineExceeded}, "Write(header) failed"),
		1317: mysql.NewSQLError(1317, "70100", "Query execution was interrupted"),
	} {
		var e *mysql.SQLError
		if got := writeError(err); !errors.As(got, &e) || e.Num != number {
			t.Errorf("%v is %v, want %d", err, got, number)
		}
	}
	other := errors.New("other")
	if writeError(nil) != nil || !errors.Is(writeError(other), other) {
		t.Error("what is no error of the network is changed")
	}
}
