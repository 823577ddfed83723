package build

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// prints returns a hash for each file, of its size and time, and for each directory, of those of
// all files in it; and the newest of the times. A file that is missing has the hash "".
func prints(names []string) (map[string]string, time.Time, error) {
	all := make(map[string]string)
	var newest time.Time
	for _, name := range names {
		h := sha256.New()
		i, err := os.Stat(name)
		switch {
		case os.IsNotExist(err):
			all[name] = ""
			continue
		case err != nil:
			return nil, newest, err
		case i.IsDir():
			err = printFolder(h, name, &newest)
		default:
			note(h, i, &newest)
		}
		if err != nil {
			return nil, newest, err
		}
		all[name] = hex.EncodeToString(h.Sum(nil)[:16])
	}
	return all, newest, nil
}

func printFolder(h hash.Hash, dir string, newest *time.Time) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		i, err := e.Info()
		if err == nil && i.Mode()&fs.ModeSymlink != 0 {
			i, err = os.Stat(filepath.Join(dir, e.Name()))
			if os.IsNotExist(err) {
				fmt.Fprintf(h, "%q none\n", e.Name())
				continue
			}
		}
		if err != nil {
			return err
		}
		note(h, i, newest)
	}
	return nil
}

// note adds a file to a hash.
func note(h hash.Hash, i fs.FileInfo, newest *time.Time) {
	if i.IsDir() { // that a link leads to
		fmt.Fprintf(h, "%q directory\n", i.Name())
		return
	}
	fmt.Fprintf(h, "%q %d %d %o\n", i.Name(), i.Size(), i.ModTime().UnixNano(), i.Mode())
	if i.ModTime().After(*newest) {
		*newest = i.ModTime()
	}
}
