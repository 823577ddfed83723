package dolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb/durable"
	"github.com/dolthub/dolt/go/libraries/doltcore/schema"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/index"
	"github.com/dolthub/dolt/go/libraries/doltcore/table/editor/creation"
	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/dolt/go/store/val"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// IndexVirtual builds the indexes of a table's VIRTUAL columns anew, in the session's transaction: see
// [gms.Storage]. It takes as long as a read of the table for each such index, and ends with ctx. A unique index
// of which two rows have the same values is an error, and the table stays as it is.
func IndexVirtual(ctx *sql.Context, db sql.Database, name string, compute func(*sql.Context, sql.Row) error) error {
	if fenced, ok := db.(mysql_db.PrivilegedDatabase); ok {
		db = fenced.Unwrap()
	}
	stored, ok := db.(dsess.SqlDatabase)
	session, of := ctx.Session.(*dsess.DoltSession)
	if !ok || !of {
		return nil
	}
	revision := stored.RevisionQualifiedName()
	roots, ok := session.GetRoots(ctx, revision)
	if !ok {
		return nil
	}
	t, found, ok, err := doltdb.GetTableInsensitive(ctx, roots.Working, doltdb.TableName{Name: name})
	if err != nil || !ok {
		return err //nolint:wrapcheck // the storage's own
	}
	sch, err := t.GetSchema(ctx)
	if err != nil {
		return fmt.Errorf("the definition of table %s: %w", name, err)
	}
	changed := false
	for _, idx := range sch.Indexes().AllIndexes() {
		if !hasVirtual(sch, idx) {
			continue
		}
		rows, err := virtualIndex(ctx, t, sch, idx, compute)
		if err != nil {
			return err
		}
		if t, err = t.SetIndexRows(ctx, idx.Name(), rows); err != nil {
			return fmt.Errorf("index %s of table %s: %w", idx.Name(), name, err)
		}
		changed = true
	}
	if !changed {
		return nil
	}
	root, err := roots.Working.PutTable(ctx, doltdb.TableName{Name: found}, t)
	if err != nil {
		return fmt.Errorf("table %s: %w", name, err)
	}
	return session.SetWorkingRoot(ctx, revision, root) //nolint:wrapcheck // the storage's own
}

// hasVirtual reports whether an index has a VIRTUAL column, and is one of rows by their values.
func hasVirtual(sch schema.Schema, idx schema.Index) bool {
	if idx.IsFullText() || idx.IsVector() || idx.IsSpatial() {
		return false
	}
	return slices.ContainsFunc(idx.IndexedColumnTags(), func(tag uint64) bool {
		c, ok := sch.GetAllCols().GetByTag(tag)
		return ok && c.Virtual
	})
}

// virtualIndex builds an index from the rows of a table.
func virtualIndex(ctx *sql.Context, t *doltdb.Table, sch schema.Schema, idx schema.Index, compute func(*sql.Context, sql.Row) error) (durable.Index, error) {
	data, err := t.GetRowData(ctx)
	if err != nil {
		return nil, fmt.Errorf("the rows of a table: %w", err)
	}
	rows, err := durable.ProllyMapFromIndex(data)
	if err != nil {
		return nil, fmt.Errorf("the rows of a table: %w", err)
	}
	empty, err := durable.NewEmptyIndexFromTableSchema(ctx, t.ValueReadWriter(), t.NodeStore(), idx, sch)
	if err != nil {
		return nil, fmt.Errorf("index %s: %w", idx.Name(), err)
	}
	keys, err := durable.ProllyMapFromIndex(empty)
	if err != nil {
		return nil, fmt.Errorf("index %s: %w", idx.Name(), err)
	}
	iter, err := rows.IterAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("the rows of a table: %w", err)
	}
	b := &virtualKeys{sch: sch, idx: idx, ns: t.NodeStore(), compute: compute, builder: val.NewTupleBuilder(keys.KeyDesc(), t.NodeStore())}
	unique, built := keys.KeyDesc().PrefixDesc(idx.Count()), keys.Mutate()
	for {
		k, v, err := iter.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return nil, fmt.Errorf("the rows of a table: %w", err)
		}
		key, err := b.key(ctx, k, v)
		if err != nil {
			return nil, err
		}
		if idx.IsUnique() && !unique.HasNulls(key) {
			err = built.GetPrefix(ctx, key, unique, func(same, _ val.Tuple) error {
				if same == nil {
					return nil
				}
				return sql.NewUniqueKeyErr(creation.FormatKeyForUniqKeyErr(ctx, key, unique), false, nil)
			})
			if err != nil {
				return nil, err //nolint:wrapcheck // the engine's own
			}
		}
		if err := built.Put(ctx, key, val.EmptyTuple); err != nil {
			return nil, fmt.Errorf("index %s: %w", idx.Name(), err)
		}
	}
	keys, err = built.Map(ctx)
	if err != nil {
		return nil, fmt.Errorf("index %s: %w", idx.Name(), err)
	}
	return durable.IndexFromProllyMap(keys), nil
}

// virtualKeys makes the keys of an index.
type virtualKeys struct {
	sch     schema.Schema
	idx     schema.Index
	ns      tree.NodeStore
	builder *val.TupleBuilder
	compute func(*sql.Context, sql.Row) error
}

// key returns the key of a row: the columns of the index, and those of the primary key, or the row's hash where
// there is none.
func (b *virtualKeys) key(ctx *sql.Context, k, v val.Tuple) (val.Tuple, error) {
	row, err := index.BuildRow(ctx, k, v, b.sch, b.ns)
	if err != nil {
		return nil, fmt.Errorf("a row of a table: %w", err)
	}
	if err := b.compute(ctx, row); err != nil {
		return nil, err
	}
	tags := b.idx.AllTags()
	for i, tag := range tags {
		if at, ok := b.sch.GetPKCols().TagToIdx[tag]; ok {
			b.builder.PutRaw(i, k.GetField(at))
			continue
		}
		value := row[b.sch.GetAllCols().TagToIdx[tag]]
		if lengths := b.idx.PrefixLengths(); len(lengths) > i && lengths[i] > 0 && value != nil {
			if value, err = val.TrimValueToPrefixLength(ctx, value, lengths[i]); err != nil {
				return nil, fmt.Errorf("index %s: %w", b.idx.Name(), err)
			}
		}
		if err := tree.PutField(ctx, b.ns, b.builder, i, value); err != nil {
			return nil, fmt.Errorf("index %s: %w", b.idx.Name(), err)
		}
	}
	if schema.IsKeyless(b.sch) {
		b.builder.PutRaw(len(tags), k.GetField(0))
	}
	key, err := b.builder.Build(b.ns.Pool())
	if err != nil {
		return nil, fmt.Errorf("index %s: %w", b.idx.Name(), err)
	}
	return key, nil
}
