package setting

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
)

// InstallProfiler declares the system variables of the profiler, with
// the values it has.
func InstallProfiler(o sampler.Options) {
	var declared []sql.SystemVariable
	for _, v := range sampler.Variables() {
		s := &sql.MysqlSystemVariable{
			Name:    v.Name,
			Scope:   sql.GetMysqlScope(sql.SystemVariableScope_Global),
			Type:    types.NewSystemIntType(v.Name, v.Min, v.Max, false),
			Default: v.Value(o),
		}
		if v.Bool {
			s.Type = types.NewSystemBoolType(v.Name)
			s.Default = int8(v.Value(o))
		}
		declared = append(declared, s)
	}
	sql.SystemVariables.AddSystemVariables(declared)
}

// ProfilerStatus is the status variables of the profiler.
func ProfilerStatus(p *sampler.Profiler) []record.StatusVariable {
	s := p.Status()
	return []record.StatusVariable{
		{Name: "Profiling_digests_lost", Value: s.DigestsLost},
		{Name: "Profiling_query_profiles_evicted", Value: s.Evicted},
		{Name: "Profiling_query_profiles_left_out", Value: s.LeftOut},
		{Name: "Profiling_query_profiles_lost", Value: s.Lost},
		{Name: "Profiling_query_texts_lost", Value: s.TextsEvicted},
		{Name: "Profiling_slow_query_profiles_evicted", Value: s.SlowEvicted},
	}
}
