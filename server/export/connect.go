package export

import (
	"crypto/tls"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/go-sql-driver/mysql"
)

// Server says how to reach a running server, and as whom.
type Server struct {
	// Addr is host:port.
	Addr           string
	User, Password string
	// TLS is used if the server has it, and if RequireTLS in any case; nil is
	// none.
	TLS        *tls.Config
	RequireTLS bool
	// Answers limits what is read of one answer; nil: nothing does.
	Answers *AnswerLimit
}

// Connect makes a pool of connections that read times as UTC. It does not
// connect yet.
func Connect(s Server) (*sql.DB, error) {
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.Passwd = "tcp", s.Addr, s.User, s.Password
	cfg.ParseTime, cfg.InterpolateParams = true, true
	cfg.Params = map[string]string{"time_zone": "'+00:00'"}
	cfg.ConnectionAttributes = "program_name:perfschema"
	cfg.Logger = &mysql.NopLogger{}
	cfg.TLS, cfg.AllowFallbackToPlaintext = s.TLS, !s.RequireTLS
	if s.Answers != nil {
		cfg.DialFunc = s.Answers.dial
	}
	c, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(c), nil
}

// Explain says what an error of a Server means and what to do about it.
func (s Server) Explain(err error) error {
	var e *mysql.MySQLError
	var network *net.OpError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &e):
		switch e.Number {
		case 1045, 1698:
			return fmt.Errorf("the server on %s does not let %s in; check --user and --password: %w", s.Addr, s.User, err)
		case 1142, 1143, 1044, 1227:
			return fmt.Errorf("%s may not read %s, which takes the PROCESS privilege; have an administrator run GRANT PROCESS ON *.* TO the account: %w", s.User, Table, err)
		case 1049, 1146, 1054:
			return fmt.Errorf("the server on %s has no %s with all columns: it is not perfschema, or another version: %w", s.Addr, Table, err)
		case 3159, 1105:
			if !strings.Contains(e.Message, "SSL") && !strings.Contains(e.Message, "insecure transport") {
				return err
			}
			return fmt.Errorf("the server on %s wants TLS; do without --ssl-mode=DISABLED: %w", s.Addr, err)
		}
	case errors.As(err, &network) && network.Op == "dial":
		return fmt.Errorf("cannot reach a server on %s; start one with perfschema serve, or say where it is with --host and --port: %w", s.Addr, err)
	case errors.Is(err, mysql.ErrNoTLS):
		return fmt.Errorf("the server on %s has no TLS; see perfschema serve --ssl-cert, or use --ssl-mode=PREFERRED: %w", s.Addr, err)
	case s.Answers.passed():
		return fmt.Errorf("an answer of the server on %s is longer than %d MiB; is it a server of MySQL's protocol: %w", s.Addr, s.Answers.Bytes>>20, err)
	case errors.Is(err, mysql.ErrInvalidConn) || errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the server on %s ended the connection; is it still running, and does it speak MySQL's protocol: %w", s.Addr, err)
	}
	return err
}
