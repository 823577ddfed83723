package dolt

import (
	"context"
	"fmt"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/env/actions"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/dolt/go/store/hash"
)

// Dolt keeps branches by the bytes of their names, and looks them up without regard to case: with
// branches br and BR, a session that names either one writes to the branch that is listed first.

// checkBranchName refuses a new branch if another branch has its name in another case. Until release
// is called no other branch is made: two sessions cannot make both. The head of a branch that exists
// costs a comparison.
func (d *observedDatabase) checkBranchName(ctx context.Context, head datas.Dataset) (release func(), err error) {
	name, is := strings.CutPrefix(head.ID(), branchPrefix)
	if !is || head.HasHead() {
		return func() {}, nil
	}
	d.branches.Lock()
	other := ""
	all, err := d.observed.Datasets(ctx)
	if err == nil {
		err = all.IterAll(ctx, func(id string, _ hash.Hash) error {
			if branch, is := strings.CutPrefix(id, branchPrefix); is && branch != name && strings.EqualFold(branch, name) {
				other = branch
			}
			return nil
		})
	}
	switch {
	case err != nil:
		err = fmt.Errorf("listing the branches: %w", err)
	case other != "":
		err = fmt.Errorf("branch %q %w, and names of branches are compared without regard to case: choose another name than %q", other, actions.ErrAlreadyExists, name)
	}
	if err != nil {
		d.branches.Unlock()
		return nil, err
	}
	return d.branches.Unlock, nil
}

// branchPrefix begins the name under which the store keeps a branch.
var branchPrefix = ref.PrefixForType(ref.BranchRefType)
