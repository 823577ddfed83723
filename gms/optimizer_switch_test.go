package gms_test

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

func TestOptimizerSwitch(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	value := func() string { return rows(t, c, "SELECT @@optimizer_switch")[0][0] }
	whole := value()
	for _, step := range []struct{ list, want string }{
		{"mrr=off", strings.Replace(whole, ",mrr=on", ",mrr=off", 1)},
		{"semijoin=OFF, mrr=default", strings.Replace(whole, ",semijoin=on", ",semijoin=off", 1)},
		{"", strings.Replace(whole, ",semijoin=on", ",semijoin=off", 1)},
		{"default,hash_join=0", strings.Replace(whole, ",hash_join=on", ",hash_join=off", 1)},
		{"default", whole},
	} {
		mustExec(t, c, "SET optimizer_switch = '"+step.list+"'")
		if got := value(); got != step.want {
			t.Errorf("after %q: %s, want %s", step.list, got, step.want)
		}
	}
	mustExec(t, c, "SET optimizer_switch = 'mrr=off', @a = 1")
	mustExec(t, c, "SET optimizer_switch = DEFAULT")
	if got := value(); got != whole {
		t.Errorf("DEFAULT is %s", got)
	}
	for _, list := range []string{"nonsense=on", "mrr=maybe", "mrr"} {
		refusal{"SET optimizer_switch = '" + list + "'", 1231, "42000", "Variable 'optimizer_switch' can't be set to the value of '" + list + "'"}.check(t, s, "root", "")
	}
}
