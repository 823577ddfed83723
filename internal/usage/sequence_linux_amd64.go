package usage

// signature is the word that C libraries, and so we, have before the place where
// an interrupted sequence is resumed.
const signature = 0x53053053
