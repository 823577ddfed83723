package perfschema

// Tests register instruments of kinds that have none but those built in.

func (s *Schema) RegisterTable(category string, info Info) tableKey {
	return s.registerTable(category, info)
}

func (s *Schema) RegisterTransaction(category string, info Info) TransactionKey {
	return s.registerTransaction(category, info)
}

func (s *Schema) RegisterIdle(category string, info Info) idleKey {
	return s.registerIdle(category, info)
}

func (s *Schema) RegisterMetadata(category string, info Info) metadataKey {
	return s.registerMetadata(category, info)
}

func (s *Schema) RegisterError(category string, info Info) errorKey {
	return s.registerError(category, info)
}
