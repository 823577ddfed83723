package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/dolthub/dolt/go/libraries/utils/file"

	"github.com/perfschema/perfschema/server/internal/smallfile"
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
	data, err := smallfile.Read(path, maxSysConfig)
	if err == nil {
		before, err = parseSysConfig(data)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("reading %s: %w; restore it, or remove it to have the defaults of sys.sys_config", path, err)
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

// maxSysConfig bounds the bytes of the file, which has a hundred or so for each option.
const maxSysConfig = 4 << 20

func parseSysConfig(data []byte) (options []sys.Option, err error) {
	err = json.Unmarshal(data, &options)
	return options, err //nolint:wrapcheck // the caller names the file
}
