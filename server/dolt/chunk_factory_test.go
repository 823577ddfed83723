package dolt

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/types"

	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// A store whose lock is not free in time is opened when it is, and never for reading
// alone.
func TestLateLock(t *testing.T) {
	s := newSchema(t)
	st := newStorage(t.TempDir(), datadir.NewFiles(s))
	st.enter()
	defer st.leave()
	path := filepath.Join(st.dir, "shop", dbfactory.DoltDataDir)
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	where := &url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	params := map[string]any{dbfactory.ChunkJournalParam: struct{}{}}
	other, _, _, err := dbfactory.FileFactory{}.CreateDbNoCache(t.Context(), types.Format_Default, where, params, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	late := 0
	f := factory{locked: func() {
		if late++; late == 1 {
			if err := other.Close(); err != nil {
				t.Error(err)
			}
		}
	}}
	db, _, _, err := f.CreateDB(t.Context(), types.Format_Default, where, params)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dbfactory.DeleteFromSingletonCache(filepath.ToSlash(path), true) }()
	if late == 0 {
		t.Error("the lock was free")
	}
	if mode := db.(*observedDatabase).store.AccessMode(); mode != chunks.ExclusiveAccessMode_Exclusive {
		t.Errorf("it is opened in mode %v", mode)
	}
}
