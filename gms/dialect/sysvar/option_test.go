package sysvar

import "testing"

func TestWholeDigits(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "17": "17", "-1": "-1", "2k": "2048", "1M": "1048576", "3G": "3221225472", "1T": "1099511627776", "1p": "1125899906842624",
		"15E": "17293822569102704640", "18446744073709551615": "18446744073709551615", "-2K": "-2048",
	} {
		if got, err := wholeDigits(in); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %s", in, got, err, want)
		}
	}
	for _, in := range []string{"", "k", "x", "1.5", "1kk", "16E", "99999999999999999999", "-9E", "0x10", " 1"} {
		if got, err := wholeDigits(in); err == nil {
			t.Errorf("%q is %q, want an error", in, got)
		}
	}
}

func TestOptionsThatAreVariables(t *testing.T) {
	options := Options()
	for name, want := range map[string][2]bool{
		"max_connections": {false, true}, "autocommit": {true, true}, "big_tables": {true, true}, "nosuch": {}, "performance_schema_max_logger_classes": {false, true},
	} {
		if isSwitch, ok := options[name]; isSwitch != want[0] || ok != want[1] {
			t.Errorf("%s: %v, %v", name, isSwitch, ok)
		}
	}
}
