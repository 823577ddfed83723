// Command pocketbase builds PocketBase, a backend with SQLite that nobody here wrote, out
// of the module proxy and with pocketbase.patch: its databases by pdb.Open, its handler in
// phttp.Handler, and MySQL's protocol on the address in PERFSCHEMA_LISTEN.
//
//	GOWORK=off go run ./pocketbase -o /tmp/pb
//	PERFSCHEMA_LISTEN=127.0.0.1:3307 /tmp/pb serve --dir /tmp/pb_data
//	mariadb -h127.0.0.1 -P3307 -uroot -t performance_schema < pocketbase/pools.sql
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	program = "github.com/pocketbase/pocketbase"
	version = "v0.36.4"
	own     = "github.com/perfschema/perfschema"
)

//go:embed pocketbase.patch
var patch string

func main() {
	out := flag.String("o", "pb", "the binary")
	root := flag.String("root", "..", "perfschema's repository")
	flag.Parse()
	dir, err := download(context.Background())
	if err == nil {
		err = build(context.Background(), dir, *root, *out)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// download gives the directory of the program's source.
func download(ctx context.Context) (dir string, err error) {
	c := exec.CommandContext(ctx, "go", "mod", "download", "-json", program+"@"+version)
	c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("download %s: %w: %s", program, err, out)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", fmt.Errorf("download %s: %w", program, err)
	}
	return module.Dir, nil
}

// build copies, patches and builds it with the perfschema in root.
func build(ctx context.Context, source, root, out string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "pocketbase-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, os.DirFS(source)); err != nil {
		return err
	}
	for _, command := range [][]string{
		{"git", "apply", "-"},
		{"go", "mod", "edit", "-require=" + own + "@v0.1.0", "-require=" + own + "/gms@v0.1.0", "-replace=" + own + "=" + root, "-replace=" + own + "/gms=" + filepath.Join(root, "gms")},
		{"go", "build", "-trimpath", "-tags=gms_pure_go", "-o", out, "./examples/base"},
	} {
		c := exec.CommandContext(ctx, command[0], command[1:]...)
		c.Dir, c.Stdin = dir, strings.NewReader(patch)
		// In a repository git would look for the files there.
		c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -buildvcs=false", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
		if text, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, text)
		}
	}
	return nil
}
