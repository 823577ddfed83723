//go:build !linux || !(amd64 || arm64) || portable

package usage

// Watch implements Platform: there is none here.
func (system) Watch() Watch { return Watch{} }

// EndWatch implements Platform.
func (system) EndWatch(*Watch) {}
