package sys

import (
	"errors"
	"testing"
	"time"
)

// TestConfig holds that options are found in any letter case, that none is there twice, and
// that a change which cannot be kept is not seen.
func TestConfig(t *testing.T) {
	c := NewConfig(time.Unix(1, 0))
	if v, ok := c.Value("Statement_Truncate_Len"); !ok || v != "64" {
		t.Errorf("statement_truncate_len is %q, %v", v, ok)
	}
	if v, ok := c.Value("statement_performance_analyzer.view"); ok {
		t.Errorf("what is NULL has the value %q", v)
	}
	var kept []Option
	var fails error
	c.Keep(nil, func(o []Option) error { kept = o; return fails })
	own := "1"
	if err := c.Insert(Option{Variable: "mine", Value: &own}); err != nil || len(kept) != 7 {
		t.Errorf("%v, %d are kept", err, len(kept))
	}
	if err := c.Insert(Option{Variable: "MINE"}); !errors.Is(err, ErrOptionExists) {
		t.Errorf("the same again: %v", err)
	}
	if err := c.Update("mine", Option{Variable: "statement_truncate_len"}); !errors.Is(err, ErrOptionExists) {
		t.Errorf("another's name: %v", err)
	}
	fails = errors.New("disk full")
	if err := c.Delete("mine"); !errors.Is(err, fails) {
		t.Errorf("what is not kept: %v", err)
	}
	if v, ok := c.Value("mine"); !ok || v != own {
		t.Error("what was not kept is seen")
	}
	fails = nil
	if err := c.Update("mine", Option{Variable: "another", Value: &own}); err != nil || kept[0].Variable != "another" {
		t.Errorf("%v, kept %v", err, kept)
	}
	if err := errors.Join(c.Delete("nothing"), c.Clear()); err != nil || len(c.Options()) != 0 {
		t.Errorf("%v, %v are left", err, c.Options())
	}
	for range optionsMost + 1 {
		own += "1"
		if err := c.Insert(Option{Variable: own}); err != nil && (len(c.Options()) != optionsMost || !errors.Is(err, ErrOptionsFull)) {
			t.Errorf("%v among %d", err, len(c.Options()))
		}
	}
	again := new(Config)
	again.Keep([]Option{{Variable: "b"}, {Variable: "A"}}, nil)
	if all := again.Options(); len(all) != 2 || all[0].Variable != "A" {
		t.Errorf("%v were kept before", all)
	}
}
