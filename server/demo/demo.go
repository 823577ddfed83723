package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/go-sql-driver/mysql"
)

// Options says where to run and how much.
type Options struct {
	// Addr is the server's host:port; User and Password log in a superuser.
	Addr, User, Password string
	// TLS connects with TLS, without asking who the server is.
	TLS bool
	// Size is how many orders the shop has; 0 stands for DefaultSize. There
	// are about four order lines an order.
	Size int
	// Duration is how long the workload runs; 0 stands for a minute.
	Duration time.Duration
	// Out is where progress and the closing text go; Terminal says that it
	// is one, and lets a progress bar be drawn.
	Out      io.Writer
	Terminal bool
}

// DefaultSize is the number of orders in the shop.
const DefaultSize = 60_000

// ErrForeign: there is a database named shop that the demo did not make.
var ErrForeign = errors.New("the database shop is not the demo's; rename or drop it to run the demo")

// Run fills the database unless it is there, runs the workload and prints
// statements worth trying. It returns early, without error, when ctx ends.
func Run(ctx context.Context, o Options) error {
	if o.Size <= 0 {
		o.Size = DefaultSize
	}
	if o.Duration <= 0 {
		o.Duration = time.Minute
	}
	if o.Out == nil {
		o.Out = io.Discard
	}
	if err := o.run(ctx); err != nil && ctx.Err() == nil {
		return fmt.Errorf("demo: %w", err)
	}
	return nil
}

func (o Options) run(ctx context.Context) error {
	admin, err := o.connect(o.User, o.Password, "")
	if err != nil {
		return err
	}
	defer admin.Close()
	if err := admin.PingContext(ctx); err != nil {
		return fmt.Errorf("cannot log in as %s, give the password with --password: %w", o.User, err)
	}
	there, err := shopExists(ctx, admin)
	if err != nil {
		return err
	}
	if !there {
		if err := o.fill(ctx, admin); err != nil {
			return err
		}
	}
	recording, err := recordEverything(ctx, admin)
	if err != nil {
		return err
	}
	done, err := o.work(ctx, admin)
	if err != nil {
		return err
	}
	o.close(done, recording)
	return nil
}

// connect makes a pool of connections as one user.
func (o Options) connect(user, password, database string) (*sql.DB, error) {
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.Passwd, cfg.DBName = "tcp", o.Addr, user, password, database
	cfg.ConnectionAttributes = "program_name:perfschema-demo"
	cfg.Logger = &mysql.NopLogger{}
	if o.TLS {
		cfg.TLSConfig = "skip-verify"
	}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(connector), nil
}

// Address is where a local client reaches a server that listens on addr.
func Address(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	return net.JoinHostPort("127.0.0.1", fmt.Sprint(tcp.Port))
}

// recordEverything enables every instrument and consumer that has something to
// record here, and says whether the Performance Schema is on.
func recordEverything(ctx context.Context, db *sql.DB) (bool, error) {
	var on bool
	if err := db.QueryRowContext(ctx, "SELECT @@performance_schema").Scan(&on); err != nil || !on {
		return false, err
	}
	for _, s := range []string{
		"UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'stage/%' OR NAME LIKE 'statement/%'",
		"UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME LIKE 'events_st%_current' OR NAME LIKE 'events_st%_history%' OR NAME LIKE 'events_tr%'",
	} {
		if _, err := db.ExecContext(ctx, s); err != nil {
			return true, fmt.Errorf("%s: %w", s, err)
		}
	}
	return true, nil
}
