package datadir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/nbs"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/server/dolt/disk"
)

// Verify checks that the files of a database are there and belong
// together, and changes none. It comes before the storage opens them, because
// that repairs what a crash leaves behind, and takes a journal that lost its
// end for one. Those listed as left over are in the storage's way, see [Aside].
func (f *Files) Verify(path string) (leftOver []string, err error) {
	dir := filepath.Join(path, dbfactory.DoltDataDir)
	if info, err := f.directory.Stat(dir); err != nil || !info.IsDir() {
		return nil, Damaged(path, errors.New("there is no storage in it"))
	}
	if err := disk.CheckWritable(dir); err != nil {
		return nil, NotWritable(path, err)
	}
	leftOver, err = f.verifyGeneration(dir)
	if err != nil {
		return nil, Damaged(path, err)
	}
	old := filepath.Join(dir, "oldgen")
	if _, err := f.manifest.Stat(filepath.Join(old, "manifest")); errors.Is(err, os.ErrNotExist) {
		return leftOver, nil // nothing has grown old yet
	}
	if _, err := f.verifyGeneration(old); err != nil {
		return nil, Damaged(path, err)
	}
	return leftOver, nil
}

// verifyGeneration checks a manifest and the files it lists.
func (f *Files) verifyGeneration(dir string) (leftOver []string, err error) {
	file := filepath.Join(dir, "manifest")
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s cannot be read", file)
		}
	}()
	list, err := f.manifest.Open(file)
	if err != nil {
		return nil, fmt.Errorf("the list of its files is missing: %w", err)
	}
	defer list.Close()
	manifest, err := nbs.ParseManifest(list)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", file, err)
	}
	listed := false
	for i := range manifest.NumTableSpecs() {
		name := manifest.GetTableSpecInfo(i).GetName()
		path := filepath.Join(dir, name)
		if name == chunks.JournalFileID {
			listed = true
			if err := disk.CheckWritable(path); err != nil {
				return nil, err
			}
			continue
		}
		if !exists(f.tableFile, path) && !exists(f.tableFile, path+nbs.ArchiveFileSuffix) {
			return nil, fmt.Errorf("%s is missing", path)
		}
	}
	return f.verifyJournal(dir, manifest.GetRoot(), listed)
}

// verifyJournal checks the journal beside a manifest that names a root and may
// list the journal. A garbage collection moves everything to table files, writes
// a manifest that lists those alone, and removes the journal and its index; the
// next commit makes them anew. Who is killed meanwhile leaves
//   - the old journal, which commits the root last: nothing is amiss;
//   - the old index without its journal: the storage would fail at the next
//     commit, as the index is not that of the journal it makes;
//   - a journal in which nothing is committed: the storage would take that to
//     be the state of the database, and forget what the manifest names.
func (f *Files) verifyJournal(dir string, root hash.Hash, listed bool) (leftOver []string, err error) {
	journal, index := filepath.Join(dir, chunks.JournalFileID), filepath.Join(dir, JournalIndexName)
	if !listed {
		begun := false
		if exists(f.journal, journal) {
			leftOver = append(leftOver, journal)
			if begun, err = journalBegun(f.journal, journal); err != nil {
				return nil, err
			}
		}
		if exists(f.journalIndex, index) {
			leftOver = append(leftOver, index)
		}
		if !begun {
			return leftOver, nil
		}
	}
	if root.IsEmpty() {
		return nil, nil
	}
	ok, err := journalHolds(f.journal, journal, root)
	if err != nil {
		return nil, err
	}
	if ok {
		return nil, nil
	}
	return nil, f.verifyUnanswered(journal, filepath.Join(dir, "manifest"))
}

// errUnanswered is what cannot be told from data that is lost.
var errUnanswered = errors.New("the manifest names a commit that the journal lacks")

// verifyUnanswered looks at a journal that lacks the root that the manifest names.
// Dolt itself, and this server once, writes the root of the first commit after a
// garbage collection to the manifest, then to the journal, and then answers. Who is
// killed in between leaves a journal that ends with a whole record and that nobody
// has written to since the manifest: nobody was told of that commit, and the
// storage begins with the root the journal has. A commit that was answered has
// written to the journal after the manifest; a journal that has lost it ends within
// a record, or was cut, which shows in its time.
func (f *Files) verifyUnanswered(journal, manifest string) error {
	ends, err := journalEnds(f.journal, journal)
	if err != nil {
		return err
	}
	if !ends {
		return fmt.Errorf("%s lacks data that was committed", journal)
	}
	written, err := f.journal.Stat(journal)
	if err != nil {
		return err
	}
	named, err := f.manifest.Stat(manifest)
	if err != nil {
		return err
	}
	if written.ModTime().After(named.ModTime()) {
		return fmt.Errorf("%w: %s is newer than %s", errUnanswered, journal, manifest)
	}
	logrus.Warnf("%s lacks the commit that %s names: the server was killed before it had made it and answered; what was committed before is there", journal, manifest)
	return nil
}
