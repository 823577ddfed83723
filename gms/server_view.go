package gms

import (
	"iter"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/serverview"
	"github.com/perfschema/perfschema/gms/internal/sysschema"
	"github.com/perfschema/perfschema/view"
)

// server is what tables tell the session of the server around the Schema.
func (a *Adapter) server(ctx *sql.Context) view.Server {
	catalog := a.catalog()
	information := serverview.ReadInformation(ctx, catalog)
	return view.Server{
		Variables:       func() []view.VariableInfo { return a.variableInfo(ctx) },
		Persisted:       func() iter.Seq2[string, any] { return sysvar.InOrder(persisted(ctx)) },
		Sessions:        func(id uint64) []view.SessionVariablesOf { return a.sessionVariables(ctx, id) },
		Status:          a.statusOf,
		ResetStatus:     a.resetStatus,
		Log:             a.log.Entries,
		Hosts:           a.hosts.List,
		ForgetHosts:     a.hosts.Forget,
		Channels:        a.secured.Channels,
		DataLocks:       a.lifecycle.readLock.DataLocks,
		Uses:            a.lifecycle.readLock.ShownUses,
		Functions:       func() []view.LoadableFunction { return a.options.Functions },
		DefaultRoles:    func() []view.DefaultRole { return serverview.DefaultRoles(a.rights.Accounts()) },
		AccountLocks:    func() []view.AccountLock { return serverview.AccountLocks(a.accounts) },
		PasswordHistory: func() []view.UsedPassword { return serverview.PasswordHistory(a.accounts) },
		Replica:         func() *view.Replica { return serverview.Replica(ctx, catalog) },
		LogStatus:       func() *view.LogStatus { return serverview.LogStatus(ctx, catalog) },
		Directories:     sysschema.Directories,
		StatementLength: func() int { return a.sys.TruncateLength(ctx) },
		Config:          a.config,
		SetBy:           func() string { return sysschema.SetBy(ctx) },
		Information:     information.Read,
		Err:             information.Failure,
		AutoIncrements:  information.AutoIncrements,
		Version:         sysvar.GlobalText("version"),
	}
}

// DeclaresVariable says whether [Adapter.Install] declares a variable of MySQL's that the
// engine lacks, or has otherwise.
func DeclaresVariable(name string) bool { return sysvar.OfMySQL(name) }

// persisted are the variables that SET PERSIST has kept, with their values as SHOW
// VARIABLES has them; nothing where the storage keeps none.
func persisted(ctx *sql.Context) map[string]any {
	session, ok := ctx.Session.(sql.PersistableSession)
	if !ok {
		return nil
	}
	out := make(map[string]any)
	for name := range sql.SystemVariables.NewSessionMap() {
		if privilege.DatabaseOfVariable(name) != "" || sysvar.KeptByServer(name) {
			continue
		}
		value, err := session.GetPersistedValue(name)
		if err != nil || value == nil {
			continue
		}
		known, _, ok := sql.SystemVariables.GetGlobal(name)
		if !ok || known == nil {
			continue
		}
		typ := known.GetType()
		if text, ok := value.(string); ok { // a SET is kept by its number
			if bits, err := strconv.ParseUint(text, 10, 64); err == nil && sysvar.SetText(typ, bits) != any(bits) {
				value = bits
			}
		}
		out[name] = value
		if converted, _, err := typ.Convert(ctx, value); err == nil {
			out[name] = sysvar.SetText(typ, converted)
		}
	}
	return out
}

// isSessionVariable says whether sessions have a variable. Those of the storage that are
// named after a database are left out: they belong to who may see the database.
func isSessionVariable(name string, v sql.SystemVariable) bool {
	known, ok := sysvar.Declared(v)
	return ok && known.Scope.Type != sql.SystemVariableScope_Global && privilege.DatabaseOfVariable(strings.ToLower(name)) == ""
}
