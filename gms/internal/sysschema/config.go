package sysschema

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/view/sys"
)

// SetBy is who changes sys_config, as MySQL's triggers note it; "" where the session has
// switched them off.
func SetBy(ctx *sql.Context) string {
	if off, ok := userNumber(ctx, "sys.ignore_sys_config_triggers"); ok && off != 0 {
		return ""
	}
	client := ctx.Session.Client()
	return client.User + "@" + client.Address
}

// userNumber is a variable of the session as a number; ok is false where it is NULL, or none.
func userNumber(ctx *sql.Context, name string) (n int64, ok bool) {
	_, v, err := ctx.Session.GetUserVariable(ctx, name)
	if err != nil || v == nil {
		return 0, false
	}
	converted, _, err := types.Int64.Convert(ctx, v)
	n, ok = converted.(int64)
	return n, ok && err == nil
}

// configNumber is a setting of sys that is a count: that of the session's variable
// @sys.name, else of sys_config, else otherwise.
func (s *Server) configNumber(ctx *sql.Context, name string, otherwise int) int {
	n, ok := userNumber(ctx, Name+"."+name)
	if !ok {
		text, known := s.Config.Value(name)
		if !known {
			return otherwise
		}
		converted, _, err := types.Int64.Convert(ctx, text)
		if n, ok = converted.(int64); !ok || err != nil {
			return otherwise
		}
	}
	if n < 0 || n >= 1<<31 {
		return otherwise
	}
	return int(n)
}

// TruncateLength is the length of statements that sys shows.
func (s *Server) TruncateLength(ctx *sql.Context) int {
	return s.configNumber(ctx, "statement_truncate_len", sys.TruncateLength)
}

// getConfig is sys_get_config(): the value of an option, or another where there is none.
func (s *Server) getConfig(ctx *sql.Context, args []any) (any, error) {
	if err := s.Rights.ReadsSys(ctx, "sys_config"); err != nil {
		return nil, err
	}
	if args[0] != nil {
		name, err := textOf(ctx, args[0])
		if err != nil {
			return nil, err
		}
		if value, ok := s.Config.Value(strings.TrimRight(name, " ")); ok {
			return value, nil
		}
	}
	if args[1] == nil {
		return nil, nil
	}
	return textOf(ctx, args[1])
}
