package tableuse

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
)

// Indexes remembers which indexes the instances of tables know of. They
// are asked for when a table is used first, and after statements that change
// them. Sessions may see a table with different indexes, on branches of a
// database for instance: one that turns up late is added.
type Indexes struct {
	Known   sync.Map      // *perfschema.TableInstance to []string
	Changed atomic.Uint64 // how often some were forgotten
}

// Learn names the indexes of a table that is about to be used by one of them,
// or by none. It costs a look-up where they are known.
func (k *Indexes) Learn(ctx *sql.Context, instance *perfschema.TableInstance, t sql.Table, index string) {
	if instance == nil {
		return
	}
	var names []string
	if v, ok := k.Known.Load(instance); ok {
		names = v.([]string)
		if index == "" || slices.Contains(names, index) {
			return
		}
	}
	now, err := indexNames(ctx, t)
	if err != nil {
		return // the statement that uses them will say so
	}
	all := slices.Clone(names)
	for _, n := range append(now, index) {
		if n != "" && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	k.Known.Store(instance, all)
	instance.SetIndexes(all)
}

// Forget has the indexes of a table asked for again.
func (k *Indexes) Forget(instance *perfschema.TableInstance) {
	if instance != nil {
		k.Known.Delete(instance)
		k.Changed.Add(1)
	}
}

// ForgetAll has those of every table asked for again.
func (k *Indexes) ForgetAll() {
	k.Known.Clear()
	k.Changed.Add(1)
}

func indexNames(ctx *sql.Context, t sql.Table) ([]string, error) {
	a, ok := t.(sql.IndexAddressable)
	if !ok {
		return nil, nil
	}
	indexes, err := a.GetIndexes(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(indexes))
	for i, x := range indexes {
		names[i] = x.ID()
	}
	return names, nil
}
