package field

import (
	"errors"
	"fmt"
	"slices"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// Unchanged holds that an UPDATE left every column but the writable ones as it
// was. Giving such a column the value it has is no change, as in MySQL.
func Unchanged(columns []view.Column, old, new view.Row, writable ...string) error {
	for i, c := range columns {
		if old[i] != new[i] && !slices.Contains(writable, c.Name) {
			return fmt.Errorf("%s: %w", c.Name, view.ErrNotUpdatable)
		}
	}
	return nil
}

// Yes reads an enum('YES','NO') value of a row.
func Yes(column string, v any) (bool, error) {
	switch v {
	case "YES":
		return true, nil
	case "NO":
		return false, nil
	}
	return false, fmt.Errorf("%s = %v: %w", column, v, view.ErrValue)
}

// FlagOf reads the enum('YES','NO') column of a row by the column's name.
func FlagOf(columns []view.Column, row view.Row, name string) (bool, error) {
	for i, c := range columns {
		if c.Name == name {
			return Yes(name, row[i])
		}
	}
	return false, fmt.Errorf("%s: %w", name, view.ErrValue)
}

// TextOf reads a text value of a row; NULL is "".
func TextOf(v any) string {
	s, _ := v.(string)
	return s
}

// writeError turns an error of the core into one of this package's. A row that
// is gone by now is no error: the statement changes one row less.
func writeError(err error) error {
	switch {
	case err == nil, errors.Is(err, perfschema.ErrNotFound):
		return nil
	case errors.Is(err, perfschema.ErrDuplicate):
		return view.ErrDuplicate
	case errors.Is(err, perfschema.ErrFull):
		return view.ErrFull
	case errors.Is(err, perfschema.ErrOff):
		return view.ErrOff
	}
	return err
}

// Editable gives a table the functions that add, change and remove rows, each
// of them a T of the core's.
func Editable[T any](t *view.Table, parse func(view.Row) (T, error), writable []string,
	insert func(*perfschema.Schema, T) error, update func(s *perfschema.Schema, old, row T) error, remove func(*perfschema.Schema, T) error) {
	t.Insert = func(s *perfschema.Schema, row view.Row) error {
		if !s.Enabled() {
			return view.ErrOff
		}
		v, err := parse(row)
		if err != nil {
			return err
		}
		return writeError(insert(s, v))
	}
	t.Update = func(s *perfschema.Schema, old, row view.Row) error {
		if err := Unchanged(t.Columns, old, row, writable...); err != nil {
			return err
		}
		before, err := parse(old)
		if err != nil {
			return err
		}
		after, err := parse(row)
		if err != nil || !s.Enabled() {
			return err
		}
		return writeError(update(s, before, after))
	}
	t.Delete = func(s *perfschema.Schema, row view.Row) error {
		v, err := parse(row)
		if err != nil || !s.Enabled() {
			return err
		}
		return writeError(remove(s, v))
	}
}
