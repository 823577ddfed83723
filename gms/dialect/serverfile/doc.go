// Package serverfile says which files of the server's machine SQL may read and write:
// those of INTO OUTFILE and DUMPFILE, of LOAD DATA INFILE and of LOAD_FILE(). The FILE
// privilege is asked for elsewhere.
package serverfile
