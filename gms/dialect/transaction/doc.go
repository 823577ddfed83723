// Package transaction keeps what SET TRANSACTION, without SESSION or GLOBAL, says of the session's
// next transaction ([Next]): its isolation level, and whether it may change tables. The engine
// would set the session's variables. The session forgets it when a statement has succeeded that
// was, began or ended a transaction.
package transaction
