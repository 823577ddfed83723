package gms

import (
	"errors"
	"fmt"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/setting"
	"github.com/perfschema/perfschema/sampler"
)

// StartProfiler starts the profiler that tells where the time of statements
// goes, in the tables of the database profiling, until Close. With Options.Off
// there is none, and those tables stay empty. Call it once; it declares the
// system variables of sampler.Variables, of which, as of all others, the engine
// has one set for the process. CPU time by kernel and program is known of
// sessions with profiling=1, unless Options.CPUTime says otherwise. It fails with an error that wraps
// perfschema.ErrOff where the Schema is off.
func (a *Adapter) StartProfiler(o sampler.Options) error {
	if a.Profiler() != nil {
		return errors.New("gms: the profiler runs already")
	}
	if o.Off {
		setting.InstallProfiler(o)
		return nil
	}
	if o.CPUTime == nil {
		o.CPUTime = (*perfschema.SampledStatement).CPUTime
	}
	p, err := sampler.Start(a.schema, o)
	if err != nil {
		o.Off = true
		setting.InstallProfiler(o)
		return fmt.Errorf("gms: %w", err)
	}
	a.profiler.Store(p)
	setting.InstallProfiler(o)
	return nil
}

// Profiler is what StartProfiler has started, nil if nothing. It stays to be
// read after Close.
func (a *Adapter) Profiler() *sampler.Profiler { return a.profiler.Load() }

// Close ends what the Adapter runs by itself: the profiler. Call it when the
// server has ended.
func (a *Adapter) Close() { a.Profiler().Close() }

// WatchMemory sets the system variable profiling_memory_watch, as SET GLOBAL
// does. Call it after Install. It fails where [perfschema.Schema.WatchMemory]
// does, and changes nothing then.
func (a *Adapter) WatchMemory(spec string) error {
	return a.alarm.Set(spec)
}
