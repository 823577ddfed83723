package profiling

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// connectionPools declares profiling.connection_pools.
func connectionPools() *view.Table {
	type row = record.PoolInfo
	count := func(name, comment string, of func(*row) uint64) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: name, Type: field.BigintUnsigned, Comment: comment}, Value: func(p *row) any { return of(p) }}
	}
	return field.InstanceTable(view.Table{
		Name:    "connection_pools",
		Comment: "Every pool of connections to a database, and how many are free",
	}, "EVENT_NAME", []field.Field[row]{
		{Column: field.InstrumentColumn("EVENT_NAME"), Value: func(p *row) any { return p.EventName }},
		{Column: field.InstanceColumn, Value: func(p *row) any { return p.Begin }},
		{Column: view.Column{Name: "POOL_NAME", Type: field.Identifier, Comment: "CURRENT_SCHEMA of its statements: the driver's name, or the one that the program gave"},
			Value: func(p *row) any { return p.Name }},
		{Column: view.Column{Name: "MAX_OPEN", Type: field.BigintUnsigned, Nullable: true, Comment: "Connections that there may be; NULL is without limit"},
			Value: func(p *row) any { return field.Unless(p.MaxOpen <= 0, uint64(p.MaxOpen)) }},
		count("OPEN", "Connections that there are", func(p *row) uint64 { return uint64(p.Open) }),
		count("IN_USE", "Connections that somebody has", func(p *row) uint64 { return uint64(p.InUse) }),
		count("IDLE", "Connections that are free", func(p *row) uint64 { return uint64(p.Idle) }),
		count("COUNT_WAITED", "How often none was free and none could be opened, since the pool was made", func(p *row) uint64 { return p.Waits }),
		{Column: view.Column{Name: "SUM_WAITED", Type: field.Milliseconds, Comment: "How long those who found none have waited together, as the pool says; not those who wait now (milliseconds)"},
			Value: func(p *row) any { return ms(p.WaitTime) }},
		count("CLOSED_MAX_IDLE", "Connections closed because too many were idle", func(p *row) uint64 { return p.ClosedIdle }),
		count("CLOSED_MAX_IDLE_TIME", "Connections closed because they were idle for too long", func(p *row) uint64 { return p.ClosedIdleTime }),
		count("CLOSED_MAX_LIFETIME", "Connections closed because they were too old", func(p *row) uint64 { return p.ClosedLifetime }),
	}, func(p *row) *record.InstanceInfo { return &p.InstanceInfo }, (*perfschema.Reader).ConnectionPools)
}
