//go:build !(linux && amd64)

package clock

// systemSources is empty: on arm64 the generic timer is what every system keeps
// time with.
func systemSources() sources { return sources{} }
