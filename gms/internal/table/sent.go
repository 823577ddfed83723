package table

import "github.com/dolthub/go-mysql-server/sql"

// SentText is a value as a client is sent it.
func SentText(ctx *sql.Context, typ sql.Type, v any) (string, error) {
	sent, err := typ.SQL(ctx, nil, v)
	if err != nil {
		return "", err
	}
	return sent.ToString(), nil
}
