package sys

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// Option is a row of sys_config: a setting of the schema sys.
type Option struct {
	Variable string
	Value    *string // nil: NULL
	SetTime  time.Time
	SetBy    string // who has changed it; "": nobody has
}

// Config holds the settings of the schema sys. The zero value has none; NewConfig has those
// that MySQL begins with. It is safe for concurrent use.
type Config struct {
	mu      sync.RWMutex
	options []Option // in order of their variables
	keep    func([]Option) error
}

// The failures of a change to a Config.
var (
	ErrOptionExists = errors.New("there is an option of this name")
	ErrOptionsFull  = errors.New("there are too many options")
)

// optionsMost bounds how many options there are.
const optionsMost = 1024

// NewConfig has the options that MySQL begins with, as of now.
func NewConfig(now time.Time) *Config {
	text := func(s string) *string { return &s }
	return &Config{options: []Option{
		{Variable: "diagnostics.allow_i_s_tables", Value: text("OFF"), SetTime: now},
		{Variable: "diagnostics.include_raw", Value: text("OFF"), SetTime: now},
		{Variable: "ps_thread_trx_info.max_length", Value: text("65535"), SetTime: now},
		{Variable: "statement_performance_analyzer.limit", Value: text("100"), SetTime: now},
		{Variable: "statement_performance_analyzer.view", SetTime: now},
		{Variable: "statement_truncate_len", Value: text("64"), SetTime: now},
	}}
}

// Keep has every change kept by a function, before it is seen: what it refuses is not done.
// Options that were kept before take the place of what there is; nil leaves it.
func (c *Config) Keep(before []Option, keep func([]Option) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.keep = keep; before == nil {
		return
	}
	c.options = slices.Clone(before)
	slices.SortFunc(c.options, func(a, b Option) int { return compareNames(a.Variable, b.Variable) })
}

// Options gives all, in order of their variables.
func (c *Config) Options() []Option {
	if c == nil {
		return nil
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.Clone(c.options)
}

// Value is that of an option, in any letter case; ok is false where there is none, or its
// value is NULL.
func (c *Config) Value(variable string) (value string, ok bool) {
	if c == nil {
		return "", false
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	at, found := c.find(variable)
	if !found || c.options[at].Value == nil {
		return "", false
	}
	return *c.options[at].Value, true
}

// Insert adds an option.
func (c *Config) Insert(o Option) error {
	return c.change(func(options []Option) ([]Option, error) {
		at, found := c.find(o.Variable)
		switch {
		case found:
			return nil, ErrOptionExists
		case len(options) >= optionsMost:
			return nil, ErrOptionsFull
		}
		return slices.Insert(options, at, o), nil
	})
}

// Update changes an option, and its name if that is another. One that is gone stays so.
func (c *Config) Update(variable string, o Option) error {
	return c.change(func(options []Option) ([]Option, error) {
		at, found := c.find(variable)
		if !found {
			return options, nil
		}
		if other, taken := c.find(o.Variable); taken && other != at {
			return nil, ErrOptionExists
		}
		options[at] = o
		slices.SortFunc(options, func(a, b Option) int { return compareNames(a.Variable, b.Variable) })
		return options, nil
	})
}

// Delete removes an option.
func (c *Config) Delete(variable string) error {
	return c.change(func(options []Option) ([]Option, error) {
		if at, found := c.find(variable); found {
			options = slices.Delete(options, at, at+1)
		}
		return options, nil
	})
}

// Clear removes all.
func (c *Config) Clear() error {
	return c.change(func([]Option) ([]Option, error) { return []Option{}, nil })
}

// change has a change of a copy kept, and then seen.
func (c *Config) change(of func([]Option) ([]Option, error)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	options, err := of(slices.Clone(c.options))
	if err != nil {
		return err
	}
	if c.keep != nil {
		if err := c.keep(options); err != nil {
			return err
		}
	}
	c.options = options
	return nil
}

func (c *Config) find(variable string) (at int, found bool) {
	return slices.BinarySearchFunc(c.options, variable, func(o Option, name string) int { return compareNames(o.Variable, name) })
}

func compareNames(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }
