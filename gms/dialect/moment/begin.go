package moment

// longText is how many bytes of a text the engine is given to look for a date or a time. It tries the text
// up to each of its digits, from the last one on, in a time that grows with the square of their number,
// and heeds no KILL meanwhile.
const longText = 256

// Begin returns as much of a text as can be a date or a time, and a part of what follows.
func Begin(text string) string { return text[:min(len(text), longText)] }
