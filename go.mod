module github.com/perfschema/perfschema

go 1.25.0

require golang.org/x/sys v0.40.0
