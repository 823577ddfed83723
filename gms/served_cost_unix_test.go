//go:build unix

package gms_test

import (
	"context"
	"database/sql"
	"encoding/binary"
	"io"
	"net"
	"syscall"
	"testing"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/go-sql-driver/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/sampler"
)

// BenchmarkServed is a query of one row over the protocol, by what watches the server. cpu-ns/op is the
// CPU time of the process, of which the client is a write and a read. The engine keeps variables and
// functions by process: run one at a time, as make bench does.
func BenchmarkServed(b *testing.B) {
	for _, v := range []struct {
		name  string
		serve func(*testing.B, server.Config, *memory.DbProvider) (*server.Server, error)
	}{
		{name: "bare", serve: serveBare},
		{name: "recorder-off", serve: serveWatched(gms.Options{}, perfschema.Config{Off: true}, false)},
		{name: "recorder", serve: serveWatched(gms.Options{}, perfschema.Config{}, false)},
		{name: "recorder-profiler", serve: serveWatched(gms.Options{}, perfschema.Config{}, true)},
		{name: "dialect-off", serve: serveWatched(gms.Options{Dialect: true}, perfschema.Config{Off: true}, false)},
		{name: "dialect", serve: serveWatched(gms.Options{Dialect: true}, perfschema.Config{}, false)},
		{name: "dialect-profiler", serve: serveWatched(gms.Options{Dialect: true}, perfschema.Config{}, true)},
	} {
		b.Run(v.name, func(b *testing.B) {
			logrus.SetLevel(logrus.PanicLevel)
			provider := memory.NewDBProvider(memory.NewDatabase("shop"))
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				b.Fatal(err)
			}
			srv, err := v.serve(b, server.Config{Protocol: "tcp", Address: l.Addr().String(), Listener: l}, provider)
			if err != nil {
				b.Fatal(err)
			}
			go func() { _ = srv.Start() }()
			b.Cleanup(func() { _ = srv.Close() })
			measureServed(b, l.Addr().String())
		})
	}
}

func serveBare(_ *testing.B, cfg server.Config, provider *memory.DbProvider) (*server.Server, error) {
	engine := sqle.New(analyzer.NewDefault(provider), &sqle.Config{IncludeRootAccount: true})
	return server.NewServer(cfg, engine, gmssql.NewContext, memory.NewSessionBuilder(provider), nil)
}

// serveWatched serves an engine with an Adapter.
func serveWatched(o gms.Options, c perfschema.Config, profiles bool) func(*testing.B, server.Config, *memory.DbProvider) (*server.Server, error) {
	return func(b *testing.B, cfg server.Config, provider *memory.DbProvider) (*server.Server, error) {
		ps, err := perfschema.New(c)
		if err != nil {
			return nil, err
		}
		a, err := gms.New(ps, o)
		if err != nil {
			return nil, err
		}
		engine, err := a.NewEngine(provider, &sqle.Config{IncludeRootAccount: true})
		if err != nil {
			return nil, err
		}
		if profiles {
			if err := a.StartProfiler(sampler.Options{}); err != nil {
				return nil, err
			}
		}
		b.Cleanup(a.Close)
		return a.NewServer(cfg, engine, memory.NewSessionBuilder(provider))
	}
}

// measureServed sends the query again and again, and reads as many bytes as its first answer has.
func measureServed(b *testing.B, addr string) {
	var conn net.Conn
	var read []byte
	cfg := mysql.NewConfig()
	cfg.User, cfg.Net, cfg.Addr, cfg.DBName = "root", "tcp", addr, "shop"
	cfg.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, addr)
		conn = c
		return readConn{c, &read}, err
	}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		b.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	c, err := db.Conn(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, text := range []string{"CREATE TABLE goods (id INT PRIMARY KEY, name VARCHAR(20))", "INSERT INTO goods VALUES (1, 'a'), (2, 'b'), (3, 'c')"} {
		if _, err := c.ExecContext(b.Context(), text); err != nil {
			b.Fatal(err)
		}
	}
	const query = "SELECT name FROM goods WHERE id = 2"
	read = nil
	var name string
	if err := c.QueryRowContext(b.Context(), query).Scan(&name); err != nil || name != "b" {
		b.Fatalf("%q, %v", name, err)
	}
	packet := append(binary.LittleEndian.AppendUint32(nil, uint32(len(query)+1)), 3)
	packet = append(packet, query...)
	answer := make([]byte, len(read))
	before := processTime(b)
	for b.Loop() {
		if _, err := conn.Write(packet); err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(conn, answer); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(processTime(b)-before)/float64(b.N), "cpu-ns/op")
}

// processTime is the CPU time of the process in nanoseconds.
func processTime(b *testing.B) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
