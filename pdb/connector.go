package pdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"sync"

	"github.com/perfschema/perfschema"
)

// Open is [sql.Open], watched. CURRENT_SCHEMA of its statements is the driver's name. Its
// pool is a row of profiling.connection_pools; [Watch] records the waits for a connection
// besides.
func Open(ps *perfschema.Schema, driverName, dsn string) (*sql.DB, error) {
	db, err := sql.Open(driverName, dsn)
	if err != nil || !ps.Enabled() {
		return db, err
	}
	d := db.Driver()
	if err := db.Close(); err != nil { // it has connected to nothing
		return nil, err
	}
	c, err := connectorOf(d, dsn)
	if err != nil {
		return nil, err
	}
	return OpenDB(ps, driverName, c), nil
}

// connectorOf makes a connector as [sql.Open] does.
func connectorOf(d driver.Driver, dsn string) (driver.Connector, error) {
	if d, ok := d.(driver.DriverContext); ok {
		return d.OpenConnector(dsn)
	}
	return dsnConnector{d, dsn}, nil
}

// dsnConnector is for drivers that make none.
type dsnConnector struct {
	driver driver.Driver
	dsn    string
}

func (c dsnConnector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }

func (c dsnConnector) Driver() driver.Driver { return c.driver }

// NewConnector returns a connector whose connections are watched, for who opens a
// database otherwise than by [Open] and [OpenDB]: its pool is no row.
// name is CURRENT_SCHEMA of their statements, the database's in the words of the
// program. With a Schema that is off, or nil, it is c itself.
func NewConnector(ps *perfschema.Schema, name string, c driver.Connector) driver.Connector {
	if !ps.Enabled() {
		return c
	}
	return newConnector(ps, name, c).facets()
}

func newConnector(ps *perfschema.Schema, name string, c driver.Connector) *connector {
	return &connector{Connector: c, ps: ps, in: register(ps), name: name, texts: Texts{ps: ps}}
}

// facets returns the connector with the methods of the driver's.
func (c *connector) facets() driver.Connector {
	if closer, ok := c.Connector.(io.Closer); ok {
		return closingConnector{c, closer}
	}
	return c
}

type connector struct {
	driver.Connector // its Driver is the driver's own
	ps               *perfschema.Schema
	in               *instruments
	name             string
	texts            Texts
	// over has the Threads whose transaction has ended on another goroutine, which
	// may not write that: their next one says it.
	over sync.Map
}

// closingConnector is one that [sql.DB.Close] closes.
type closingConnector struct {
	*connector
	io.Closer
}

// Connect is [driver.Connector]'s. It may be called on a goroutine of database/sql's,
// which belongs to nobody.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	acquired(ctx) // what is left is connecting
	out := &conn{connector: c}
	w := out.start(ctx, c.in.connect, "")
	dc, err := c.Connector.Connect(ctx)
	w.end(err)
	if err != nil {
		out.thread.End()
		return nil, err
	}
	out.Conn = dc
	return out, nil
}

// Unwrap is the driver's own connection, of the one that [sql.Conn.Raw] gives: the same
// where that is not watched. What is done with it is not recorded.
func Unwrap(driverConn any) any {
	if c, ok := driverConn.(*conn); ok {
		return c.Conn
	}
	return driverConn
}
