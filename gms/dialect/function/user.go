package function

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// userNames are the names of USER(). The engine's gives the account, as CURRENT_USER() does.
var userNames = map[string]bool{"user": true, "session_user": true, "system_user": true}

// IsUser says whether a function, by its name in small letters, is USER().
func IsUser(name string) bool { return userNames[name] }

// UserFunction is USER(): the name that the client has logged in by, and its own host, whose
// account may be of another name and of many hosts.
func (s *Server) UserFunction(name string) sql.Function { return None(name, types.LongText, s.user) }

func (s *Server) user(ctx *sql.Context, _ any) (any, error) {
	if user, host, ok := s.User(ctx); ok {
		return user + "@" + host, nil
	}
	client := ctx.Session.Client()
	if client.User == "" && client.Address == "" {
		return "", nil
	}
	return client.User + "@" + client.Address, nil
}
