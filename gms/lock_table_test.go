package gms_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// lockableTable is an empty table of a storage that can lock tables, for one
// session at a time.
type lockableTable struct {
	name string
	free chan struct{}
}

var _ sql.Lockable = (*lockableTable)(nil)

func (t *lockableTable) Name() string               { return t.name }
func (t *lockableTable) String() string             { return t.name }
func (t *lockableTable) Collation() sql.CollationID { return sql.Collation_Default }
func (t *lockableTable) Schema() sql.Schema {
	return sql.Schema{{Name: "id", Type: types.Int32, Source: t.name}}
}
func (t *lockableTable) Partitions(*sql.Context) (sql.PartitionIter, error) {
	return sql.PartitionsToPartitionIter(), nil
}
func (t *lockableTable) PartitionRows(*sql.Context, sql.Partition) (sql.RowIter, error) {
	return sql.RowsToRowIter(), nil
}

func (t *lockableTable) Lock(ctx *sql.Context, _ bool) error {
	select {
	case <-t.free:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *lockableTable) Unlock(*sql.Context, uint32) error {
	t.free <- struct{}{}
	return nil
}

// lockableDatabase has one such table beside those in memory.
type lockableDatabase struct {
	*memory.Database
	table *lockableTable
}

func newLockableDatabase(name, table string) *lockableDatabase {
	t := &lockableTable{table, make(chan struct{}, 1)}
	t.free <- struct{}{}
	return &lockableDatabase{memory.NewDatabase(name), t}
}

func (d *lockableDatabase) GetTableInsensitive(ctx *sql.Context, name string) (sql.Table, bool, error) {
	if strings.EqualFold(name, d.table.Name()) {
		return d.table, true, nil
	}
	return d.Database.GetTableInsensitive(ctx, name)
}

func TestLockTablesIsShown(t *testing.T) {
	s := startServerOf(t, everythingOn(t), newLockableDatabase("shop", "item"))
	a, b := s.connect(t, "root", "shop"), s.connect(t, "root", "shop")
	holder, waiter := s.thread(t, a), s.thread(t, b)
	mustExec(t, a, "LOCK TABLES item WRITE")
	locks := s.locks()
	if len(locks) != 1 {
		t.Fatalf("%+v", locks)
	}
	got := locks[0]
	if got.ObjectType != "TABLE" || got.Schema != "shop" || got.Name != "item" || got.Type != "SHARED_NO_READ_WRITE" ||
		got.Duration != record.MetadataExplicit || got.Status != record.MetadataGranted || got.ThreadID != holder.ID() {
		t.Errorf("%+v", got)
	}
	if h := slices.Collect(s.schema.Read().TableHandles()); len(h) != 1 || h[0].Name != "item" || h[0].External != "WRITE EXTERNAL" || h[0].ThreadID != holder.ID() {
		t.Errorf("%+v", h)
	}

	result := s.start(t.Context(), b, "LOCK TABLES item READ")
	s.awaitLocks(t, 1, record.MetadataPending)
	for _, l := range s.locks() {
		if l.Status == record.MetadataPending && (l.Type != "SHARED_READ_ONLY" || l.ThreadID != waiter.ID()) {
			t.Errorf("%+v", l)
		}
	}
	mustExec(t, a, "UNLOCK TABLES")
	if r := <-result; r.err != nil {
		t.Error(r.err)
	}
	if l := s.locks(); len(l) != 1 || l[0].ThreadID != waiter.ID() || l[0].Status != record.MetadataGranted {
		t.Errorf("%+v", l)
	}
	var names []string
	for _, e := range waiter.WaitsHistory() {
		if e.ObjectName == "item" {
			names = append(names, e.EventName+" "+e.Operation)
		}
	}
	if !slices.Equal(names, []string{"wait/lock/table/sql/handler read external", "wait/lock/metadata/sql/mdl metadata lock"}) {
		t.Errorf("waited for %q", names)
	}
	for _, i := range s.schema.Read().TableInstances() {
		if i.Name == "item" && (i.Lock.WriteExternal.Count != 1 || i.Lock.ReadExternal.Count != 1) {
			t.Errorf("%+v", i.Lock)
		}
	}
	s.hangUp(t, b)
	await(t, "no lock", func() bool { return len(s.locks()) == 0 })
	for h := range s.schema.Read().TableHandles() {
		t.Errorf("%+v", h)
	}
}

// A statement shows each table it uses, as long as it runs.
func TestTableHandles(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	a, b := s.connect(t, "root", "shop"), s.connect(t, "root", "shop")
	shopTables(t, a)
	if rows(t, a, "SELECT GET_LOCK('x', 0)")[0][0] != "1" {
		t.Fatal("no lock")
	}
	waiter := s.thread(t, b)
	for _, test := range []struct {
		query string
		want  []string
	}{
		{"SELECT GET_LOCK('x', 60) FROM product LIMIT 1", []string{"product"}},
		{"SELECT GET_LOCK('x', 60) FROM product x JOIN product y ON x.id = y.id LIMIT 1", []string{"product"}},
		{"SELECT (SELECT COUNT(*) FROM line l WHERE l.product = p.id AND GET_LOCK('x', 60 + l.id)) FROM product p LIMIT 1", []string{"line", "product"}},
		{"UPDATE product SET name = name WHERE id = 1 AND GET_LOCK('x', 60 + price)", []string{"product"}},
		{"SELECT GET_LOCK('x', 60) FROM performance_schema.threads LIMIT 1", nil},
		{"SELECT GET_LOCK('x', 60)", nil},
	} {
		query, want := test.query, test.want
		result := s.start(t.Context(), b, query)
		s.awaitLocks(t, 1, record.MetadataPending)
		var got []string
		for h := range s.schema.Read().TableHandles() {
			if h.ThreadID != waiter.ID() || h.EventID == 0 || h.Schema != "shop" || h.Type != "TABLE" || h.External != "" {
				t.Errorf("%s: %+v", query, h)
			}
			got = append(got, h.Name)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s has open %q, want %q", query, got, want)
		}
		rows(t, a, "SELECT RELEASE_LOCK('x')")
		if r := <-result; r.err != nil {
			t.Errorf("%s: %v", query, r.err)
		}
		rows(t, b, "SELECT RELEASE_ALL_LOCKS()")
		rows(t, a, "SELECT GET_LOCK('x', 0)")
		for h := range s.schema.Read().TableHandles() {
			t.Errorf("after %s: %+v", query, h)
		}
	}
}
