package catalog

import (
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// pairs are names with values, in order.
func pairs(p ...any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for i := 0; i < len(p); i += 2 {
			if !yield(p[i].(string), p[i+1]) {
				return
			}
		}
	}
}

// knowing is a server that has a row for each of its tables; thread is one of the
// Schema's.
func knowing(thread uint64) view.Server {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
	values := pairs("a", "1", "b", nil)
	return view.Server{
		Variables: func() []view.VariableInfo {
			return []view.VariableInfo{
				{Name: "port", Source: "COMMAND_LINE", Min: "0", Max: "65535", Scope: "GLOBAL", Type: "Integer", Documentation: "TCP port"},
				{Name: "sql_mode", Source: "DYNAMIC", SetTime: at, SetUser: "ann", SetHost: "h", Scope: "SESSION", Type: "Set"},
			}
		},
		Persisted: func() iter.Seq2[string, any] { return values },
		Sessions: func(uint64) []view.SessionVariablesOf {
			of := func() iter.Seq2[string, any] { return values }
			return []view.SessionVariablesOf{{ThreadID: thread, System: of, User: of}}
		},
		Status: func(view.StatusLevel) []view.StatusOf {
			return []view.StatusOf{{ThreadID: thread, User: "ann", Host: "h", Values: pairs("Questions", uint64(3))}}
		},
		Log: func() []view.LogEntry {
			return []view.LogEntry{{At: at, Priority: "Note", Subsystem: "Server", Text: "ready"}}
		},
		Hosts: func() []view.Host {
			return []view.Host{{IP: "10.0.0.1", Connect: 1, Errors: view.HostErrors{Handshake: 1}, FirstSeen: at, LastSeen: at, FirstError: at, LastError: at}}
		},
		Channels: func() []view.ChannelProperty {
			return []view.ChannelProperty{{Channel: "mysql_main", Name: "Enabled", Value: "Yes"}}
		},
		DataLocks: func() []view.DataLock {
			return []view.DataLock{{ID: 7, Schema: "shop", Table: "item", Write: true, ThreadID: thread}, {ID: 8, Schema: "shop", Table: "sale"}}
		},
		Functions: func() []view.LoadableFunction { return []view.LoadableFunction{{Name: "f", ReturnType: "char"}} },
		AccountLocks: func() []view.AccountLock {
			return []view.AccountLock{{User: "ann", Host: "h", Attempts: 3, Days: 2, Locked: true, Since: at, Until: at.AddDate(0, 0, 2), Ends: true}}
		},
		PasswordHistory: func() []view.UsedPassword {
			return []view.UsedPassword{{User: "ann", Host: "h", At: at, Stored: "$A$"}}
		},
		Replica: func() *view.Replica {
			return &view.Replica{Host: "source", Port: 3306, Receiver: "CONNECTING", Applier: "ON", DoTables: []string{"d.a", "d.b"}, IgnoreTables: []string{"d.c"},
				ReceiverError: view.ReplicationError{Number: 2003, Message: "cannot connect", At: at}}
		},
		LogStatus: func() *view.LogStatus {
			return &view.LogStatus{ServerUUID: "uuid", Local: "{}", Replication: "{}", StorageEngines: "{}"}
		},
	}
}

// TestServer reads the tables of what a server knows around its Schema.
func TestServer(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	known := knowing(7)
	known.ForgetHosts = func() { known.Hosts = nil }
	known.ResetStatus = func(view.StatusLevel) { known.Status = nil }
	r := view.Reader{Schema: s, Server: known}
	all := func(table string) (out []string) {
		for row := range Lookup(table).Rows(r) {
			out = append(out, fmt.Sprint(row))
		}
		return out
	}
	for table, want := range map[string]string{
		"variables_info": "[port COMMAND_LINE  0 65535 <nil> <nil> <nil>]" +
			"[sql_mode DYNAMIC  0 0 2026-01-02 03:04:05.000006 +0000 UTC ann h]",
		"variables_metadata":       "[port GLOBAL Integer 0 65535 TCP port][sql_mode SESSION Set <nil> <nil> ]",
		"persisted_variables":      "[a 1][b <nil>]",
		"variables_by_thread":      "[7 a 1][7 b <nil>]",
		"user_variables_by_thread": "[7 a 1][7 b <nil>]",
		"status_by_thread":         "[7 Questions 3]",
		"status_by_account":        "[ann h Questions 3]",
		"status_by_user":           "[ann Questions 3]",
		"status_by_host":           "[h Questions 3]",
		"error_log":                "[2026-01-02 03:04:05.000006 +0000 UTC 0 Note <nil> Server ready]",
		"tls_channel_status":       "[mysql_main Enabled Yes]",
		"user_defined_functions":   "[f char function <nil> <nil>]",
		"log_status":               "[uuid {} {} {}]",
		"replication_applier_filters": "[ REPLICATE_DO_TABLE d.a,d.b CHANGE_REPLICATION_FILTER <nil> <nil>]" +
			"[ REPLICATE_IGNORE_TABLE d.c CHANGE_REPLICATION_FILTER <nil> <nil>]",
		"replication_applier_status": "[ ON <nil> <nil>]",
	} {
		if got := strings.Join(all(table), ""); got != want {
			t.Errorf("%s:\n got %s\nwant %s", table, got, want)
		}
	}
	if got := all("replication_connection_status"); len(got) != 1 || !strings.Contains(got[0], "CONNECTING") || !strings.Contains(got[0], "2003 cannot connect 2026") {
		t.Errorf("replication_connection_status: %s", got)
	}
	r.Equal = map[string]any{"VARIABLE_NAME": "B"}
	if got := all("variables_by_thread"); len(got) != 1 {
		t.Errorf("variables named B: %s", got)
	}
	r.Equal = nil
	for _, table := range []string{"host_cache", "status_by_user"} {
		if err := Lookup(table).Forget(r); err != nil || len(all(table)) != 1 {
			t.Errorf("%s: the reader's copy has no rows", table)
		}
	}
	if known.Hosts != nil || known.Status != nil {
		t.Error("TRUNCATE does not reach the server")
	}
	// Without a server, and with the Schema off, they are empty.
	off, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range Tables() {
		for range table.Rows(view.Reader{Schema: s}) {
			break
		}
		for range table.Rows(view.Reader{Schema: off, Server: knowing(7)}) {
			if table.Access&view.AlwaysOn == 0 {
				t.Errorf("%s has rows while the Schema is off", table.Name)
			}
			break
		}
	}
}
