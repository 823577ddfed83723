package main

import (
	"log"
	"net"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// serveSQL serves performance_schema to MySQL clients. It has no database of its
// own, and knows no accounts: whoever can connect may do all, under any name.
func serveSQL(ps *perfschema.Schema, l net.Listener) (*server.Server, error) {
	adapter, err := gms.New(ps)
	if err != nil {
		return nil, err
	}
	provider := memory.NewDBProvider()
	engine, err := adapter.NewEngine(provider, nil)
	if err != nil {
		return nil, err
	}
	srv, err := adapter.NewServer(server.Config{Listener: l}, engine, memory.NewSessionBuilder(provider))
	if err != nil {
		return nil, err
	}
	go func() {
		if err := srv.Start(); err != nil {
			log.Print(err)
		}
	}()
	return srv, nil
}
