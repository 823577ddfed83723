package gms

import (
	sqle "github.com/dolthub/go-mysql-server"

	"github.com/perfschema/perfschema"
)

// lifecycle records what connections do.
type lifecycle struct {
	schema      *perfschema.Schema
	instruments *instruments
}

// newLifecycle registers the instruments. It returns nil for a Schema that is
// off: nothing is hooked then.
func newLifecycle(s *perfschema.Schema) *lifecycle {
	if !s.Enabled() {
		return nil
	}
	return &lifecycle{schema: s, instruments: registerInstruments(s)}
}

// install hooks into an engine, once. The engine's execution builder must be
// in place: what stands first in it, as a storage's own builder does, stays
// there behind this one. The process list must not be in use by a server yet.
func (l *lifecycle) install(engine *sqle.Engine) {
	if l == nil {
		return
	}
	if _, done := engine.ProcessList.(stageProcessList); done {
		return
	}
	stages := &l.instruments.stages
	a := engine.Analyzer
	engine.ProcessList = stageProcessList{engine.ProcessList, stages}
	engine.Parser = watchParser(engine.Parser)
	a.Catalog.AuthHandler = stageAuthorization{a.Catalog.AuthHandler, stages}
	installRules(a, stages)
	a.ExecBuilder.PriorityBuilder = newOperatorBuilder(l, a.ExecBuilder)
}
