package dolt

import (
	"context"
	"sync"

	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/dolt/go/store/types"
)

// observedDatabase is a database whose reads, writes and commits go through a
// chunkStore.
//
// Who asks it for its chunk store gets the plain one, by the method that is
// embedded: dolt_reflog, the size that starts a garbage collection, and copying
// whole stores need Dolt's own type and do nothing, silently, with another. So
// every other method is declared here and goes to the observed database; a test
// holds that none is missing.
type observedDatabase struct {
	datas.Database
	*types.ValueStore // reads and writes values, collects garbage
	nodes             tree.NodeStore
	observed          datas.Database
	store             *chunkStore
	collections       *collections
	storage           *storage // nil in tests
	path              string
	branches          sync.Mutex // held while a branch is made
}

func newObservedDatabase(plain datas.Database, s *chunkStore, c *collections) *observedDatabase {
	values, nodes := types.NewValueStore(s), tree.NewNodeStore(s)
	return &observedDatabase{Database: plain, ValueStore: values, nodes: nodes, observed: datas.NewTypesDatabase(values, nodes), store: s, collections: c}
}

var _ datas.GarbageCollector = (*observedDatabase)(nil)

// Close implements datas.Database.
func (d *observedDatabase) Close() error { return d.observed.Close() }

// Datasets implements datas.Database.
func (d *observedDatabase) Datasets(ctx context.Context) (datas.DatasetsMap, error) {
	return d.observed.Datasets(ctx)
}

// GetDataset implements datas.Database.
func (d *observedDatabase) GetDataset(ctx context.Context, id string) (datas.Dataset, error) {
	return d.observed.GetDataset(ctx, id)
}

// DatasetsByRootHash implements datas.Database.
func (d *observedDatabase) DatasetsByRootHash(ctx context.Context, root hash.Hash) (datas.DatasetsMap, error) {
	return d.observed.DatasetsByRootHash(ctx, root)
}

// GetDatasetByRootHash implements datas.Database.
func (d *observedDatabase) GetDatasetByRootHash(ctx context.Context, id string, root hash.Hash) (datas.Dataset, error) {
	return d.observed.GetDatasetByRootHash(ctx, id, root)
}

// BuildNewCommit implements datas.Database.
func (d *observedDatabase) BuildNewCommit(ctx context.Context, ds datas.Dataset, v types.Value, o datas.CommitOptions) (*datas.Commit, error) {
	return d.observed.BuildNewCommit(ctx, ds, v, hideLogin(o))
}

// Commit implements datas.Database.
func (d *observedDatabase) Commit(ctx context.Context, ds datas.Dataset, v types.Value, o datas.CommitOptions) (datas.Dataset, error) {
	return d.observed.Commit(ctx, ds, v, hideLogin(o))
}

// WriteCommit implements datas.Database.
func (d *observedDatabase) WriteCommit(ctx context.Context, ds datas.Dataset, c *datas.Commit) (datas.Dataset, error) {
	return d.observed.WriteCommit(ctx, ds, c)
}

// Tag implements datas.Database.
func (d *observedDatabase) Tag(ctx context.Context, ds datas.Dataset, commit hash.Hash, o datas.TagOptions) (datas.Dataset, error) {
	return d.observed.Tag(ctx, ds, commit, o)
}

// SetTuple implements datas.Database.
func (d *observedDatabase) SetTuple(ctx context.Context, ds datas.Dataset, v []byte) (datas.Dataset, error) {
	return d.observed.SetTuple(ctx, ds, v)
}

// UpdateStashList implements datas.Database.
func (d *observedDatabase) UpdateStashList(ctx context.Context, ds datas.Dataset, list hash.Hash) (datas.Dataset, error) {
	return d.observed.UpdateStashList(ctx, ds, list)
}

// SetStatsRef implements datas.Database.
func (d *observedDatabase) SetStatsRef(ctx context.Context, ds datas.Dataset, stats hash.Hash) (datas.Dataset, error) {
	return d.observed.SetStatsRef(ctx, ds, stats)
}

// UpdateWorkingSet implements datas.Database.
func (d *observedDatabase) UpdateWorkingSet(ctx context.Context, ds datas.Dataset, w datas.WorkingSetSpec, prev hash.Hash) (datas.Dataset, error) {
	if err := d.checkNames(ctx, ds, w.WorkingRoot.TargetHash()); err != nil {
		return datas.Dataset{}, err
	}
	if err := d.hasBranch(ctx, ds); err != nil {
		return datas.Dataset{}, err
	}
	return d.observed.UpdateWorkingSet(ctx, ds, w, prev)
}

// CommitWithWorkingSet implements datas.Database.
func (d *observedDatabase) CommitWithWorkingSet(ctx context.Context, commit, working datas.Dataset, v types.Value, w datas.WorkingSetSpec,
	prev hash.Hash, o datas.CommitOptions,
) (datas.Dataset, datas.Dataset, error) {
	if err := d.checkNames(ctx, working, w.WorkingRoot.TargetHash()); err != nil {
		return datas.Dataset{}, datas.Dataset{}, err
	}
	if err := d.hasBranch(ctx, working); err != nil {
		return datas.Dataset{}, datas.Dataset{}, err
	}
	return d.observed.CommitWithWorkingSet(ctx, commit, working, v, w, prev, hideLogin(o))
}

// Delete implements datas.Database.
func (d *observedDatabase) Delete(ctx context.Context, ds datas.Dataset, workingSet string) (datas.Dataset, error) {
	return d.observed.Delete(ctx, ds, workingSet)
}

// SetHead implements datas.Database.
func (d *observedDatabase) SetHead(ctx context.Context, ds datas.Dataset, head hash.Hash, workingSet string) (datas.Dataset, error) {
	if err := d.checkHead(ctx, head, workingSet); err != nil {
		return datas.Dataset{}, err
	}
	release, err := d.checkBranchName(ctx, ds)
	if err != nil {
		return datas.Dataset{}, err
	}
	defer release()
	return d.observed.SetHead(ctx, ds, head, workingSet)
}

// FastForward implements datas.Database.
func (d *observedDatabase) FastForward(ctx context.Context, ds datas.Dataset, head hash.Hash, workingSet string) (datas.Dataset, error) {
	if err := d.checkHead(ctx, head, workingSet); err != nil {
		return datas.Dataset{}, err
	}
	release, err := d.checkBranchName(ctx, ds)
	if err != nil {
		return datas.Dataset{}, err
	}
	defer release()
	return d.observed.FastForward(ctx, ds, head, workingSet)
}

// Stats implements datas.Database.
func (d *observedDatabase) Stats() any { return d.observed.Stats() }

// StatsSummary implements datas.Database.
func (d *observedDatabase) StatsSummary() string { return d.observed.StatsSummary() }

// Format implements datas.Database.
func (d *observedDatabase) Format() *types.NomsBinFormat { return d.observed.Format() }

// PersistGhostCommitIDs implements datas.Database.
func (d *observedDatabase) PersistGhostCommitIDs(ctx context.Context, ghosts hash.HashSet) error {
	return d.observed.PersistGhostCommitIDs(ctx, ghosts)
}
