package wire

import "strings"

// infoLength is what clients take for the length of the text in an OK packet:
// vitess writes a '#' before the text, where the protocol has its length.
const infoLength = '#'

// PadInfo makes the text that goes with a result long enough for a client that
// believes the length it reads. Without it the mariadb client calls the answer
// to PREPARE a malformed packet.
func PadInfo(info string) string {
	if info == "" || len(info) >= infoLength {
		return info
	}
	return info + strings.Repeat(" ", infoLength-len(info))
}
