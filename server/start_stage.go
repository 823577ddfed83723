package server

import "github.com/perfschema/perfschema"

// startStages tell what the start of a server is doing, as the stages of its main thread:
// PROCESSLIST_STATE of performance_schema.threads names the one that runs, and
// events_stages_summary_global_by_event_name keeps how long each took. They are switched on
// while the server starts and no longer: while none is, no statement pays for stages. Those that
// the server's options switch off stay off.
type startStages struct {
	schema *perfschema.Schema
	config perfschema.Config
	thread *perfschema.Thread
	ours   []*perfschema.Class // switched on here
}

// enter ends the stage before and begins one.
func (s *startStages) enter(name string) {
	key := s.schema.RegisterStage("server", perfschema.Info{
		Name: name, Flags: perfschema.FlagSingleton, Documentation: "A part of the server's start; on while it lasts.",
	})
	state, ruled := s.config.RuleFor("stage/server/" + name)
	off := ruled && state == perfschema.InstrumentOff
	if c := s.schema.Read().ClassNamed("stage/server/" + name); c != nil && !c.Enabled() && !off {
		c.SetEnabled(true)
		c.SetTimed(true)
		s.ours = append(s.ours, c)
	}
	s.thread.SetStage(key)
}

// end ends the last stage. What is called after it does nothing: the thread is another's.
func (s *startStages) end() {
	if s.thread == nil {
		return
	}
	s.thread.SetStage(0)
	for _, c := range s.ours {
		c.SetEnabled(false)
		c.SetTimed(false)
	}
	s.ours, s.thread = nil, nil
}
