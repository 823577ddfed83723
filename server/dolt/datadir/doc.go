// Package datadir looks after a data directory before the engine opens it and while it is open.
//
// Hold locks the directory against other servers. Files.Verify reads, and does not change,
// what each database consists of, and refuses what lacks committed data; TakeSnapshot keeps
// what opening may change, so that a failed start leaves everything as it was. Aside renames
// what a kill has left in the storage's way. Notes name the databases that are being made,
// so that one half made is known from one that is damaged.
//
// Whatever keeps a directory from being used is an Error with its reason, its path and what
// to do. Every file that is opened here is a wait of Files' Schema.
package datadir
