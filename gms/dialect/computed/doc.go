// Package computed names the databases whose tables are computed as they are read, and says
// what may be done with their tables. Nothing here computes one: who serves such tables
// describes each as a [Table], and rights, grammar and plans ask for it by name.
package computed
