// Package server is the ready server: a MySQL-compatible database on disk with
// a Performance Schema in it.
//
//	s, err := server.Start(ctx, server.Config{Listen: "127.0.0.1:0", DataDir: dir})
//	if err != nil { ... }
//	defer s.Close()
//	db, err := sql.Open("mysql", "root@tcp("+s.Addr().String()+")/")
//
// Several servers may run in one process, each on a data directory of its own;
// they share the system variables, which the engine keeps once per process.
package server
