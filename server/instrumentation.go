package server

import (
	"net"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server/dolt"
)

// instruments is where the Performance Schema meets the server: everything
// that goes into the engine or around the connections.
type instruments struct {
	schema *perfschema.Schema
}

func newInstruments(cfg perfschema.Config) (*instruments, error) {
	schema, err := perfschema.New(cfg)
	if err != nil {
		return nil, err
	}
	return &instruments{schema: schema}, nil
}

// overrides go into the engine while it is made.
func (i *instruments) overrides() sql.EngineOverrides { return sql.EngineOverrides{} }

// install goes into the engine once it is made.
func (i *instruments) install(*dolt.Database) error { return nil }

// listener goes around the network listener.
func (i *instruments) listener(l net.Listener) net.Listener { return l }

// wrapHandler goes around the protocol handler.
func (i *instruments) wrapHandler(h mysql.Handler) (mysql.Handler, error) { return h, nil }
