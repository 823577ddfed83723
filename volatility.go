package perfschema

// The values of VOLATILITY: how long what an instrument watches lives. They
// are a hint to people: switching an instrument on does little for what was
// made before and stays. The numbers are MySQL's.
const (
	VolatilityUnknown      = iota
	VolatilityPermanent    // as long as the server
	VolatilityProvisioning // until what the server is made of changes
	VolatilityDDL          // until a definition changes
	VolatilityCache        // as long as an entry of a cache
	VolatilitySession      // as long as a connection
	VolatilityTransaction  // as long as a transaction
	VolatilityQuery        // as long as a statement
	VolatilityIntraQuery   // several times within a statement
)
