package server

import (
	"slices"
	"testing"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// A timer that the platform lacks has a name and NULLs.
func TestMissingTimer(t *testing.T) {
	for _, tt := range []struct {
		timer record.TimerInfo
		want  view.Row
	}{
		{record.TimerInfo{Name: "THREAD_CPU", Frequency: 1e9, Resolution: 1, Overhead: 40, Known: true}, view.Row{"THREAD_CPU", int64(1e9), int64(1), int64(40)}},
		{record.TimerInfo{Name: "THREAD_CPU", Frequency: 1e9}, view.Row{"THREAD_CPU", nil, nil, nil}},
	} {
		got := make(view.Row, len(timerRow()))
		field.Fill(got, timerRow(), &tt.timer)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v is shown as %v, want %v", tt.timer, got, tt.want)
		}
	}
}
