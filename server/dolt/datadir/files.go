package datadir

import (
	"os"
	"path/filepath"
	"sort"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pfile"
)

// Files are the files of a data directory that are opened here, each kind by
// an instrument of its own. What Dolt opens itself is seen as the chunks it
// holds, in a chunk store. Whether a file may be written is asked of the system
// without opening it, and does not count.
type Files struct {
	Schema      *perfschema.Schema // that records them; may be nil
	Log         perfschema.FileKey // of the log on standard error, which others write
	Accounts    pfile.FS           // the file of accounts
	AccountsKey perfschema.FileKey // the same, for who writes the file by other means

	lock perfschema.FileKey // of the lock, which is opened elsewhere
	// directory is for asking whether something is there.
	directory, note, manifest, journal, journalIndex, tableFile, repoState pfile.FS
}

// NewFiles registers the instruments of a data directory's files in s, which may be nil.
func NewFiles(s *perfschema.Schema) *Files {
	f := &Files{Schema: s}
	add := func(category, name, doc string) perfschema.FileKey {
		return s.RegisterFile(category, perfschema.Info{Name: name, Documentation: doc})
	}
	f.lock = add("sql", "lock", "The file whose lock says that a server has the data directory.")
	f.Log = add("sql", "error_log", "What the server logs, on standard error, which all servers of a process share.")
	f.AccountsKey = add("sql", "accounts", "The accounts and their privileges: read at start, written anew at each change.")
	directory := add("sql", "data_directory", "Whether a file or directory is there.")
	note := add("sql", "creation_note", "The note, there while a database is being made, of its name.")
	manifest := add("dolt", "manifest", "The list of a database's files, as checked at start.")
	journal := add("dolt", "journal", "What was last written to a database, as checked at start. Later reads and writes are those of chunk_store.")
	journalIndex := add("dolt", "journal_index", "The index of a database's journal, as kept at start lest opening a damaged database changes it.")
	tableFile := add("dolt", "table_file", "Whether a file that the manifest lists is there. Reads and writes are those of chunk_store.")
	repoState := add("dolt", "repo_state", "The state of a database's repository, as kept at start lest opening a damaged database changes it.")
	for fs, key := range map[*pfile.FS]perfschema.FileKey{
		&f.directory: directory, &f.Accounts: f.AccountsKey, &f.note: note, &f.manifest: manifest, &f.journal: journal,
		&f.journalIndex: journalIndex, &f.tableFile: tableFile, &f.repoState: repoState,
	} {
		*fs = pfile.New(s, key)
	}
	return f
}

// small are the files of a database that are read whole, by name.
func (f *Files) small() map[string]pfile.FS {
	return map[string]pfile.FS{"manifest": f.manifest, JournalIndexName: f.journalIndex, "repo_state.json": f.repoState}
}

func (f *Files) lockFS() pfile.FS { return pfile.New(f.Schema, f.lock) }

// Exists reports whether there is something at path.
func (f *Files) Exists(path string) bool { return exists(f.directory, path) }

// exists says whether something has the name.
func exists(fs pfile.FS, path string) bool {
	_, err := fs.Stat(path)
	return err == nil
}

// DatabaseDirs lists the directories that hold, or ought to hold, a database.
func (f *Files) DatabaseDirs(dir string) []string {
	found := []string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	if f.Exists(filepath.Join(dir, dbfactory.DoltDataDir)) {
		found = append(found, dir)
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if e.Name() == ConfigDir || !e.IsDir() {
			continue
		}
		if info, err := f.directory.Stat(filepath.Join(path, dbfactory.DoltDir)); err == nil && info.IsDir() {
			found = append(found, path)
		}
	}
	sort.Strings(found)
	return found
}
