package perfschema

import (
	"errors"
	"strings"
	"testing"
)

func TestParseInstrumentRule(t *testing.T) {
	states := map[string]InstrumentState{
		"ON": InstrumentOn, "On": InstrumentOn, "true": InstrumentOn, "YES": InstrumentOn, "1": InstrumentOn,
		"OFF": InstrumentOff, "off": InstrumentOff, "False": InstrumentOff, "no": InstrumentOff, "0": InstrumentOff,
		"COUNTED": InstrumentCounted, "counted": InstrumentCounted,
	}
	const name = "wait/synch/mutex/%"
	for spelling, want := range states {
		for _, form := range []string{"N=S", " N = S ", "'N=S'", `"N=S"`, "'N'=S", `"N" = 'S'`, "N='S'", "'N' = S"} {
			text := strings.NewReplacer("N", name, "S", spelling).Replace(form)
			got, err := ParseInstrumentRule(text)
			if err != nil || got != (InstrumentRule{name, want}) {
				t.Errorf("%s: %v, %v", text, got, err)
			}
		}
	}
	for text, want := range map[string]string{
		"": "want name=ON", "wait/%": "want name=ON", "=ON": "want name=ON", "''=ON": "want name=ON",
		"wait/%=": `"" is not ON`, "wait/%=MAYBE": `"MAYBE" is not ON`, "wait/%=2": `"2" is not ON`,
		"wait/%=ON=OFF": `"ON=OFF" is not ON`, "wait/%==ON": `"=ON" is not ON`,
		"'wait/%=ON": "a quote is not closed", "wait/%'=ON": "a quote is not closed", "wait/%=ON'": `"ON'" is not ON`,
	} {
		if _, err := ParseInstrumentRule(text); !errors.Is(err, ErrInstrumentRule) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gave %v, want ... %s", text, err, want)
		}
	}
}

func FuzzParseInstrumentRule(f *testing.F) {
	for _, s := range []string{"wait/%=ON", "'a'='off'", "=", "'=", `"a=1"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseInstrumentRule(text)
		if err == nil && (r.Pattern == "" || r.State > InstrumentOn) {
			t.Errorf("%q is %+v", text, r)
		}
		if err != nil && !errors.Is(err, ErrInstrumentRule) {
			t.Errorf("%q gave %v", text, err)
		}
	})
}

func TestTheMoreSpecificRuleWins(t *testing.T) {
	const name = "wait/synch/mutex/sql/LOCK_open"
	for _, tt := range []struct {
		rules string
		want  string
	}{
		{"wait/%=ON", "on"},
		{"stage/%=ON", "none"},
		{"wait/%=ON wait/synch/%=OFF", "off"},
		{"wait/synch/%=OFF wait/%=ON", "off"}, // wherever it stands
		{"wait/synch/%=OFF wait/synch/%=COUNTED", "counted"},
		{"%/mutex/%=OFF wait/syn%=ON", "on"},                           // 9 and 8: the longer
		{"wait/syn%=ON %/mutex/%=OFF wait/s%h/%=COUNTED", "counted"},   // 10
		{"%LOCK_open=OFF wait/%LOCK_open=ON", "on"},                    // two ends
		{name + "=ON wait/synch/mutex/sql/LOCK_%=OFF %=COUNTED", "on"}, // an exact name
		{"WAIT/SYNCH/MUTEX/SQL/LOCK_OPEN=OFF wait/synch/mutex/%=ON", "off"},
	} {
		var rules ruleList
		for _, text := range strings.Fields(tt.rules) {
			r, err := ParseInstrumentRule(text)
			if err != nil {
				t.Fatal(err)
			}
			rules = append(rules, r)
		}
		got := "none"
		if state, ok := rules.match(name); ok {
			got = map[InstrumentState]string{InstrumentOn: "on", InstrumentOff: "off", InstrumentCounted: "counted"}[state]
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.rules, got, tt.want)
		}
	}
}
