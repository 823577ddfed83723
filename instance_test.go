package perfschema

import "testing"

// An instrument that is registered while the summary is read, and the first file
// of it, are not in it yet.
func TestSummaryWhileAnInstrumentIsRegistered(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	var old, young FileKey
	s.RegisterFiles("sql", Info[FileKey]{Key: &old, Name: "old"})
	n := s.classes[KindFile].n.Load()
	s.RegisterFiles("sql", Info[FileKey]{Key: &young, Name: "young"})
	for i, key := range []FileKey{old, young} {
		w := s.FileInstance(key, string(rune('a'+i))).StartWait(nil, OpRead)
		w.End()
	}
	if sums := s.files.byClass(n); len(sums) != 1 || sums[0].ops[read].Count != 1 {
		t.Errorf("%+v", sums)
	}
}
