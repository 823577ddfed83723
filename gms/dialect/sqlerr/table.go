package sqlerr

import "github.com/dolthub/vitess/go/mysql"

// Errors of what CREATE TABLE and ALTER TABLE name, by MySQL's names.
const (
	erNoKey            = 1176 // ER_KEY_DOES_NOT_EXITS
	erNoColumnsLeft    = 1090 // ER_CANT_REMOVE_ALL_FIELDS
	erWrongIndexName   = 1280 // ER_WRONG_NAME_FOR_INDEX
	erUnknownEngine    = 1286 // ER_UNKNOWN_STORAGE_ENGINE
	erColumnOfKey      = 1828 // ER_FK_COLUMN_CANNOT_DROP
	erColumnReferredTo = 1829 // ER_FK_COLUMN_CANNOT_DROP_CHILD
	erTargetRead       = 1093 // ER_UPDATE_TABLE_USED
	erInvisiblePrimary = 3522 // ER_PK_INDEX_CANT_BE_INVISIBLE
	erCheckOfOther     = 3813 // ER_COLUMN_CHECK_CONSTRAINT_REFERENCES_OTHER_COLUMN
	erForeignKey       = 1215 // ER_CANNOT_ADD_FOREIGN
	erForeignKeyQuery  = 3978 // ER_FOREIGN_KEY_WITH_ATOMIC_CREATE_SELECT
	erNoCheck          = 3821 // ER_CHECK_CONSTRAINT_NOT_FOUND
	erDuplicateCheck   = 3822 // ER_CHECK_CONSTRAINT_DUP_NAME
	erNoConstraint     = 3940 // ER_CONSTRAINT_NOT_FOUND
)

// NoKey is the error of a key that its table has not.
func NoKey(name, table string) error {
	return mysql.NewSQLError(erNoKey, StateAccess, "Key '%s' doesn't exist in table '%s'", name, table)
}

// IndexName is the error of a name that no index can have.
func IndexName(name string) error {
	return mysql.NewSQLError(erWrongIndexName, StateAccess, "Incorrect index name '%s'", name)
}

// DuplicateKeyName is the error of a second key of a name.
func DuplicateKeyName(name string) error {
	return mysql.NewSQLError(mysql.ERDupKeyName, StateAccess, "Duplicate key name '%s'", name)
}

// DuplicateColumn is the error of a second column of a name.
func DuplicateColumn(name string) error {
	return mysql.NewSQLError(mysql.ERDupFieldName, "42S21", "Duplicate column name '%s'", name)
}

// TwoPrimaryKeys is the error of a table that would have two.
func TwoPrimaryKeys() error {
	return mysql.NewSQLError(mysql.ERMultiplePriKey, StateAccess, "Multiple primary key defined")
}

// NoColumnsLeft is the error of an ALTER TABLE that drops all columns.
func NoColumnsLeft() error {
	return mysql.NewSQLError(erNoColumnsLeft, StateAccess, "You can't delete all columns with ALTER TABLE; use DROP TABLE instead")
}

// ColumnOfForeignKey is the error of dropping a column that a foreign key of its table has.
func ColumnOfForeignKey(column, key string) error {
	return mysql.NewSQLError(erColumnOfKey, StateGeneral, "Cannot drop column '%s': needed in a foreign key constraint '%s'", column, key)
}

// ColumnReferredTo is the error of dropping a column that a foreign key of a table refers to.
func ColumnReferredTo(column, key, table string) error {
	return mysql.NewSQLError(erColumnReferredTo, StateGeneral, "Cannot drop column '%s': needed in a foreign key constraint '%s' of table '%s'", column, key, table)
}

// CannotAddForeignKey is the error of a foreign key that a temporary table is to have, or that would change what a
// STORED column is computed of.
func CannotAddForeignKey() error {
	return mysql.NewSQLError(erForeignKey, StateGeneral, "Cannot add foreign key constraint")
}

// ForeignKeyOfQuery is the error of a foreign key of a table that is made of a query.
func ForeignKeyOfQuery() error {
	return mysql.NewSQLError(erForeignKeyQuery, StateGeneral, "Foreign key creation is not allowed with CREATE TABLE as SELECT and CREATE TABLE with START TRANSACTION statement.")
}

// NoCheck is the error of a check that its table has not.
func NoCheck(name string) error {
	return mysql.NewSQLError(erNoCheck, StateGeneral, "Check constraint '%s' is not found in the table.", name)
}

// NoConstraint is the error of a constraint that its table has not.
func NoConstraint(name string) error {
	return mysql.NewSQLError(erNoConstraint, StateGeneral, "Constraint '%s' does not exist.", name)
}

// DuplicateCheck is the error of a second check of a name.
func DuplicateCheck(name string) error {
	return mysql.NewSQLError(erDuplicateCheck, StateGeneral, "Duplicate check constraint name '%s'.", name)
}

// CheckOfOther is the error of a check that stands with a column and is of another.
func CheckOfOther(name string) error {
	return mysql.NewSQLError(erCheckOfOther, StateGeneral, "Column check constraint '%s' references other column.", name)
}

// UnknownEngine is the error of a storage engine that there is none of.
func UnknownEngine(name string) *mysql.SQLError {
	return mysql.NewSQLError(erUnknownEngine, StateAccess, "Unknown storage engine '%s'", name)
}

// InvisiblePrimary is the error of hiding a primary key.
func InvisiblePrimary() error {
	return mysql.NewSQLError(erInvisiblePrimary, StateGeneral, "A primary key index cannot be invisible")
}

// TargetRead is the error of a statement that changes a table and reads it in a subquery.
func TargetRead(name string) error {
	return mysql.NewSQLError(erTargetRead, StateGeneral, "You can't specify target table '%s' for update in FROM clause", name)
}
