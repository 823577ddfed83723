package patch

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/perfschema/perfschema/build/internal/anchor"
	"github.com/perfschema/perfschema/build/internal/report"
)

//go:embed all:_std
var source embed.FS

// Import is the package that a program imports to be recorded.
const Import = "runtime/perfschema"

// A Set is what a GOROOT has that the toolchain's has not. Paths lie below GOROOT.
type Set struct {
	Edited  map[string][]byte // files that the toolchain has otherwise
	Before  map[string][]byte // the same as the toolchain has them
	Added   map[string][]byte // files that it has not
	Patches []string          // layers that are in
	Missing []string          // layers that are left out
	Reasons []error           // why, one for each of Missing
}

// ErrToolchain is the error of a toolchain that the patches were not written for.
var ErrToolchain = errors.New("perfschema build knows Go 1.25, 1.26 and 1.27")

var known = regexp.MustCompile(`^go1\.2[567](\.[0-9]+|rc[0-9]+)?($|[ -])`)

// For returns the patches of a toolchain. A layer with an anchor that does not fit is an
// error, or left out if lenient.
func For(goroot, version string, lenient bool) (*Set, error) {
	if !known.MatchString(version) && !lenient {
		return nil, fmt.Errorf("%w, and this is %s", ErrToolchain, version)
	}
	s := &Set{Edited: make(map[string][]byte), Before: make(map[string][]byte), Added: make(map[string][]byte)}
	for _, l := range layers {
		err := s.add(goroot, l)
		switch {
		case err == nil:
			s.Patches = append(s.Patches, l.name)
		case lenient:
			s.Missing, s.Reasons = append(s.Missing, l.name), append(s.Reasons, err)
		default:
			return nil, err
		}
	}
	if len(s.Patches) == 0 {
		return s, nil
	}
	built, err := s.built(goroot)
	if err != nil {
		return nil, err
	}
	s.Added["src/"+Import+"/built.go"] = built
	files, err := report.Source()
	if err != nil {
		return nil, err
	}
	for name, text := range files {
		s.Added["src/"+Import+"/internal/report/"+name] = text
	}
	return s, nil
}

// Version returns a hash of all that the patches are made of: it is another one where another
// version of this package would return another Set.
func Version() string {
	h := sha256.New()
	fmt.Fprintf(h, "%v\n%v\n", layers, known)
	err := fs.WalkDir(source, "_std", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := source.ReadFile(name)
		fmt.Fprintf(h, "%q %q\n", name, text)
		return err
	})
	files, rerr := report.Source()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%q %q\n", name, files[name])
	}
	if err != nil || rerr != nil {
		panic(errors.Join(err, rerr)) // the files are in the program
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// add makes the edits of a layer, or none of them.
func (s *Set) add(goroot string, l layer) error {
	if l.needs != "" && !slices.Contains(s.Patches, l.needs) {
		return fmt.Errorf("layer %s needs layer %s", l.name, l.needs)
	}
	byFile := make(map[string][]anchor.Edit)
	for _, e := range l.edits {
		byFile[e.File] = append(byFile[e.File], e)
	}
	edited, before := make(map[string][]byte), make(map[string][]byte)
	for file, edits := range byFile {
		text := s.Edited[file] // an earlier layer edits other declarations of it
		if text == nil {
			var err error
			text, err = os.ReadFile(filepath.Join(goroot, filepath.FromSlash(file)))
			if l.oneOf && errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return fmt.Errorf("anchor %s: %w", edits[0].Name, err)
			}
			before[file] = text
		}
		var err error
		if edited[file], err = anchor.Apply(text, edits); err != nil {
			return err
		}
	}
	if l.oneOf && len(edited) != 1 {
		return fmt.Errorf("anchor %s: %w: %d of its files are there, not one", l.edits[0].Name, anchor.ErrChanged, len(edited))
	}
	added := make(map[string][]byte)
	err := fs.WalkDir(source, "_std", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below := strings.TrimPrefix(name, "_std/")
		if !slices.ContainsFunc(l.added, func(prefix string) bool { return strings.HasPrefix(below, prefix) }) {
			return nil
		}
		beside := func(file string) bool { return path.Dir(file) == path.Dir("src/"+below) }
		if l.oneOf && !slices.ContainsFunc(slices.Collect(maps.Keys(edited)), beside) {
			return nil // of another toolchain
		}
		text, err := source.ReadFile(name)
		added["src/"+below] = text
		return err
	})
	if err != nil {
		return err
	}
	maps.Copy(s.Edited, edited)
	maps.Copy(s.Before, before)
	maps.Copy(s.Added, added)
	return nil
}

// built returns the file that tells the program how it was built.
func (s *Set) built(goroot string) ([]byte, error) {
	entries, err := os.ReadDir(filepath.Join(goroot, "src"))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\n// The layers that are in and that are left out.\nvar (\n\tpatches = %#v\n\tmissing = %#v\n)\n\n", path.Base(Import), s.Patches, s.Missing)
	b.WriteString("// standardRoots are the first elements of the import paths of the standard library.\nvar standardRoots = map[string]bool{\n")
	for _, e := range entries {
		if name := e.Name(); e.IsDir() && name != "cmd" && name != "testdata" {
			fmt.Fprintf(&b, "%s: true,\n", strconv.Quote(name))
		}
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}
