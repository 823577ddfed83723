package view

// channelColumn is the column that names a channel of replication.
var channelColumn = Column{Name: "CHANNEL_NAME", Type: channelName, Comment: "Channel; the one there is here has no name"}
