package server

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/server/overhead"
	"github.com/perfschema/perfschema/view"
)

const overheadVariable = "profiling_overhead_sampling"

// overheadSampling is the percentage of the time in which the product's own cost is
// sampled.
func (c Config) overheadSampling() int {
	switch {
	case c.OverheadSampling < 0, c.OverheadSampling == 0 && c.PerformanceSchema.Off:
		return 0
	case c.OverheadSampling == 0:
		return overhead.DefaultSampling
	}
	return min(c.OverheadSampling, 100)
}

// startOverhead begins to sample the product's own cost, until stop.
func (i *instruments) startOverhead(percent int) {
	sql.SystemVariables.AddSystemVariables([]sql.SystemVariable{&sql.MysqlSystemVariable{
		Name:    overheadVariable,
		Scope:   sql.GetMysqlScope(sql.SystemVariableScope_Global),
		Type:    types.NewSystemIntType(overheadVariable, 0, 100, false),
		Default: int64(percent),
	}})
	if percent == 0 {
		return
	}
	i.overhead = overhead.Start(percent)
}

// overheadSource implements view.OverheadSource: it shows nothing where nothing is sampled.
type overheadSource struct{ of *instruments }

// Costs implements view.OverheadSource.
func (o overheadSource) Costs() []view.FeatureCost {
	if o.of.overhead == nil {
		return nil
	}
	return o.of.overhead.Costs()
}

// Reset implements view.OverheadSource.
func (o overheadSource) Reset() {
	if o.of.overhead != nil {
		o.of.overhead.Reset()
	}
}
