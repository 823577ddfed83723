package main

import (
	"context"

	_ "modernc.org/sqlite" // the driver

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/examples/internal/shop"
	"github.com/perfschema/perfschema/pdb"
	"github.com/perfschema/perfschema/psync"
)

// newSchema has the waits of all threads kept besides: slowest.sql looks for them.
func newSchema() (*perfschema.Schema, error) {
	cfg := perfschema.LibraryConfig()
	cfg.Consumers[perfschema.ConsumerEventsWaitsHistoryLong] = true
	return perfschema.New(cfg)
}

// newShop gives the shop a database and a mutex that are watched.
func newShop(ps *perfschema.Schema, file string) (*shop.Shop, *pdb.DB, error) {
	opened, err := pdb.Open(ps, "sqlite", shop.DSN(file))
	if err != nil {
		return nil, nil, err
	}
	opened.SetMaxOpenConns(shop.Connections)
	db := pdb.Watch(ps, opened)
	stock := &psync.Mutex{}
	stock.Init(ps, ps.RegisterMutex("shop", perfschema.Info{Name: "LOCK_stock"}))
	s := &shop.Shop{DB: db, Stock: stock}
	if err := s.Fill(context.Background()); err != nil {
		db.Close()
		return nil, nil, err
	}
	return s, db, nil
}
