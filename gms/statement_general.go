package gms

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/login"
	"github.com/perfschema/perfschema/gms/internal/metalock"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// LoggedCommand is what a client has asked for, as MySQL's general log has it.
type LoggedCommand struct {
	Time       time.Time
	Connection uint64
	Command    string // as Query, Connect, Init DB
	Argument   string // without passwords, and otherwise whole
}

// GeneralLog is where commands are written to.
type GeneralLog interface {
	// Settle is called when the variables of the log have been set, and with flush by FLUSH
	// LOGS and FLUSH GENERAL LOGS. It says whether commands are to be written.
	Settle(flush bool) bool
	// Write is called with each command, before it is carried out, on the goroutine and the
	// Thread of its connection, which it holds up.
	Write(LoggedCommand)
}

// generalLog is the general log of an Adapter.
type generalLog struct {
	on       atomic.Bool
	settling sync.Mutex
	log      GeneralLog // nil: nobody wants to know
}

func (g *generalLog) settle(flush bool) {
	g.settling.Lock()
	defer g.settling.Unlock()
	if g.log != nil {
		g.on.Store(g.log.Settle(flush))
	}
}

// isLogVariable says whether a variable tells whether, and where, commands are written.
func isLogVariable(name string) bool {
	return strings.EqualFold(name, "general_log") || strings.EqualFold(name, "general_log_file") || strings.EqualFold(name, "log_output")
}

// buildLogSetting carries out a SET of such a variable. The engine sets variables while it
// builds.
func (b *operatorBuilder) buildLogSetting(ctx *sql.Context, x *execution, n *plan.Set, r sql.Row) (sql.RowIter, error) {
	build := b.buildSetting
	switch {
	case setsGlobal(n, isEventScheduler):
		build = b.buildEventScheduler
	case setsGlobal(n, metalock.IsReadOnlyVariable):
		build = b.buildReadOnly
	}
	iter, err := build(ctx, x, n, r)
	b.lifecycle.general.settle(false) // an assignment may have failed after another one
	return iter, err
}

// logs says whether what the client asks for is written to the general log.
func (conn *connection) logs() bool {
	return conn != nil && conn.adapter.general.on.Load() && !conn.logsOff()
}

// logsOff is the session's sql_log_off; that of sessions to come where there is none yet.
func (conn *connection) logsOff() bool {
	const name = "sql_log_off"
	s := client.Of(conn.client.Conn).Session()
	if s == nil {
		return sysvar.IsGlobalOn(name)
	}
	v, err := s.GetSessionVariable(sql.NewEmptyContext(), name)
	return err == nil && !sysvar.IsOff(v)
}

// log writes a command, if the log is on.
func (conn *connection) log(command, argument string) {
	if conn.logs() {
		conn.write(command, argument)
	}
}

func (conn *connection) write(command, argument string) {
	conn.adapter.general.log.Write(LoggedCommand{Time: time.Now(), Connection: uint64(conn.id()), Command: command, Argument: argument})
}

// logConnect writes that a client connects, or becomes another user.
func (conn *connection) logConnect(command, user, database string) {
	if conn.logs() {
		conn.write(command, connectArgument(user, conn.client, database))
	}
}

func connectArgument(user string, c *mysql.Conn, database string) string {
	return oneLine(user + "@" + client.Host(c.RemoteAddr()) + " on " + database + " using " + connectionType(c.Conn))
}

// oneLine has no line of a name look like another entry.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, s)
}

// Refused writes that a client is not let in.
func (w *wireConn) Refused(l *login.Login, message string) {
	conn := w.connection
	if !conn.logs() {
		return
	}
	if w.change == nil && !conn.authenticated {
		conn.write("Connect", connectArgument(l.Response.User(), conn.client, l.Response.Database()))
	}
	conn.write("Connect", oneLine(message))
}

// loggedCommands are the commands that reach no handler and are written, as MySQL writes
// them.
var loggedCommands = [256]string{
	wire.ComQuit: "Quit", wire.ComStatistics: "Statistics", wire.ComLongData: "Long Data",
	wire.ComCloseStmt: "Close stmt", wire.ComResetStmt: "Reset stmt", wire.ComDebug: "Debug",
}

// logCommand writes a command of which b has come, and perhaps more behind it: it has so many
// bytes, or 0 for all.
func (conn *connection) logCommand(b []byte, length int) {
	if b[0] == wire.ComFieldList {
		if length > 0 && length < len(b) {
			b = b[:length]
		}
		table, column, _ := strings.Cut(string(b[1:]), "\x00")
		conn.log("Field List", oneLine(strings.TrimSuffix(table+" "+column, "\x00")))
	} else if name := loggedCommands[b[0]]; name != "" {
		conn.log(name, "")
	}
}

// keepUnlogged keeps the text of a query until it has been parsed, if it is to be written.
func (x *execution) keepUnlogged(text string) {
	if x.unlogged = ""; x.connection.adapter.general.on.Load() {
		x.unlogged = text
	}
}

// logQuery writes a query that has been parsed.
func (x *execution) logQuery(ctx context.Context, stmt ast.Statement) {
	conn, text := x.connection, x.unlogged
	x.unlogged = ""
	if !conn.logs() {
		return
	}
	if kind.OfWords(text) == "prepare_sql" {
		text = words.WithoutPrepared(text, conn.ansiQuotes(text))
	}
	conn.write("Query", conn.shown(text))
	e, ok := stmt.(*ast.Execute)
	if !ok {
		return
	}
	if text := conn.prepared.texts[keptName(e.Name)]; text != "" {
		c, _ := ctx.(*sql.Context)
		conn.write("Execute", conn.shown(words.Fill(text, conn.ansiQuotes(text), func(i int) (string, bool) {
			if c == nil || i >= len(e.VarList) {
				return "", false
			}
			return userVariable(c, e.VarList[i]), true
		})))
	}
}

// userVariable is the value of a variable of the session as a literal.
func userVariable(ctx *sql.Context, name string) string {
	kind, value, err := ctx.GetUserVariable(ctx, strings.ToLower(strings.Trim(name, "@`")))
	if err != nil || value == nil {
		return "NULL"
	}
	text, _, err := types.LongText.Convert(ctx, value)
	s, ok := text.(string)
	if !ok || err != nil {
		return "NULL"
	}
	if types.IsNumber(kind) {
		return s
	}
	return words.Literal(s)
}

// logPrepared writes a text that a query has prepared.
func (conn *connection) logPrepared(text string) {
	if conn.logs() {
		conn.write("Prepare", conn.shown(text))
	}
}

// logExecute writes the execution of a statement of the client protocol, with its values.
func (conn *connection) logExecute(data *mysql.PrepareData) {
	if !conn.logs() {
		return
	}
	client.WriteMoments(data)
	text := data.PrepareStmt
	conn.write("Execute", conn.shown(words.Fill(text, conn.ansiQuotes(text), func(i int) (string, bool) {
		return client.Literal(data, i)
	})))
}
