package gms

import (
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/status"
	"github.com/perfschema/perfschema/gms/internal/timelimit"
)

// preparedStatements are the prepared statements of one connection: those of
// the client protocol by their number, those of PREPARE by their name.
type preparedStatements struct {
	byID   map[uint32]*perfschema.PreparedStatement
	byName map[string]*perfschema.PreparedStatement
	// texts are those of the statements of PREPARE, as others may see them, whole.
	texts map[string]string
	// executed are those of the client protocol that have been, namedKinds the kinds of
	// those of PREPARE: what counts when they are executed.
	executed   map[uint32]*executedText
	namedKinds map[string]string
	// weights are those of long texts of PREPARE.
	weights map[string]int64
	// known is how many statements the client had open when last looked at; ever: it has
	// prepared one by the client protocol, which the engine keeps when it is closed.
	known int
	ever  bool
	// names are those that PREPARE has given, as the engine keeps them; all counts what
	// the server's connections have prepared, of which counted is this one's.
	names   map[string]struct{}
	all     *atomic.Int64
	counted int
}

// settle finds out which statements the client has closed. vitess closes one
// without telling anybody, but keeps the list of those that are open. It is
// called before each command on the connection's goroutine, which alone changes
// that list, and costs a comparison unless something was closed.
func (p *preparedStatements) settle(c *mysql.Conn) {
	if c == nil || len(c.PrepareData) == p.known {
		return
	}
	p.known = len(c.PrepareData)
	p.count()
	if conn, ok := c.ClientData.(*connection); ok {
		conn.memory.ClosedClient(c.PrepareData)
	}
	for id := range p.executed {
		if _, open := c.PrepareData[id]; !open {
			delete(p.executed, id)
		}
	}
	for id, st := range p.byID {
		if _, open := c.PrepareData[id]; !open {
			st.Close()
			delete(p.byID, id)
		}
	}
}

// preparing is called when the client has one more statement open, unprepared when it
// could not be prepared.
func (p *preparedStatements) preparing() (all int64) {
	p.known++
	return p.count()
}

func (p *preparedStatements) unprepared() {
	p.known--
	p.count()
}

// named notes that PREPARE gives a name, unnamed that it is free again.
func (p *preparedStatements) named(name string) (all int64) {
	if p.names == nil {
		p.names = make(map[string]struct{})
	}
	p.names[name] = struct{}{}
	return p.count()
}

func (p *preparedStatements) unnamed(name string) {
	delete(p.names, name)
	p.count()
}

// count brings the server's count up to date and gives it; 0 if it is as it was.
func (p *preparedStatements) count() (all int64) {
	if now := p.known + len(p.names); p.all != nil && now != p.counted {
		all = p.all.Add(int64(now - p.counted))
		p.counted = now
	}
	return all
}

// errPreparedCount is ER_MAX_PREPARED_STMT_COUNT_REACHED.
const errPreparedCount = 1461

// excessOf is the error of preparing one more, if all are more than there may be.
func excessOf(all int64) error {
	_, v, _ := sql.SystemVariables.GetGlobal("max_prepared_stmt_count")
	if most, ok := v.(int64); ok && all > most {
		return mysql.NewSQLError(errPreparedCount, sqlerr.StateAccess, "Can't create more than max_prepared_stmt_count statements (current value: %d)", most)
	}
	return nil
}

// prepared keeps a statement of the client protocol, whose text others may see.
func (p *preparedStatements) prepared(st perfschema.Statement, data *mysql.PrepareData, text string) {
	row := st.Prepared(perfschema.PreparedOptions{ID: uint64(data.StatementID), Text: text})
	if row == nil {
		return
	}
	if p.byID == nil {
		p.byID = make(map[uint32]*perfschema.PreparedStatement)
	}
	p.byID[data.StatementID] = row
}

// executedText is what is known of a statement of the client protocol by its text,
// found when it is executed first: the engine keeps no syntax tree of it.
type executedText struct {
	kind    string
	counter int  // of that kind
	counts  bool // and as a command of the client protocol too
	plain   bool // it can have no secret
	timed   bool // it may have a limit of time by itself
	defines bool // it may define a table
	// transaction is known once it was asked for.
	transaction transactionUse
}

// text gives what is known of a statement.
func (p *preparedStatements) text(data *mysql.PrepareData) *executedText {
	t := p.executed[data.StatementID]
	if t == nil {
		t = &executedText{kind: kind.OfText(data.PrepareStmt), plain: !words.MayHide(data.PrepareStmt), timed: timelimit.MayHint(data.PrepareStmt)}
		t.defines = definesTables(t.kind)
		t.counter = status.CounterOf(t.kind)
		t.counts = strings.HasSuffix(t.kind, "_sql")
		if p.executed == nil {
			p.executed = make(map[uint32]*executedText)
		}
		p.executed[data.StatementID] = t
	}
	return t
}

// leave takes them off the server's count: the connection ends.
func (p *preparedStatements) leave() {
	p.known, p.names = 0, nil
	p.count()
}

// closeAll forgets every statement: the session has been reset.
func (p *preparedStatements) closeAll() {
	for _, st := range p.byID {
		st.Close()
	}
	for _, st := range p.byName {
		st.Close()
	}
	p.leave()
	*p = preparedStatements{all: p.all}
}

// preparation is what a statement does to the statements prepared by name.
type preparation struct {
	name, text string
	prepares   bool
	closes     bool
}

// preparationOf reads it off a plan.
func preparationOf(ctx *sql.Context, n sql.Node) preparation {
	switch n := n.(type) {
	case *plan.PrepareQuery:
		return preparation{name: n.Name, text: amendment.PreparedText(ctx, n.PrepStmt), prepares: true}
	case *node.Command:
		return preparation{name: n.Prepares.Name, text: n.Prepares.Text, prepares: n.Prepares.Name != ""}
	case *plan.DeallocateQuery:
		return preparation{name: n.Name, closes: true}
	}
	return preparation{}
}

// prepare carries out what a statement has done, which st is the event of.
// Preparing under a name that is taken closes what had it. With the dialect the number is the
// connection's next, as in MySQL, where both kinds of statement share them; without it is 0, as
// the engine gives none.
func (conn *connection) prepare(st perfschema.Statement, do preparation, owner perfschema.PreparedOptions) {
	if !do.prepares && !do.closes {
		return
	}
	conn.memory.PreparedNamed(keptName(do.name), do.text, do.prepares)
	p, name := &conn.prepared, keptName(do.name)
	p.byName[name].Close()
	delete(p.byName, name)
	delete(p.texts, name)
	delete(p.namedKinds, name)
	if !do.prepares {
		p.unnamed(name)
		return
	}
	if conn.adapter.dialect {
		conn.client.StatementID++
		owner.ID = uint64(conn.client.StatementID)
	}
	owner.Name, owner.Text = do.name, conn.shown(do.text)
	if p.texts == nil {
		p.texts, p.namedKinds = make(map[string]string), make(map[string]string)
	}
	p.namedKinds[name] = kind.OfText(do.text)
	p.texts[name] = owner.Text
	row := st.Prepared(owner)
	if row == nil {
		return
	}
	if p.byName == nil {
		p.byName = make(map[string]*perfschema.PreparedStatement)
	}
	p.byName[name] = row
}

// recordAs has the event of a PREPARE tell of the statement it prepares, as MySQL
// does: its text, and the digest of that behind the word PREPARE. One that fails to
// be prepared keeps the text it was sent as.
func (do preparation) recordAs(conn *connection, st perfschema.Statement) {
	if !do.prepares || do.text == "" {
		return
	}
	st.SetText(conn.shown(do.text))
	st.ComputePrepareDigest()
}

// executes says which statement EXECUTE executes, and has its event tell of that
// one as [preparation.recordAs] does. In a program, whose statements have no digests,
// it does not.
func (conn *connection) executes(st perfschema.Statement, stmt ast.Statement, digested bool) {
	e, ok := stmt.(*ast.Execute)
	if !ok {
		return
	}
	name := keptName(e.Name)
	st.Executes(conn.prepared.byName[name])
	conn.counts.Statement(conn.prepared.namedKinds[name])
	if text := conn.prepared.texts[name]; text != "" && digested {
		st.SetText(text)
		st.ComputeExecuteDigest()
	}
}

// prepares is the text that a client has prepared, in the words of the parser, of which
// it notes the parameters.
func (h *handler) prepares(c *mysql.Conn, query string, prepare *mysql.PrepareData) (string, error) {
	if w := wireOf(c.Conn); w != nil {
		query = w.held.TextOf(query)
	}
	if t, ok := client.Translate(c, query); ok {
		query = t.Text
	}
	if prepare == nil {
		return query, nil
	}
	ansi := client.Mode(c).AnsiQuotes()
	query, err := amendment.OneStatement(query, ansi)
	if err != nil {
		return query, err
	}
	prepare.PrepareStmt = query
	n := words.Parameters(query, ansi)
	if n > amendment.MaxParameters {
		return query, amendment.TooManyParameters()
	}
	prepare.ParamsCount, prepare.ParamsType, prepare.BindVars = uint16(n), nil, nil
	if n > 0 {
		prepare.ParamsType, prepare.BindVars = make([]int32, n), make(map[string]*querypb.BindVariable, n)
	}
	return query, nil
}
