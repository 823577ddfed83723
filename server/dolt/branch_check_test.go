package dolt

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/branch_control"
	"github.com/dolthub/dolt/go/libraries/utils/filesys"
)

// sampleBranches is a file of branch permissions.
func sampleBranches(t testing.TB) []byte {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "branch_control.db")
	c, err := branch_control.LoadData(t.Context(), path, dir)
	if err != nil {
		t.Fatal(err)
	}
	c.Access.Insert("shop", "main%", "ann", "10.0.0.%", branch_control.Permissions_Write)
	if err := c.SaveData(t.Context(), filesys.LocalFS); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := checkBranchControl(path); err != nil {
		t.Error(err)
	}
	if err := checkBranchControl(filepath.Join(dir, "none")); err != nil {
		t.Error(err)
	}
	return data
}

// loadBranches reads a file as a start does.
func loadBranches(t testing.TB) func([]byte) error {
	return func(data []byte) (err error) {
		if err := checkBranches(data); err != nil {
			return err
		}
		defer func() {
			if r := recover(); r != nil { // the server's start tells of it
				err = fmt.Errorf("%v", r)
			}
		}()
		c, err := branch_control.LoadData(t.Context(), "", "")
		if err != nil {
			return err
		}
		return c.LoadData(t.Context(), data, true)
	}
}

// TestDamagedBranches: no damage at any byte of the file of branch permissions has Dolt
// allocate what is not there.
func TestDamagedBranches(t *testing.T) {
	testDamage(t, sampleBranches(t), loadBranches(t))
}

// FuzzBranches looks for damage that TestDamagedBranches does not do.
func FuzzBranches(f *testing.F) {
	f.Add(sampleBranches(f))
	f.Fuzz(func(t *testing.T, data []byte) { _ = readBounded(t, data, loadBranches(t)) })
}
