package table

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/view/catalog"
)

// Why this name: the engine finds its own database wherever mysql is named, and no database
// can have a name that ends with a space.
const (
	SystemName = "mysql "
	mysqlName  = "mysql"
)

// System is the schema mysql: tables of ours, and the engine's besides. Those of help are
// both's: the engine's have a row with no columns.
type System struct {
	*Database
	engine sql.Database
}

var _ sql.AliasedDatabase = (*System)(nil)

// NewSystem adds tables to the engine's.
func NewSystem(reader ReaderOf, engine sql.Database) (*System, error) {
	own, err := NewDatabase(reader, mysqlName, catalog.MySQLTables())
	if err != nil {
		return nil, err
	}
	return &System{own, engine}, nil
}

// AliasedName implements sql.AliasedDatabase: it is what rights are granted on.
func (*System) AliasedName() string { return mysqlName }

// Has says whether there is a table of that name, and whether it is one of ours.
func (s *System) Has(ctx *sql.Context, name string) (own, found bool) {
	if _, ok, _ := s.Database.GetTableInsensitive(ctx, name); ok {
		return true, true
	}
	_, found, err := s.engine.GetTableInsensitive(ctx, name)
	return false, found && err == nil
}

// GetTableInsensitive implements sql.Database.
func (s *System) GetTableInsensitive(ctx *sql.Context, name string) (sql.Table, bool, error) {
	if t, ok, err := s.Database.GetTableInsensitive(ctx, name); ok || err != nil {
		return t, ok, err
	}
	return s.engine.GetTableInsensitive(ctx, name) //nolint:wrapcheck // the engine's own
}

// GetTableNames implements sql.Database.
func (s *System) GetTableNames(ctx *sql.Context) ([]string, error) {
	names, err := s.engine.GetTableNames(ctx)
	names = slices.Concat(s.names, names)
	slices.Sort(names)
	return slices.Compact(names), err //nolint:wrapcheck // the engine's own
}

// systemCatalog finds the tables of mysql by its own name too, for who looks for each table
// of a database by both names.
type systemCatalog struct {
	sql.Catalog
	system *System
}

// Table implements sql.Catalog.
func (c systemCatalog) Table(ctx *sql.Context, database, name string) (sql.Table, sql.Database, error) {
	if database != mysqlName {
		return c.Catalog.Table(ctx, database, name) //nolint:wrapcheck // the engine's own
	}
	t, ok, err := c.system.GetTableInsensitive(ctx, name)
	if err == nil && !ok {
		err = sql.ErrTableNotFound.New(name)
	}
	return t, c.system, err
}

// statusOfSystem has SHOW TABLE STATUS find the tables of mysql.
func statusOfSystem(show *plan.ShowTableStatus) *plan.ShowTableStatus {
	system, ok := unfenced(show.Database()).(*System)
	if _, done := show.Catalog.(systemCatalog); !ok || done {
		return show
	}
	own := *show
	own.Catalog = systemCatalog{show.Catalog, system}
	return &own
}
