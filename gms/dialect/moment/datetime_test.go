package moment

import (
	"testing"
	"time"
)

func TestDatetime(t *testing.T) {
	const none = ""
	for text, want := range map[string]string{
		"2024-02-29": "2024-02-29 00:00:00", "24-2-29": "2024-02-29 00:00:00", "20240229": "2024-02-29 00:00:00", "240229": "2024-02-29 00:00:00",
		"2024.02.29": "2024-02-29 00:00:00", "2024@2@29": "2024-02-29 00:00:00", "2024--02-29": "2024-02-29 00:00:00", "1-2-3": "0001-02-03 00:00:00",
		"70-1-1": "1970-01-01 00:00:00", "69-1-1": "2069-01-01 00:00:00", " 2024-02-29 ": "2024-02-29 00:00:00", "2024-02-29 12": "2024-02-29 12:00:00",
		"2024-2-9 1:2:3": "2024-02-09 01:02:03", "2024-02-29T1:2:3": "2024-02-29 01:02:03", "240229123045": "2024-02-29 12:30:45",
		"20240229T123045": "2024-02-29 12:30:45", "240229T123045": "2024-02-29 12:30:45", "20240229T123045.5": "2024-02-29 12:30:45.5",
		"20240229T1230": none, "20240229T": none, "20240229T12:30:45": none, "20240229T123045+09:00": none, "20240229t123045": none, "20240229 123045": none, "2024022T123045": none,
		"20240229123045.5": "2024-02-29 12:30:45.5", "2024^02^29 12+30+45": "2024-02-29 12:30:45", "2024-02-29 12-30-45": "2024-02-29 12:30:45",
		"2024-02-29  12:30:45": "2024-02-29 12:30:45", "2024-02-29 12:30:45+09:00": "2024-02-29 03:30:45", "2024-02-29 12:30:45.5-03:30": "2024-02-29 16:00:45.5",
		"2024-02-29@12:30:45": "2024-02-29 12:30:45", "2024-02-29:12:30:45": "2024-02-29 12:30:45", "2024-02-29 12:30:45.9999999": "2024-02-29 12:30:46",
		"2024-02-29 12:30:": "2024-02-29 12:30:00", "2024-02-29 12:30:45.": "2024-02-29 12:30:45", "2024/02/29 12/30/45": "2024-02-29 12:30:45",
		"2024-02-30": none, "2024-13-01": none, "2024-00-01": none, "2024-01-00": none, "2024-02": none, "2024": none, "x": none, "": none, "10000-01-01": none,
		"2024 02 29": none, "2024-02-29T": none, "2024-02-29Tx": none, "2024-02-29x": none, "12:30:45": none, "2024022912": none, "2024-02-29 123045": none, "2024-02-29 24:00:00": none,
		"2024-02-29 12:60:00": none, "2024-02-29 12:30:45Z": none, "2024-02-29 12:30:45 +09:00": none, "2024-02-29 12:30:45+14:01": none,
		"2024-02-29 12:30:45-00:00": none, "2024-02-29 12:30:45.1x": none, "9999-12-31 23:59:59.9999999": none, "0000-00-00": none,
	} {
		at, _, _, ok := Datetime(text, time.UTC)
		got := none
		if ok {
			got = at.Format("2006-01-02 15:04:05.999999")
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLocal(t *testing.T) {
	for text, want := range map[string]bool{"2024-02-29 12:30:45+09:00": true, "2024-02-29 12:30:45": false, "2024-02-29 12:30:45.5-13:59": true} {
		at, hasTime, zoned, _, ok := Local(text)
		if !ok || !hasTime || zoned != want || at.Truncate(time.Second) != time.Date(2024, 2, 29, 12, 30, 45, 0, time.UTC) {
			t.Errorf("%q: %v, zone %v, %v", text, at, zoned, ok)
		}
	}
}

func TestIsImpossible(t *testing.T) {
	for text, want := range map[string]bool{
		"2024-02-30": true, "2023-2-29": true, "2024-06-31": true, "2024-13-01": true, "20240230": true, "2024-02-28 25:00:00": true, "2024-02-28 23:60": true, "2024-02-30x": true,
		"2024-02-29 12:30:45+19:00": true, "2024-02-29 12:30:45-00:00": true, "2024-02-29": false, "2024-02-29 12:30:45+09:00": false,
		"0000-00-00": false, "2024-00-01": false, "2024-01-00": false, "x": false, "": false, "2024": false, "2024-02-29x": false,
	} {
		if got := IsImpossible(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestTime(t *testing.T) {
	const none = time.Duration(-1)
	for text, want := range map[string]time.Duration{
		"": 0, "1 18:54:0": 42*time.Hour + 54*time.Minute, "-1 18:54:0": -42*time.Hour - 54*time.Minute, "18:54": 18*time.Hour + 54*time.Minute,
		"1 18": 42 * time.Hour, "34 22:59:59": 838*time.Hour + 59*time.Minute + 59*time.Second, "8:5:4": 8*time.Hour + 5*time.Minute + 4*time.Second,
		"1234": 12*time.Minute + 34*time.Second, "5": 5 * time.Second, "-12:30": -12*time.Hour - 30*time.Minute, " 12:30 ": 12*time.Hour + 30*time.Minute,
		"12.5": 12*time.Second + 500*time.Millisecond, "1  2:3": 26*time.Hour + 3*time.Minute, ":30": 30 * time.Minute, "00000012:30": 12*time.Hour + 30*time.Minute,
		"2024-02-29 12:30:45": 12*time.Hour + 30*time.Minute + 45*time.Second, "20240229123045": 12*time.Hour + 30*time.Minute + 45*time.Second,
		"2024-02-30 12:30:45": 12*time.Hour + 30*time.Minute + 45*time.Second, "24/2/29 12:30:45": 12*time.Hour + 30*time.Minute + 45*time.Second,
		"2024-02-29 12:30:45+09:00": 3*time.Hour + 30*time.Minute + 45*time.Second, "2024-02-29T12:30:45": none, "24/1/1:12:0": none, "24/1/1:12:0+14:00": none, "2024-02-29 25:30:45": none,
		"60": none, "12:60:00": none, "12:30:60": none, "x": none, "12:": none, "12::30": none, "--1:0:0": none, "+1:0:0": none, "12:30:45x": none, "12-30-45": none, " ": none,
	} {
		micros, _, _, _, ok := Time(text, time.UTC)
		got := none
		if ok {
			got = time.Duration(micros) * time.Microsecond
		}
		if got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]int64{"839:00:00": MostMicros, "-35 0:0": -MostMicros, "838:59:59.9": MostMicros, "99999999999999999999:0": MostMicros} {
		if micros, _, _, in, ok := Time(text, time.UTC); micros != want || in || !ok {
			t.Errorf("%q: %d, %v, %v", text, micros, in, ok)
		}
	}
}

func TestUsual(t *testing.T) {
	for text, want := range map[string]bool{
		"2024-02-29": true, "2024-02-29 12:30:45": true, "2024-02-29 12:30:45.123456": true, "2024-02-29 12:30:45.1234567": false,
		"": false, "24-02-29": false, "2024-02-29 12:30": false, "2024-02-29T12:30:45": false, " 2024-02-29": false, "2024-02-29 12:30:45x": false,
	} {
		if got := Usual(text, false); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for text, want := range map[string]bool{"12:30:45": true, "-12:30:45.5": true, "100:00:00": false, " 12:30:45": false, "+12:30:45": false, "12:30": false, "": false, "--12:30:45": false} {
		if got := Usual(text, true); got != want {
			t.Errorf("the time %q: %v", text, got)
		}
	}
}

func TestBegins(t *testing.T) {
	for text, want := range map[string][2]bool{
		"2024-02-29": {false, true}, "2024-02-29 12:30:45+09:00": {false, true}, "2024-02-29x": {true, true}, "2024-02-29 12:30:45x": {true, true}, "2024-02-29T": {true, true},
		"2024-02-30": {}, "2024-02-30x": {}, "2024-02-29 12:30:45+15:00": {}, "2024-02-29 25:00:00": {}, "0000-00-00": {}, "2024-00-01": {}, "x": {}, "": {}, "10000-01-01": {},
	} {
		if cut, ok := Begins(text); cut != want[0] || ok != want[1] {
			t.Errorf("%q: %v, %v", text, cut, ok)
		}
	}
}

func TestIsZero(t *testing.T) {
	for text, want := range map[string]bool{
		"0000-00-00": true, "0000-00-00 00:00:00": true, " 0000-00-00 00:00:00.0 ": true, "0000-00-01": false, "0000-00-00 00:00:01": false, "0000-00-00x": false, "": false, "2024-02-29": false,
	} {
		if got := IsZero(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestZoned(t *testing.T) {
	for text, want := range map[string]bool{
		"2024-02-29 12:30:45+09:00": true, "2024-02-29 12:30-09:00 ": true, "+09:00": false, "": false, "2024-02-29": false, "2024-02-29 12:30:45": false,
	} {
		if got := Zoned(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzMoment(f *testing.F) {
	for _, text := range []string{"2024-02-29 12:30:45.5+09:00", "-1 18:54:0", "20240229123045", "24.2.29", "99:99", "200000000 0", "999999999999 9999999999:59:59"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if at, _, _, ok := Datetime(text, time.UTC); ok {
			again, _, _, ok := Datetime(at.Format("2006-01-02 15:04:05.000000"), time.UTC)
			if !ok || !again.Equal(at) {
				t.Errorf("%q: %v, and read again %v", text, at, again)
			}
		}
		east := time.FixedZone("", 9*3600)
		at, _, _, ok := Datetime(text, nil)
		if in, _, _, okIn := Datetime(text, east); !Zoned(text) && (ok != okIn || !at.Equal(in)) {
			t.Errorf("%q: %v without a zone, %v with one", text, at, in)
		}
		if micros, _, _, _, ok := Time(text, time.UTC); ok && (micros > MostMicros || micros < -MostMicros) {
			t.Errorf("%q: %d", text, micros)
		}
	})
}
