package function

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// ER_PARSE_ERROR_IN_DIGEST_FN.
const errParseInDigest = 3676

func (s *Server) statementDigest(ctx *sql.Context, arg any) (any, error) {
	text, err := parsable(ctx, arg)
	if err != nil {
		return nil, err
	}
	digest, _ := s.Schema.StatementDigest(text)
	return digest, nil
}

func (s *Server) statementDigestText(ctx *sql.Context, arg any) (any, error) {
	text, err := parsable(ctx, arg)
	if err != nil {
		return nil, err
	}
	_, digest := s.Schema.StatementDigest(text)
	return digest, nil
}

// parsable gives the argument as a statement, or MySQL's error for one that
// does not parse.
func parsable(ctx *sql.Context, arg any) (string, error) {
	v, _, err := types.LongText.Convert(ctx, arg)
	if err != nil {
		return "", err
	}
	text, _, err := sql.Unwrap[string](ctx, v)
	if err != nil {
		return "", err
	}
	if _, err := sqlparser.ParseWithOptions(ctx, text, sql.LoadSqlMode(ctx).ParserOptions()); err != nil {
		return "", mysql.NewSQLError(errParseInDigest, sqlerr.StateGeneral, "Could not parse argument to digest function: \"%s\".", err.Error())
	}
	return text, nil
}
