package top

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// What is believed of a server: it may be another program that took its port.
const (
	// maxRows is how many rows of an answer are read. performance_schema_digests_size is at
	// most 1,048,576 in MySQL.
	maxRows = 1 << 21
	// maxAnswer is how many bytes of values are kept of an answer.
	maxAnswer = 512 << 20
	// maxValue is how many bytes of a value are kept; queries ask for 1,024 of texts.
	maxValue = 64 << 10
	// answerWithin is how long a page, or what was opened, may take.
	answerWithin = time.Minute
)

// limits are of one answer.
type limits struct{ rows, bytes int }

// errAnswer is wrapped by errors about answers that are not believed.
var errAnswer = errors.New("the server's answer is not believed")

// value is what a column holds, nil for NULL.
type value []byte

func (v value) text() string { return string(v) }

// number is NaN for NULL and for what is no finite number.
func (v value) number() float64 {
	if v == nil {
		return math.NaN()
	}
	n, err := strconv.ParseFloat(string(v), 64)
	if err != nil || math.IsInf(n, 0) {
		return math.NaN()
	}
	return n
}

// id is a whole number, 0 for NULL.
func (v value) id() uint64 {
	n, _ := strconv.ParseUint(string(v), 10, 64)
	return n
}

// each calls a function for each row of a query, with as many values as columns were asked for;
// they are its own to keep. An answer with other columns, or too long, is an error.
func (s *server) each(ctx context.Context, query string, args []any, columns int, do func([]value)) error {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	if len(names) != columns {
		return fmt.Errorf("%w: it has %d columns of %d", errAnswer, len(names), columns)
	}
	raw := make([]sql.RawBytes, columns)
	into := make([]any, columns)
	for i := range raw {
		into[i] = &raw[i]
	}
	left := s.limits.bytes
	for n := 0; rows.Next(); n++ {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		values := make([]value, columns)
		for i, v := range raw {
			if v != nil {
				values[i] = append(value{}, v[:min(len(v), maxValue)]...)
				left -= len(values[i])
			}
		}
		if n == s.limits.rows || left < 0 {
			return fmt.Errorf("%w: it has more than %d rows or %d bytes", errAnswer, s.limits.rows, s.limits.bytes)
		}
		do(values)
	}
	return rows.Err()
}
