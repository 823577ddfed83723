package perfschema

import "testing"

// An instrument that is registered while the summary is read, and the first file
// of it, are not in it yet.
func TestSummaryWhileAnInstrumentIsRegistered(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	old := s.RegisterFile("sql", Info{Name: "old"})
	n := s.classes[KindFile].n.Load()
	young := s.RegisterFile("sql", Info{Name: "young"})
	for i, key := range []FileKey{old, young} {
		w := s.FileInstance(key, string(rune('a'+i))).StartWait(nil, OpRead)
		w.End()
	}
	if sums := s.files.byClass(n); len(sums) != 1 || sums[0].ops[read].Count != 1 {
		t.Errorf("%+v", sums)
	}
}
