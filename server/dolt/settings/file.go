package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/dolthub/dolt/go/libraries/doltcore/env"
	"github.com/dolthub/dolt/go/libraries/utils/config"
	"github.com/dolthub/dolt/go/libraries/utils/file"
)

// File is a file of settings as Dolt keeps it, the persisted variables among
// them. Every session reads it when it begins, and SET PERSIST writes it: Dolt's
// own type does both without a lock, and Go ends a process that writes a map
// while it reads it.
//
// A map, once it is seen by readers, is never changed: a write makes another, and
// readers see it when the file has it. Methods are safe for concurrent use.
type File struct {
	Path string     // of the file; never changed
	mu   sync.Mutex // held by who writes
	now  atomic.Pointer[map[string]string]
}

var _ config.ReadWriteConfig = (*File)(nil)

// newSettings takes over settings that Dolt has read from a file.
func newSettings(read config.ReadableConfig, path string) *File {
	values := make(map[string]string, read.Size())
	read.Iter(func(name, value string) bool {
		values[name] = value
		return false
	})
	s := &File{Path: path}
	s.now.Store(&values)
	return s
}

// Replace puts settings of ours in the place of those that Dolt has read: first
// those of a database that is the data directory itself, if they are there, then
// those of the data directory.
func Replace(root *env.DoltEnv) error {
	hierarchy := config.NewConfigHierarchy()
	for _, scope := range []env.ConfigScope{env.LocalConfig, env.GlobalConfig} {
		read, ok := root.Config.GetConfig(scope)
		if !ok {
			continue
		}
		of, ok := read.(*config.FileConfig)
		if !ok {
			return fmt.Errorf("the %v settings are of an unexpected type %T", scope, read)
		}
		path, err := root.FS.Abs(of.Path)
		if err != nil {
			return fmt.Errorf("locating the %v settings: %w", scope, err)
		}
		hierarchy.AddConfig(scope.String(), newSettings(of, path))
	}
	root.Config = env.NewTestDoltCliConfigFromHierarchy(hierarchy, root.FS)
	return nil
}

// GetString implements config.ReadableConfig.
func (s *File) GetString(name string) (string, error) {
	if value, ok := (*s.now.Load())[name]; ok {
		return value, nil
	}
	return "", config.ErrConfigParamNotFound
}

// GetStringOrDefault implements config.ReadableConfig.
func (s *File) GetStringOrDefault(name, otherwise string) string {
	if value, ok := (*s.now.Load())[name]; ok {
		return value
	}
	return otherwise
}

// Iter implements config.ReadableConfig. The callback may read and write.
func (s *File) Iter(each func(name, value string) (stop bool)) {
	for name, value := range *s.now.Load() {
		if each(name, value) {
			return
		}
	}
}

// Size implements config.ReadableConfig.
func (s *File) Size() int { return len(*s.now.Load()) }

// SetStrings implements config.WritableConfig: all of the values or, with an
// error, none.
func (s *File) SetStrings(updates map[string]string) error {
	return s.write(func(values map[string]string) error {
		maps.Copy(values, updates)
		return nil
	})
}

// Unset implements config.WritableConfig: all of the names or, with an error,
// none.
func (s *File) Unset(names []string) error {
	return s.write(func(values map[string]string) error {
		for _, name := range names {
			if _, ok := values[name]; !ok {
				return fmt.Errorf("%s: %w", name, config.ErrConfigParamNotFound)
			}
			delete(values, name)
		}
		return nil
	})
}

// write changes a copy of the settings and has it on disk before anybody reads
// it. The file is made aside and takes the old one's name: who is killed leaves
// the one or the other.
func (s *File) write(change func(values map[string]string) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := *s.now.Load()
	values := maps.Clone(before)
	if err := change(values); err != nil {
		return err
	}
	if maps.Equal(values, before) {
		return nil
	}
	data, err := json.Marshal(values)
	if err != nil {
		return fmt.Errorf("writing %s: %w", s.Path, err)
	}
	if err := file.WriteFileAtomically(s.Path, bytes.NewReader(data), 0o600); err != nil {
		return fmt.Errorf("writing %s: %w", s.Path, err)
	}
	s.now.Store(&values)
	return nil
}
