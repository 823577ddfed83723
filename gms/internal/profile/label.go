package profile

import (
	"context"

	"github.com/perfschema/perfschema"
)

// Labels are the labels that a long statement has in Go's profiles, while it runs.
type Labels struct {
	set    bool
	before perfschema.PprofLabels // that its goroutine had
}

// Begin labels the goroutine that drives a statement, and those that the engine starts
// for it, if the statement is expected to be long. It is called when it has its digest.
func (l *Labels) Begin(st perfschema.Statement) {
	if labels, long := st.PprofLabels(context.Background()); long {
		l.set, l.before = true, labels.Set()
	}
}

// End is called on the same goroutine.
func (l *Labels) End() {
	if l.set {
		l.before.Set()
		*l = Labels{}
	}
}
