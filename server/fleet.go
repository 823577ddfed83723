package server

import (
	"context"
	"errors"
	"log/slog"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/history/clickhouse"
	"github.com/perfschema/perfschema/view"
)

// fleet is the ClickHouse that the history is sent to, with those of other servers. Its
// zero value is none.
type fleet struct {
	client *clickhouse.Client
	sink   *clickhouse.Sink
}

// serveFleet has the engine serve what is in a ClickHouse.
func (i *instruments) serveFleet(dsn clickhouse.DSN) error {
	if dsn.Host == "" {
		return nil
	}
	i.fleet.client = clickhouse.NewClient(dsn)
	return i.adapter.AddDatabase(clickhouse.SchemaName, clickhouse.Tables(i.fleet.client, fleetError))
}

// MySQL's errors of a data source that is another server.
const (
	erConnectToForeign = 1429
	erQueryOnForeign   = 1430
)

// fleetError makes an error of SQL of one of the fleet's.
func fleetError(err error) error {
	refused := (*clickhouse.ServerError)(nil)
	switch {
	case errors.Is(err, context.Canceled): // KILL
		return err
	case errors.As(err, &refused):
		return mysql.NewSQLError(erQueryOnForeign, mysql.SSUnknownSQLState, "There was a problem processing the query on the foreign data source. Data source error: %s", refused.Text)
	}
	return mysql.NewSQLError(erConnectToForeign, mysql.SSUnknownSQLState, "Unable to connect to foreign data source: %s", err)
}

// follow has a history that is to begin tell what it writes.
func (f *fleet) follow(o *history.Options) (err error) {
	if f.client == nil {
		return nil
	}
	f.sink, err = clickhouse.NewSink(f.client, clickhouse.SinkOptions{Dir: o.Dir, ServerUUID: o.ServerUUID, Logger: slog.New(historyLog{})})
	if err != nil {
		return err
	}
	o.Follower = f.sink
	return nil
}

// start begins to send. The history has begun.
func (f *fleet) start() {
	if f.sink != nil {
		f.sink.Start()
	}
}

// close ends the sending. The history has ended.
func (f *fleet) close() {
	if f.sink != nil {
		f.sink.Close()
	}
	if f.client != nil {
		f.client.Close()
	}
}

// status is how the sending does, by table.
func (f *fleet) status() map[string]*view.FleetOf {
	if f.sink == nil {
		return nil
	}
	of := f.sink.Status()
	out := make(map[string]*view.FleetOf, len(of.Tables))
	for _, t := range of.Tables {
		out[t.Table] = &view.FleetOf{
			Failing: of.Failing, WindowsSent: t.WindowsSent, RowsSent: t.RowsSent, Waiting: t.Waiting,
			WindowsDropped: t.WindowsDropped, RowsDropped: t.RowsDropped, LastFailure: of.LastFailure, LastFailureTime: of.LastFailureTime,
		}
	}
	return out
}
