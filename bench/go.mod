module github.com/perfschema/perfschema/bench

go 1.25.0
