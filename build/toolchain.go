package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A toolchain is the go command in use and what it says of itself.
type toolchain struct {
	GOROOT, GOVERSION, GOFLAGS, GOMODCACHE, GOOS, GOARCH, GOMOD, GOWORK string

	said  string   // all that was asked for
	flags []option // GOFLAGS, taken apart
}

var errNoGo = errors.New("there is no go command in PATH: install Go 1.25, 1.26 or 1.27")

// findToolchain asks the go command, where the command is to run: go.mod, go.work and
// GOTOOLCHAIN choose the toolchain.
func findToolchain(chdir, environment []string, dir string) (*toolchain, error) {
	c := exec.CommandContext(context.Background(), "go", append(slices.Clone(chdir), "env", "-json", "GOROOT", "GOVERSION", "GOFLAGS", "GOMODCACHE", "GOOS", "GOARCH",
		"GOMOD", "GOWORK", "GOAMD64", "GOARM64", "GOEXPERIMENT", "CGO_ENABLED")...)
	c.Dir, c.Env = dir, with(os.Environ(), environment...)
	out, err := run(c, "env", nil)
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errNoGo
	}
	if err != nil {
		return nil, err
	}
	t := &toolchain{said: string(out)}
	if err := json.Unmarshal(out, t); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	if t.GOOS != "linux" && t.GOOS != "darwin" {
		return nil, fmt.Errorf("GOOS=%s: programs for linux and darwin can be built", t.GOOS)
	}
	if t.GOARCH != "amd64" && t.GOARCH != "arm64" {
		return nil, fmt.Errorf("GOARCH=%s: programs for amd64 and arm64 can be built", t.GOARCH)
	}
	if fromCache(t.GOROOT) {
		return nil, fmt.Errorf("GOROOT=%s is one that perfschema build has made: unset it", t.GOROOT)
	}
	t.flags, err = splitFlags(t.GOFLAGS)
	return t, err
}

// fromCache reports whether a GOROOT is one of links.
func fromCache(root string) bool {
	_, err := os.Stat(filepath.Join(root, "src", "runtime", "perfschema"))
	return err == nil
}

// command is the toolchain's go command.
func (t *toolchain) command() string { return filepath.Join(t.GOROOT, "bin", "go") }

// run runs a go command and returns its output; an error has what it said. What it downloads
// it says at once: the go command that comes later downloads nothing, and says the rest again.
func run(c *exec.Cmd, what string, progress io.Writer) ([]byte, error) {
	said := &relay{to: progress}
	c.Stderr = said
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w%s", what, err, indent(said.all.String()))
	}
	return out, nil
}

// A relay keeps what is written, and passes on lines of downloads.
type relay struct {
	to   io.Writer // nil for none
	all  bytes.Buffer
	line []byte // not ended yet
}

func (r *relay) Write(text []byte) (int, error) {
	r.all.Write(text)
	r.line = append(r.line, text...)
	for {
		end := bytes.IndexByte(r.line, '\n') + 1
		if end == 0 {
			return len(text), nil
		}
		if r.to != nil && bytes.HasPrefix(r.line, []byte("go: downloading ")) {
			if _, err := r.to.Write(r.line[:end]); err != nil {
				return 0, err
			}
		}
		r.line = r.line[end:]
	}
}

func indent(s string) string {
	if s = strings.TrimSpace(s); s == "" {
		return ""
	}
	return "\n\t" + strings.ReplaceAll(s, "\n", "\n\t")
}
