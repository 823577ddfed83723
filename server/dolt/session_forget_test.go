package dolt

import (
	"fmt"
	"slices"
	"testing"
)

func TestMadeSince(t *testing.T) {
	var m made
	if names, now, all := m.since(0); len(names) != 0 || now != 0 || !all {
		t.Errorf("%v, %d, %v", names, now, all)
	}
	for i := range mostMade + 5 {
		m.note(fmt.Sprint(i))
	}
	const last = mostMade + 5
	if names, now, all := m.since(last); len(names) != 0 || now != last || !all {
		t.Errorf("of none: %v, %d, %v", names, now, all)
	}
	if names, _, all := m.since(last - 2); !slices.Equal(names, []string{fmt.Sprint(last - 2), fmt.Sprint(last - 1)}) || !all {
		t.Errorf("of two: %v, %v", names, all)
	}
	if names, _, all := m.since(5); len(names) != mostMade || names[0] != "5" || !all {
		t.Errorf("of as many as are kept: %d, %v", len(names), all)
	}
	if _, now, all := m.since(4); now != last || all {
		t.Errorf("of more: %d, %v", now, all)
	}
}
