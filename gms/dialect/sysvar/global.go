package sysvar

import "github.com/dolthub/go-mysql-server/sql"

// KeptByServer says whether the server keeps a variable for itself as others are kept that are
// persisted: nobody has set it, and nobody takes it back.
func KeptByServer(name string) bool { return name == "server_uuid" }

// GlobalText is the value of a global variable that is a text; "" if there is none.
func GlobalText(name string) string {
	if _, value, ok := sql.SystemVariables.GetGlobal(name); ok {
		if text, isText := value.(string); isText {
			return text
		}
	}
	return ""
}

// GlobalNumber is the value of a global variable, otherwise where there is none.
func GlobalNumber(name string, otherwise int64) int64 {
	_, value, ok := sql.SystemVariables.GetGlobal(name)
	if !ok {
		return otherwise
	}
	switch v := value.(type) {
	case int64:
		return v
	case uint64:
		return int64(min(v, 1<<62))
	case uint32:
		return int64(v)
	}
	return otherwise
}
