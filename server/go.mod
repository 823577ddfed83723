module github.com/perfschema/perfschema/server

go 1.26

require (
	github.com/dolthub/dolt/go v0.40.5-0.20260306010754-a1fdc83b8378
	github.com/dolthub/go-mysql-server v0.20.1-0.20260306002943-3e8a45211974
	github.com/perfschema/perfschema v0.0.0
	github.com/perfschema/perfschema/gms v0.0.0
)

replace (
	github.com/perfschema/perfschema => ../
	github.com/perfschema/perfschema/gms => ../gms
)
