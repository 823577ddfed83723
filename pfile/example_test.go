package pfile_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pfile"
)

func Example() {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		panic(err)
	}
	key := ps.RegisterFile("app", perfschema.Info{Name: "journal"})
	fs := pfile.New(ps, key)

	dir, _ := fs.MkdirTemp("", "example")
	defer os.RemoveAll(dir)
	f, err := fs.Create(filepath.Join(dir, "journal")) // was os.Create
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, "a line")
	f.Sync()

	for _, file := range ps.Read().FileInstances() {
		fmt.Println(filepath.Base(file.Name), file.OpenCount, file.IO.Write.Count, file.IO.BytesWritten)
	}
	// Output: journal 1 1 7
}
