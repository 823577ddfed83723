package gms

import (
	"errors"
	"fmt"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
)

// NewEngine makes an engine over a provider with the Performance Schema in it:
// sqle.New, [Adapter.Overrides] and [Adapter.Install] in one. cfg may be nil.
func (a *Adapter) NewEngine(p sql.DatabaseProvider, cfg *sqle.Config) (*sqle.Engine, error) {
	engine := sqle.New(analyzer.NewBuilder(p).AddOverrides(a.Overrides(sql.EngineOverrides{})).Build(), cfg)
	if err := a.Install(engine); err != nil {
		engine.Close()
		return nil, err
	}
	return engine, nil
}

// NewServer makes the server of an engine the Adapter is installed in, as
// server.NewServer does, with every connection and statement recorded.
func (a *Adapter) NewServer(cfg server.Config, engine *sqle.Engine, sessions server.SessionBuilder) (*server.Server, error) {
	if engine == nil || a.engine.Load() != engine {
		return nil, errors.New("gms: the Adapter is not installed in this engine; call Install or NewEngine first")
	}
	if cfg.Listener == nil {
		l, err := server.NewListener(cfg.Protocol, cfg.Address, cfg.Socket)
		if err != nil {
			return nil, fmt.Errorf("gms: listen on %s: %w", cfg.Address, err)
		}
		cfg.Listener = l
	}
	cfg.Listener = a.Listener(cfg.Listener)
	if cfg.ProtocolListenerFactory == nil && a.options.Dialect {
		cfg.ProtocolListenerFactory = a.ProtocolListener
	}
	srv, err := server.NewServerWithHandler(cfg, engine, sql.NewContext, a.Sessions(sessions), nil, a.WrapHandler)
	if err != nil {
		cfg.Listener.Close()
		return nil, err
	}
	return srv, nil
}
