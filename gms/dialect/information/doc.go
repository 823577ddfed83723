// Package information changes what the tables of information_schema say. It finds a table
// of the engine's by name, and has its rows corrected as they are read.
package information
