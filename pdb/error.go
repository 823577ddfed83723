package pdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"reflect"

	"github.com/perfschema/perfschema"
)

// Numbers of MySQL's, for what drivers tell by other means.
const (
	errUnknown     = 1105
	errInterrupted = 1317
	errTimeout     = 3024
	errLost        = 2013 // a client's
)

// setError tells a statement of an error; nil is none. A message may quote the text,
// and the secret in it.
func setError(st perfschema.Statement, err error, secret bool) {
	if err == nil {
		return
	}
	number, state := errUnknown, "HY000"
	var withState interface{ SQLState() string }
	switch {
	case errors.Is(err, context.Canceled):
		number, state = errInterrupted, "70100"
	case errors.Is(err, context.DeadlineExceeded):
		number = errTimeout
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone):
		number, state = errLost, "HY000"
	case errors.As(err, &withState):
		state = withState.SQLState()
	default:
		if n, s, ok := mysqlError(err); ok {
			number, state = n, s
		}
	}
	message := "The message is not shown: the statement may have a secret in it"
	if !secret {
		message = err.Error()
	}
	st.SetError(number, state, message)
}

// mysqlError finds the number and the state in an error of go-sql-driver's, or one of
// its shape: fields Number and SQLState. Its type would be a dependency.
func mysqlError(err error) (number int, state string, ok bool) {
	for ; err != nil; err = errors.Unwrap(err) {
		v := reflect.Indirect(reflect.ValueOf(err))
		if v.Kind() != reflect.Struct {
			continue
		}
		n, s := v.FieldByName("Number"), v.FieldByName("SQLState")
		if !n.IsValid() || !n.CanUint() || n.Uint() == 0 || n.Uint() > 1<<16-1 {
			continue
		}
		state = "HY000"
		if s.IsValid() && s.Kind() == reflect.Array && s.Type().Elem().Kind() == reflect.Uint8 && s.Len() == 5 && s.Index(0).Uint() != 0 {
			b := make([]byte, s.Len())
			for i := range b {
				b[i] = byte(s.Index(i).Uint())
			}
			state = string(b)
		}
		return int(n.Uint()), state, true
	}
	return 0, "", false
}
