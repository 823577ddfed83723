package server

import (
	"errors"
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
)

// ErrCollation: there is no such character set or collation, or one is not of the other.
var ErrCollation = errors.New("collation")

// DefaultCollation is by which texts are compared that name no other, as in MySQL.
const DefaultCollation = "utf8mb4_0900_ai_ci"

// collation is the one that databases are made with.
func (c Config) collation() (sql.CollationID, error) {
	name := c.Collation
	if name == "" && c.CharacterSet == "" {
		name = DefaultCollation
	}
	collation, err := sql.ParseCollation(c.CharacterSet, name, false)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%w: %w", ErrCollation, err)
	case collation.CharacterSet().Encoder() == nil || collation.Sorter() == nil:
		return 0, fmt.Errorf("%w: %s is known by its name alone", ErrCollation, collation.Name())
	}
	return collation, nil
}

// settleCollation makes it that of the server, and of texts that clients send, if those are
// of its character set: the variables' values and defaults, which the engine keeps once per
// process.
func settleCollation(collation sql.CollationID) {
	connection := collation
	if utf8, err := sql.ParseCollation("", DefaultCollation, false); err == nil && utf8.CharacterSet() != collation.CharacterSet() {
		connection = utf8
	}
	var declared []sql.SystemVariable
	for name, value := range map[string]string{
		"collation_server": collation.Name(), "collation_database": collation.Name(), "collation_connection": connection.Name(),
		"character_set_server": collation.CharacterSet().Name(), "character_set_database": collation.CharacterSet().Name(),
	} {
		known, _, ok := sql.SystemVariables.GetGlobal(name)
		if v, is := known.(*sql.MysqlSystemVariable); ok && is {
			own := *v
			own.Default = value
			declared = append(declared, &own)
		}
	}
	sql.SystemVariables.AddSystemVariables(declared)
}
