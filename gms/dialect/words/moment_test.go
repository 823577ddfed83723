package words

import "testing"

func TestMoments(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT DATE '2024-01-15'":                     "SELECT `DATE literal`( '2024-01-15')",
		"SELECT time'10:00:00'+0, date\n'2024-01-15'":  "SELECT `time literal`('10:00:00')+0, `date literal`( '2024-01-15')",
		`SELECT TIMESTAMP "2024-01-15 10:00:00"`:       "SELECT `TIMESTAMP literal`( \"2024-01-15 10:00:00\")",
		"SELECT {d '2024-01-15'}, {ts'x'}":             "SELECT `DATE literal`('2024-01-15'), `TIMESTAMP literal`('x')",
		"SELECT CAST('x' AS DATE), t.date, 'date'":     "",
		"SELECT {x '2024-01-15'}":                      "",
		"SELECT NAME_CONST('a', DATE '2024-01-15')":    "",
		"CREATE TABLE t (d DATE DEFAULT '2024-01-15')": "",
	} {
		got, ok := Respell(text, false, "")
		if ok != (want != "") || ok && got.Text != want {
			t.Errorf("%s: %s, %t", text, got.Text, ok)
		}
	}
	for text, want := range map[string]bool{
		"SELECT DATE '2024-01-15'": true, "select timestamp\t'x'": true, `SELECT time"x"`: true, "SELECT 'a', 'b'": false,
		"SELECT update 'x'": false, "SELECT t.date 'x'": false, "WHERE created_date = 'x'": false, "SELECT 1": false, "'": false, "date": false,
		"SELECT N'x'": true, "n'": true, "WHERE a = 'N' OR b=\"n\"": false, "SELECT t.n'x', in'x'": false,
	} {
		if HasMoment(text) != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
	if got := Unspell("`Date literal`( '2024-01-15') + 1, `time literal`('10''')"); got != "Date '2024-01-15' + 1, time'10'''" {
		t.Errorf("unspelt: %s", got)
	}
}
