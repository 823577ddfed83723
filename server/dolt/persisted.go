package dolt

import (
	"context"
	"strconv"

	"github.com/dolthub/dolt/go/libraries/doltcore/env"
	"github.com/dolthub/dolt/go/libraries/utils/config"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/server/dolt/settings"
)

// RestoreVariables sets those of the variables named by own that SET PERSIST has
// kept a value of. Open does so for the engine's; what is put into the engine
// afterwards declares its own anew, and may want to be told of the value. One
// that is no good any more is logged and passed over.
func (d *Database) RestoreVariables(ctx context.Context, own func(name string) bool) {
	global, ok := d.root.Config.GetConfig(env.GlobalConfig)
	if !ok {
		return
	}
	config.NewPrefixConfig(global, env.SqlServerGlobalsPrefix).Iter(func(name, value string) bool {
		if !own(name) {
			return false
		}
		if err := sql.SystemVariables.SetGlobal(sql.NewContext(ctx), name, typed(value)); err != nil {
			logrus.Warnf("%s is not what SET PERSIST made it: %v", name, err)
		}
		return false
	})
}

// PersistedFile is the file that keeps what SET PERSIST has set.
func (d *Database) PersistedFile() string {
	if global, ok := d.root.Config.GetConfig(env.GlobalConfig); ok {
		if s, ok := global.(*settings.File); ok {
			return s.Path
		}
	}
	return ""
}

// typed is a number for what is one.
func typed(value string) any {
	if n, err := strconv.ParseInt(value, 10, 64); err == nil {
		return n
	}
	return value
}
