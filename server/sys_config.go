package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dolthub/dolt/go/libraries/utils/file"

	"github.com/perfschema/perfschema/view/sys"
)

// sysConfigFile is where a data directory has what was changed of sys.sys_config.
const sysConfigFile = "sys_config.json"

// keepSysConfig brings back the options of the schema sys and has changes kept, each before
// it is seen. The file is made aside and takes the old one's name: who is killed leaves the
// one or the other.
func keepSysConfig(config *sys.Config, dir string) error {
	path := filepath.Join(dir, sysConfigFile)
	var before []sys.Option
	data, err := os.ReadFile(path)
	switch {
	case err == nil:
		if err := json.Unmarshal(data, &before); err != nil {
			return fmt.Errorf("reading %s: %w", path, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("reading the options of the schema sys: %w", err)
	}
	config.Keep(before, func(options []sys.Option) error {
		data, err := json.Marshal(options)
		if err != nil {
			return fmt.Errorf("writing %s: %w", path, err)
		}
		if err := file.WriteFileAtomically(path, bytes.NewReader(data), 0o600); err != nil {
			return fmt.Errorf("writing %s: %w", path, err)
		}
		return nil
	})
	return nil
}
