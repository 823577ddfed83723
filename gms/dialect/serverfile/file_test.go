package serverfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/variables"
)

// TestAllowed: whatever the words of a path, a file is allowed where it lies below the
// directory, and nowhere else.
func TestAllowed(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "files", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "files-of-others"), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string]string{"files/here": "here", "secret": "secret", "files-of-others/secret": "secret"} {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"files/out": dir, "files/in": "deep", "files/leak": filepath.Join(dir, "secret"), "files/lost": filepath.Join(dir, "nobody")} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]bool{
		"files/here": true, "files/new": true, "files/deep/new": true, "files/in/new": true, "files/./deep/../new": true, "files": true,
		"files/": true, "secret": false, "files-of-others/secret": false, "files-of-others/new": false, "files2": false, "files/../secret": false,
		"files/../files2": false, "files/out/secret": false, "files/out/new": false, "files/out/../new": false, "files/out/files/new": true, "files/leak": false, "nowhere/new": false,
		"files/nowhere/new": false, "": false, ".": false,
	} {
		setDirectory(t, filepath.Join(dir, "files"))
		if err := Allowed(filepath.Join(dir, "/") + "/" + path); (err == nil) != want || err != nil && !sql.ErrSecureFilePriv.Is(err) {
			t.Errorf("%s: %v, want it allowed: %t", path, err, want)
		}
		for directory, want := range map[string]bool{"": true, filepath.Join(dir, "absent"): false} {
			setDirectory(t, directory)
			if err := Allowed(filepath.Join(dir, path)); (err == nil) != want {
				t.Errorf("%s of %v: %v", path, directory, err)
			}
		}
	}
	setDirectory(t, filepath.Join(dir, "files"))
	for path, want := range map[string]string{"files/here": "here", "files/leak": "", "files/lost": "", "secret": "", "files": "", "files/new": ""} {
		if got := Read(filepath.Join(dir, path), 4); string(got) != want {
			t.Errorf("%s: read %q, want %q", path, got, want)
		}
	}
	if got := Read(filepath.Join(dir, "files/here"), 3); got != nil {
		t.Errorf("of a file that is too long %q is read", got)
	}
}

func setDirectory(t *testing.T, to string) {
	t.Helper()
	variables.InitSystemVariables()
	if err := sql.SystemVariables.AssignValues(map[string]any{"secure_file_priv": to}); err != nil {
		t.Fatal(err)
	}
}
