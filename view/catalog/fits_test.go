package catalog

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

var (
	members = regexp.MustCompile(`'([^']*)'`)
	width   = regexp.MustCompile(`char\((\d+)\)`)

	decimalText = regexp.MustCompile(`^-?\d+(\.\d+)?$`)
)

// fits says whether a value is one the column can have: of the Go type that
// goes with the declared one, no longer than it, a member of the enum, and
// NULL only where that is declared or explained.
func fits(c view.Column, value any) error {
	if value == nil {
		if c.Nullable || c.Unknown != "" {
			return nil
		}
		return fmt.Errorf("NULL in a column that is NOT NULL")
	}
	var ok bool
	switch c.Type {
	case "bigint unsigned", "int unsigned":
		_, ok = value.(uint64)
	case "bigint", "int":
		_, ok = value.(int64)
	case "double(7,6)":
		_, ok = value.(float64)
	case "timestamp(6)", "timestamp":
		t, isTime := value.(time.Time)
		ok = isTime && !t.IsZero()
	default:
		if strings.HasPrefix(c.Type, "decimal") {
			if !decimalText.MatchString(fmt.Sprint(value)) {
				return fmt.Errorf("%#v is no %s", value, c.Type)
			}
			return nil
		}
		s, isText := value.(string)
		if !isText || !utf8.ValidString(s) {
			return fmt.Errorf("%#v is no text", value)
		}
		return fitsText(c.Type, s)
	}
	if !ok {
		return fmt.Errorf("%#v is no %s", value, c.Type)
	}
	return nil
}

func fitsText(columnType, s string) error {
	var allowed []string
	for _, m := range members.FindAllStringSubmatch(columnType, -1) {
		allowed = append(allowed, m[1])
	}
	switch {
	case strings.HasPrefix(columnType, "enum"):
		if !slices.Contains(allowed, s) {
			return fmt.Errorf("%q is not in %s", s, columnType)
		}
	case strings.HasPrefix(columnType, "set"):
		for part := range strings.SplitSeq(s, ",") {
			if s != "" && !slices.Contains(allowed, part) {
				return fmt.Errorf("%q is not in %s", part, columnType)
			}
		}
	case strings.Contains(columnType, "char"):
		n, err := strconv.Atoi(width.FindStringSubmatch(columnType)[1])
		if err != nil || utf8.RuneCountInString(s) > n {
			return fmt.Errorf("%q is longer than %s", s, columnType)
		}
	case columnType != field.Longtext && columnType != "text" && columnType != "mediumtext":
		return fmt.Errorf("%s is no type that is known here", columnType)
	}
	return nil
}

// TestFits tests the test.
func TestFits(t *testing.T) {
	for _, test := range []struct {
		column view.Column
		value  any
		want   bool
	}{
		{view.Column{Type: field.BigintUnsigned}, uint64(1), true},
		{view.Column{Type: field.BigintUnsigned}, int64(1), false},
		{view.Column{Type: field.BigintUnsigned}, nil, false},
		{view.Column{Type: field.BigintUnsigned, Nullable: true}, nil, true},
		{view.Column{Type: field.BigintUnsigned, Unknown: "why"}, nil, true},
		{view.Column{Type: field.Integer}, int64(1), true},
		{view.Column{Type: field.YesNoEnum}, "YES", true},
		{view.Column{Type: field.YesNoEnum}, "yes", false},
		{view.Column{Type: "set('a','b')"}, "", true},
		{view.Column{Type: "set('a','b')"}, "a,b", true},
		{view.Column{Type: "set('a','b')"}, "a,c", false},
		{view.Column{Type: "varchar(5)"}, "42000", true},
		{view.Column{Type: "varchar(5)"}, "420000", false},
		{view.Column{Type: field.Longtext}, strings.Repeat("x", 1<<17), true},
		{view.Column{Type: field.Longtext}, "\xff", false},
		{view.Column{Type: "json"}, "{}", false},
		{view.Column{Type: "decimal(9,2)"}, "-12.50", true},
		{view.Column{Type: "decimal(9,0)"}, uint64(12), true},
		{view.Column{Type: "decimal(9,2)"}, "twelve", false},
		{view.Column{Type: "timestamp(6)"}, time.Time{}, false},
		{view.Column{Type: "timestamp"}, time.Unix(1, 0), true},
	} {
		if err := fits(test.column, test.value); (err == nil) != test.want {
			t.Errorf("fits(%s, %v) = %v", test.column.Type, test.value, err)
		}
	}
}
