package gms

import (
	"context"

	"github.com/perfschema/perfschema"
)

// profileLabels are the labels that a long statement has in Go's profiles, while it runs.
type profileLabels struct {
	set    bool
	before perfschema.ProfileLabels // that its goroutine had
}

// begin labels the goroutine that drives a statement, and those that the engine starts
// for it, if the statement is expected to be long. It is called when it has its digest.
func (l *profileLabels) begin(st perfschema.Statement) {
	if labels, long := st.ProfileLabels(context.Background()); long {
		l.set, l.before = true, labels.Set()
	}
}

// end is called on the same goroutine.
func (l *profileLabels) end() {
	if l.set {
		l.before.Set()
		*l = profileLabels{}
	}
}
