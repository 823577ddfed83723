package serverview

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/information_schema"

	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/view"
)

// InformationReader reads information_schema for views of sys, by what the session may see
// of it.
type InformationReader struct {
	catalog *analyzer.Catalog // nil: there is nothing to read
	ctx     *sql.Context
	err     error // that a read has ended by
}

// ReadInformation makes the reader of a session; without a catalog it reads nothing.
func ReadInformation(ctx *sql.Context, catalog *analyzer.Catalog) *InformationReader {
	return &InformationReader{catalog: catalog, ctx: ctx}
}

// Failure is the error that a read has ended by, nil if none has.
func (r *InformationReader) Failure() error { return r.err }

// Read is view.Server's Information.
func (r *InformationReader) Read(name string, columns ...string) iter.Seq[view.Row] {
	return func(yield func(view.Row) bool) {
		if err := r.walk(name, columns, yield); err != nil && r.err == nil {
			r.err = fmt.Errorf("information_schema.%s: %w", name, err)
		}
	}
}

func (r *InformationReader) walk(name string, columns []string, yield func(view.Row) bool) (err error) {
	catalog := r.catalog
	if catalog == nil {
		return nil
	}
	of, err := information.Table(catalog.InfoSchema, name)
	if err != nil || of == nil {
		return err
	}
	at := make([]int, len(columns))
	for i, c := range columns {
		if at[i] = of.TableSchema.IndexOfColName(c); at[i] < 0 {
			return fmt.Errorf("no column %s", c)
		}
	}
	rows, err := of.Reader(r.ctx, catalog)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close(r.ctx)) }()
	for {
		row, err := rows.Next(r.ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		out := make(view.Row, len(at))
		for i, from := range at {
			if row[from] == nil {
				continue
			}
			if out[i], err = table.SentText(r.ctx, of.TableSchema[from].Type, row[from]); err != nil {
				return err
			}
		}
		if !yield(out) {
			return nil
		}
	}
}

// AutoIncrements is view.Server's AutoIncrements.
func (r *InformationReader) AutoIncrements() iter.Seq[view.AutoIncrement] {
	return func(yield func(view.AutoIncrement) bool) {
		for row := range r.Read(information_schema.TablesTableName, "TABLE_SCHEMA", "TABLE_NAME") {
			schema, _ := row[0].(string)
			name, _ := row[1].(string)
			if table.IsOurs(schema) || strings.EqualFold(schema, sql.InformationSchemaDatabaseName) {
				continue
			}
			t, _, err := r.catalog.Table(r.ctx, schema, name)
			if sql.ErrTableNotFound.Is(err) {
				continue // a view, or dropped since
			}
			column, err := autoIncrementOf(r.ctx, t, err)
			if err != nil {
				r.err = err
				return
			}
			column.Schema, column.Table = schema, name
			if column.Column != "" && !yield(column) {
				return
			}
		}
	}
}

// autoIncrementOf is the column of a table that counts by itself; its name is empty if there
// is none.
func autoIncrementOf(ctx *sql.Context, t sql.Table, err error) (column view.AutoIncrement, _ error) {
	counts, ok := t.(sql.AutoIncrementTable)
	if err != nil || !ok {
		return column, err
	}
	for _, c := range t.Schema() {
		if c.AutoIncrement {
			column.Column, column.Type = c.Name, c.Type.String()
			column.Next, err = counts.PeekNextAutoIncrementValue(ctx)
		}
	}
	return column, err
}
