package dolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/nbs"
)

// verify checks that the files of a database are there and belong
// together, and changes none. It comes before the storage opens them, because
// that repairs what a crash leaves behind, and takes a journal that lost its
// end for one.
func (f *files) verify(path string) error {
	dir := filepath.Join(path, dbfactory.DoltDataDir)
	if info, err := f.directory.Stat(dir); err != nil || !info.IsDir() {
		return damaged(path, errors.New("there is no storage in it"))
	}
	if err := checkWritable(dir); err != nil {
		return notWritable(path, err)
	}
	if err := f.verifyGeneration(dir); err != nil {
		return damaged(path, err)
	}
	old := filepath.Join(dir, "oldgen")
	if _, err := f.manifest.Stat(filepath.Join(old, "manifest")); errors.Is(err, os.ErrNotExist) {
		return nil // nothing has grown old yet
	}
	if err := f.verifyGeneration(old); err != nil {
		return damaged(path, err)
	}
	return nil
}

// verifyGeneration checks a manifest and the files it lists.
func (f *files) verifyGeneration(dir string) (err error) {
	file := filepath.Join(dir, "manifest")
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s cannot be read", file)
		}
	}()
	list, err := f.manifest.Open(file)
	if err != nil {
		return fmt.Errorf("the list of its files is missing: %w", err)
	}
	defer list.Close()
	manifest, err := nbs.ParseManifest(list)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", file, err)
	}
	for i := range manifest.NumTableSpecs() {
		name := manifest.GetTableSpecInfo(i).GetName()
		path := filepath.Join(dir, name)
		if name != chunks.JournalFileID {
			if !exists(f.tableFile, path) && !exists(f.tableFile, path+nbs.ArchiveFileSuffix) {
				return fmt.Errorf("%s is missing", path)
			}
			continue
		}
		if err := checkWritable(path); err != nil {
			return err
		}
		root := manifest.GetRoot()
		if root.IsEmpty() {
			continue
		}
		ok, err := journalHolds(f.journal, path, root)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("%s lacks data that was committed", path)
		}
	}
	return nil
}
