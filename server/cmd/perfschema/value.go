package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema"
)

func text(field func(*settings) *string) func(*settings, string) error {
	return func(s *settings, value string) error {
		*field(s) = value
		return nil
	}
}

// filled refuses the empty value that a variable of the shell has which is not set.
func filled(set func(*settings, string) error) func(*settings, string) error {
	return func(s *settings, value string) error {
		if value == "" {
			return errors.New("the value is empty; give one, or leave the option out")
		}
		return set(s, value)
	}
}

// interval takes the time between two readings of a server or a program.
func interval(to *time.Duration) func(*settings, string) error {
	return func(_ *settings, value string) error {
		d, err := time.ParseDuration(value)
		if err != nil || d < 100*time.Millisecond || d > time.Hour {
			return fmt.Errorf("%q is no time between 100ms and 1h", value)
		}
		*to = d
		return nil
	}
}

func onOff(set func(*settings, bool)) func(*settings, string) error {
	return func(s *settings, value string) error {
		on, err := parseOnOff(value)
		if err == nil {
			set(s, on)
		}
		return err
	}
}

// parseOnOff reads a boolean in any of MySQL's spellings.
func parseOnOff(value string) (bool, error) {
	switch strings.ToLower(value) {
	case "on", "true", "yes", "1":
		return true, nil
	case "off", "false", "no", "0":
		return false, nil
	}
	return false, fmt.Errorf("%q is neither ON nor OFF", value)
}

// parseSize reads a whole number, to which K, M or G may be added.
func parseSize(value string) (int64, error) {
	digits, unit := value, int64(1)
	if value != "" {
		if shift := strings.IndexByte("kmg", value[len(value)-1]|0x20); shift >= 0 {
			digits, unit = value[:len(value)-1], 1<<(10*(shift+1))
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		if errors.Is(err, strconv.ErrRange) {
			return 0, fmt.Errorf("%q is too large", value)
		}
		return 0, fmt.Errorf("%q is not a whole number", value)
	}
	if n > math.MaxInt64/unit || n < math.MinInt64/unit {
		return 0, fmt.Errorf("%q is too large", value)
	}
	return n * unit, nil
}

func addInstrument(s *settings, value string) error {
	rule, err := perfschema.ParseInstrumentRule(value)
	if err == nil {
		s.server.PerformanceSchema.Instruments = append(s.server.PerformanceSchema.Instruments, rule)
	}
	return err
}

// age sets a time that something may be old; 0 is no bound.
func age(field func(*settings) *time.Duration) func(*settings, string) error {
	return func(s *settings, value string) error {
		d, err := parseAge(value)
		if err != nil {
			return err
		}
		if *field(s) = d; d == 0 {
			*field(s) = -1
		}
		return nil
	}
}

// parseAge reads a time as 36h, or in days as 7d.
func parseAge(value string) (time.Duration, error) {
	d, err := time.ParseDuration(value)
	if days, ok := strings.CutSuffix(value, "d"); ok {
		n, failed := strconv.ParseUint(days, 10, 16)
		d, err = time.Duration(n)*24*time.Hour, failed //nolint:gosec // 180 years at most
	}
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is no time such as 7d or 36h", value)
	}
	return d, nil
}
