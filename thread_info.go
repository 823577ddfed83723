package perfschema

import (
	"slices"
	"time"
)

// ThreadInfo is a consistent copy of what the threads table shows of one
// Thread.
type ThreadInfo struct {
	ThreadID, ParentThreadID, ProcesslistID uint64
	Name                                    string
	// Background: of no connection, or a helper that waits for work.
	Background bool
	User, Host string
	// Port is the client's port, 0 if unknown.
	Port                    uint16
	HasAccount              bool
	Database, Command, Info string
	// State is the running stage's name, empty for NULL.
	State          string
	ConnectionType string
	CommandStart   time.Time
	Instrumented   bool
	History        bool
}

// Info copies the Thread's attributes. Any goroutine may call it.
func (t *Thread) Info() ThreadInfo {
	if t == nil {
		return ThreadInfo{}
	}
	var a threadAttributes
	for {
		v := t.lock.Start()
		a = t.info
		if t.lock.Valid(v) {
			break
		}
	}
	out := ThreadInfo{
		ThreadID: t.id, ParentThreadID: t.parent, ProcesslistID: a.processlistID, Background: t.background || t.resting.Load() != 0,
		User: a.user, Host: a.host, Port: a.port, HasAccount: a.hasAccount, Database: a.database, Command: a.command, Info: a.text,
		ConnectionType: a.connectionType, CommandStart: t.schema.wallAt(a.commandStart),
		Instrumented: t.enabled.Load(), History: t.history.Load(),
	}
	if t.class != nil {
		out.Name = t.class.name
	}
	if c := t.schema.classes[KindStage].at(t.stageKey.Load()); c != nil {
		out.State = stageState(c.name)
	}
	return out
}

// account copies the account's names. Any goroutine may call it.
func (t *Thread) account() (user, host string, known bool) {
	for {
		v := t.lock.Start()
		user, host, known = t.info.user, t.info.host, t.info.hasAccount
		if t.lock.Valid(v) {
			return user, host, known
		}
	}
}

// ConnectAttrs copies the connection attributes. Any goroutine may call it.
func (t *Thread) ConnectAttrs() []ConnectAttr {
	if t == nil {
		return nil
	}
	for {
		v := t.lock.Start()
		a := t.attrs
		if t.lock.Valid(v) {
			return slices.Clone(a)
		}
	}
}
