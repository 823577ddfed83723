package setup

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

const noTelemetry = "nothing is exported by OpenTelemetry"

// telemetrySetup declares one of the three tables of what is exported. None has
// rows. UPDATE is allowed, as in MySQL, and finds nothing.
func telemetrySetup(name, comment string, access view.Access, columns []view.Column) *view.Table {
	t := &view.Table{
		Name:    name,
		Comment: comment,
		Columns: append(columns, view.Column{Name: "DESCRIPTION", Type: "varchar(1023)", Nullable: true, Comment: "What it is"}),
		Access:  access,
		Empty:   noTelemetry,
		Open:    field.NoRows,
	}
	if name != "setup_loggers" { // which has no index in MySQL either
		t.Indexes = []view.Index{{Name: "PRIMARY", Columns: []string{"NAME"}, Unique: true}}
	}
	if access&view.AllowUpdate != 0 {
		t.Update = func(_ *perfschema.Schema, old, row view.Row) error { return field.Unchanged(t.Columns, old, row) }
	}
	return t
}

// setupLoggers is the table of the loggers whose messages are exported.
func setupLoggers() *view.Table {
	return telemetrySetup("setup_loggers", "Loggers, and what is exported of their messages", view.AllowUpdate, []view.Column{
		{Name: "NAME", Type: field.EventName, Comment: "Logger"},
		{Name: "LEVEL", Type: "enum('none','error','warn','info','debug')", Comment: "Which messages are exported; can be changed"},
	})
}

// setupMeters is the table of the meters whose metrics are exported.
func setupMeters() *view.Table {
	return telemetrySetup("setup_meters", "Meters, and how often they are exported", view.AllowUpdate, []view.Column{
		{Name: "NAME", Type: "varchar(63)", Comment: "Meter"},
		{Name: "FREQUENCY", Type: "mediumint unsigned", Comment: "Seconds between two exports; can be changed"},
		{Name: "ENABLED", Type: field.YesNoEnum, Comment: "Whether it is exported; can be changed"},
	})
}

// setupMetrics is the table of the metrics of the meters.
func setupMetrics() *view.Table {
	return telemetrySetup("setup_metrics", "Metrics of the meters", 0, []view.Column{
		{Name: "NAME", Type: "varchar(63)", Comment: "Metric"},
		{Name: "METER", Type: "varchar(63)", Comment: "Its meter"},
		{Name: "METRIC_TYPE", Type: "enum('ASYNC COUNTER','ASYNC UPDOWN COUNTER','ASYNC GAUGE COUNTER')", Comment: "How its values go on"},
		{Name: "NUM_TYPE", Type: "enum('INTEGER','DOUBLE')", Comment: "What its values are"},
		{Name: "UNIT", Type: "varchar(63)", Nullable: true, Comment: "Unit of its values"},
	})
}
