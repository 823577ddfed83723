package sqlserver

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"
)

// The engine writes to logrus's standard logger that clients come and go, and which of
// their statements fail: that is no news of the program's. What else its
// protocol has to say, as who failed to log in, remains.

// formatter leaves out those entries.
type formatter struct{ logrus.Formatter }

// Format gives no bytes for an entry that is left out.
func (f formatter) Format(e *logrus.Entry) ([]byte, error) {
	if _, ofConnection := e.Data[sql.ConnectionIdLogField]; ofConnection && (e.Message == "NewConnection" || e.Message == "ConnectionClosed") {
		return nil, nil
	}
	if strings.HasPrefix(e.Message, "Error reading packet from client") && strings.Contains(e.Message, net.ErrClosed.Error()) {
		return nil, nil // by Shutdown
	}
	return f.Formatter.Format(e)
}

// quiet has the standard logger do so. A program that sets a formatter of its own
// afterwards has the entries.
var quiet = sync.OnceFunc(func() { logrus.SetFormatter(formatter{logrus.StandardLogger().Formatter}) })

// silent is the logger of sessions.
var silent = &logrus.Logger{Out: io.Discard, Formatter: &logrus.TextFormatter{}, Hooks: make(logrus.LevelHooks), Level: logrus.PanicLevel}

// sessions builds sessions that log nothing.
func sessions(p *memory.DbProvider) server.SessionBuilder {
	build := memory.NewSessionBuilder(p)
	return func(ctx context.Context, c *mysql.Conn, addr string) (sql.Session, error) {
		s, err := build(ctx, c, addr)
		if err == nil {
			s.SetLogger(logrus.NewEntry(silent))
		}
		return s, err
	}
}
