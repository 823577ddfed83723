package main

import (
	"errors"
	"log"
	"net"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/sqlserver"
)

// serveSQL serves performance_schema to MySQL clients. Without an account whoever can
// connect may look, under any name.
func serveSQL(ps *perfschema.Schema, l net.Listener) (*sqlserver.Server, error) {
	s, err := sqlserver.New(ps)
	if err != nil {
		return nil, err
	}
	go func() {
		if err := s.Serve(l); !errors.Is(err, sqlserver.ErrServerClosed) {
			log.Print(err)
		}
	}()
	return s, nil
}
