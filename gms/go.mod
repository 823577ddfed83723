module github.com/perfschema/perfschema/gms

go 1.26

require (
	github.com/dolthub/go-mysql-server v0.20.1-0.20260306002943-3e8a45211974
	github.com/perfschema/perfschema v0.0.0
)

replace github.com/perfschema/perfschema => ../
