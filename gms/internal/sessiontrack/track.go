package sessiontrack

import (
	"context"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// Track is what the client is to be told of its session, which it asked for: in
// the next OK packet. What a packet cannot tell, because it is an error or because the
// client has its results end in EOF packets, the next one does.
//
// The goroutine that runs the statement uses it.
type Track struct {
	Schema  string // the session's database, as the client knows it
	running sessionChanges
	pending sessionChanges
	telling sessionChanges // by the packet that is amended
}

// sessionChanges are what has changed.
type sessionChanges struct {
	schema    bool
	state     bool     // something that is part of the state
	variables []string // those that were set, in order
}

func (c *sessionChanges) any() bool { return c.schema || c.state || len(c.variables) > 0 }

func (c *sessionChanges) add(more sessionChanges) {
	c.schema, c.state = c.schema || more.schema, c.state || more.state
	for _, name := range more.variables {
		if !slices.Contains(c.variables, name) {
			c.variables = append(c.variables, name)
		}
	}
}

// See notes what a node will change. What a procedure does stays, whether its CALL
// fails or not: nested reports that a procedure runs it.
func (t *Track) See(n sql.Node, nested bool) {
	var c sessionChanges
	switch n := n.(type) {
	case *plan.Set:
		for _, e := range n.Exprs {
			if set, ok := e.(*expression.SetField); ok {
				_, isUser := set.LeftChild.(*expression.UserVar)
				c.state = c.state || isUser
			}
		}
		for v := range sysvar.Assigned(n) {
			scope, ok := v.Scope.(*sql.MysqlScope)
			if !ok {
				continue
			}
			switch scope.Type {
			case sql.SystemVariableScope_Global, sql.SystemVariableScope_Persist, sql.SystemVariableScope_PersistOnly, sql.SystemVariableScope_ResetPersist:
			default:
				c.variables = append(c.variables, strings.ToLower(v.Name))
			}
		}
	case *plan.Use:
		c.schema = true
	case *plan.CreateTable:
		c.state = n.Temporary()
	case *plan.DropTable:
		c.state = slices.ContainsFunc(n.Tables, func(n sql.Node) bool {
			t, ok := n.(*plan.ResolvedTable)
			return ok && node.IsTemporary(t.UnderlyingTable())
		})
	case *plan.PrepareQuery, *plan.DeallocateQuery:
		c.state = true
	case *node.Command:
		c.state = n.Prepares.Name != ""
	default:
		return
	}
	if nested {
		t.pending.add(c)
	} else {
		t.running.add(c)
	}
}

// Settle takes over what the statement has changed. told reports that the packet which was to tell
// of changes has done so; now is the session's database.
func (t *Track) Settle(told bool, now string) {
	t.pending.add(t.running)
	t.running = sessionChanges{}
	if t.telling.any() && !told {
		t.pending.add(t.telling)
	}
	t.telling = sessionChanges{}
	if now != t.Schema {
		t.Schema, t.pending.schema = now, true
	}
}

// ChangeDatabase notes that the client has selected a database.
func (t *Track) ChangeDatabase() { t.running.schema = true }

// New follows a session that begins in a database.
func New(schema string) *Track { return &Track{Schema: schema} }

// Failed is called at the end of a statement that has.
func (t *Track) Failed() {
	if t != nil {
		t.running = sessionChanges{}
	}
}

// List is what the client wants to know of the pending changes, by the variables of its
// session, nil if nothing.
func (t *Track) List(session sql.Session) (list []byte) {
	if !t.pending.any() || session == nil {
		return nil
	}
	ctx := sql.NewContext(context.Background(), sql.WithSession(session))
	text := func(name string) string {
		value, err := session.GetSessionVariable(ctx, name)
		if err != nil {
			return ""
		}
		return variableText(name, value)
	}
	t.telling, t.pending = t.pending, sessionChanges{}
	names := text("session_track_system_variables")
	for _, name := range t.telling.variables {
		if tracks(names, name) {
			list = wire.AppendChange(list, wire.ChangedVariable, name, text(name))
		}
	}
	if t.telling.schema && text("session_track_schema") == "ON" {
		list = wire.AppendChange(list, wire.ChangedSchema, t.Schema)
	}
	if text("session_track_state_change") == "ON" {
		list = wire.AppendChange(list, wire.ChangedState, "1")
	}
	if list == nil {
		t.telling = sessionChanges{}
	}
	return list
}

// tracks says whether a variable is in a list of names, or all are.
func tracks(names, name string) bool {
	for one := range strings.SplitSeq(names, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.EqualFold(one, name) {
			return true
		}
	}
	return false
}

// variableText is the value of a system variable as SHOW VARIABLES has it; NULL is empty.
func variableText(name string, value any) string {
	s, _ := sysvar.SystemText(sysvar.NamedSetText(name, value)).(string)
	return s
}
