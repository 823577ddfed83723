// Package mysqlschema has tables of the schema mysql that tools look for when they dump or
// survey a server. All but default_roles and password_history have no rows, and say why.
package mysqlschema
