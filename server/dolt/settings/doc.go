// Package settings keeps the files of settings in which SET PERSIST keeps variables.
//
// Dolt's own type reads and writes a map without a lock: a session that begins while another
// persists a variable would end the process. Replace puts a File in the place of each that
// Dolt has read. A File is safe for concurrent use, and is on disk before anybody reads it.
package settings
