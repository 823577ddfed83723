package perfschema

// Reader is the door for who reads what a Schema has recorded, or resets it: views,
// the sampler, SQL engines. Its methods may be called from anywhere; none holds up a
// writer for longer than a copy. Of a nil Schema it is nil, and has nothing to show.
type Reader Schema

// Read is the Schema's reader. It costs nothing.
func (s *Schema) Read() *Reader { return (*Reader)(s) }

// Schema is what the reader reads.
func (s *Reader) Schema() *Schema { return (*Schema)(s) }
