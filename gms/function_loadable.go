package gms

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema/view"
)

// ListFunctions names functions that MySQL has not, for user_defined_functions. Call it
// before the engine serves.
func (a *Adapter) ListFunctions(functions ...view.LoadableFunction) {
	a.loadable = append(a.loadable, functions...)
	slices.SortFunc(a.loadable, func(a, b view.LoadableFunction) int { return strings.Compare(a.Name, b.Name) })
}
