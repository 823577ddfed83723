package dolt

import "github.com/perfschema/perfschema/view"

// Functions are the functions that Dolt has and MySQL has not, with what they give.
func Functions() []view.LoadableFunction {
	const text, number = "char", "integer"
	return []view.LoadableFunction{
		{Name: "active_branch", ReturnType: text},
		{Name: "dolt_hashof", ReturnType: text},
		{Name: "dolt_hashof_db", ReturnType: text},
		{Name: "dolt_hashof_table", ReturnType: text},
		{Name: "dolt_merge_base", ReturnType: text},
		{Name: "dolt_storage_format", ReturnType: text},
		{Name: "dolt_version", ReturnType: text},
		{Name: "has_ancestor", ReturnType: number},
		{Name: "hashof", ReturnType: text},
	}
}
