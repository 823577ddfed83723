package view

import "time"

// HostErrors are kinds of errors that a client's login can end in.
type HostErrors struct {
	Blocked, ACL, NoAuthPlugin, AuthPlugin, Handshake, Authentication, SSL           int64
	UserConnections, UserConnectionsPerHour, DefaultDatabase, Locked, Local, Unknown int64
}

// Host is a host that clients have come from.
type Host struct {
	IP string
	// Connect is how many logins have failed since the last that did not, by which a
	// host is blocked.
	Connect int64
	Errors  HostErrors
	// FirstSeen and LastSeen are of clients, FirstError and LastError of errors; zero
	// if there was none.
	FirstSeen, LastSeen, FirstError, LastError time.Time
}

// ChannelProperty is a property of a way by which clients come.
type ChannelProperty struct{ Channel, Name, Value string }

// AccountLock is an account that failed logins lock.
type AccountLock struct {
	User, Host string
	// Attempts is how many failed logins lock it, Remaining how many are left.
	Attempts, Remaining int
	// Days is for how many days it is locked then, negative without end.
	Days   int
	Locked bool
	// Since is the day on which it was locked, Until that on which it will not be any more
	// if Ends is set.
	Since, Until time.Time
	Ends         bool
}

// UsedPassword is a password that an account has or had, and that a new one is compared with.
type UsedPassword struct {
	User, Host string
	At         time.Time
	Stored     string // as the account's plugin stores it
}

// DefaultRole is a role that an account has active from its login on.
type DefaultRole struct {
	User, Host         string
	RoleUser, RoleHost string
}
