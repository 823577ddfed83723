package rule

// Change is what a rule changes.
type Change string

// The changes, in the order in which a statement meets them.
const (
	Text     Change = "text"
	Tree     Change = "syntax tree"
	Plan     Change = "plan"
	Function Change = "function"
	Error    Change = "error"
)

// Need is why somebody needs a rule. What nobody needs is no rule.
type Need string

// The needs, the gravest first.
const (
	Data   Need = "data would be wrong"
	Rights Need = "rights"
	End    Need = "an end"
	Tool   Need = "a named tool's query"
	Client Need = "an error a client branches on"
)

// Needs lists the needs, the gravest first.
func Needs() []Need { return []Need{Data, Rights, End, Tool, Client} }

// Subject is what a rule is about.
type Subject string

// The subjects, in the order of docs/dialect.md.
const (
	Grouping    Subject = "Aggregates and grouping"
	Windows     Subject = "Window functions"
	Sets        Subject = "UNION, INTERSECT and EXCEPT"
	Numbers     Subject = "Numbers, dates and casts"
	Comparisons Subject = "Comparisons, collations and LIKE"
	Queries     Subject = "Joins, subqueries and sorting"
	Changes     Subject = "INSERT, UPDATE and DELETE"
	Tables      Subject = "Definitions of tables"
	Triggers    Subject = "Triggers"
	Programs    Subject = "Stored programs and events"
	Prepared    Subject = "Prepared statements"
	Variables   Subject = "Variables and SET"
	Accounts    Subject = "Accounts and rights"
	Commits     Subject = "Transactions and metadata locks"
	Shows       Subject = "SHOW, EXPLAIN and administration"
	Schemas     Subject = "System schemas"
	Names       Subject = "Names of columns and databases"
)

// Subjects lists the subjects in their order.
func Subjects() []Subject {
	return []Subject{Grouping, Windows, Sets, Numbers, Comparisons, Queries, Changes, Tables, Triggers, Programs, Prepared,
		Variables, Accounts, Commits, Shows, Schemas, Names}
}

// Rule describes one difference from the engine.
type Rule struct {
	// Name is stable, in words of MySQL's manual that are joined by hyphens.
	Name    string
	Changes Change
	// About is the subject that docs/dialect.md lists the rule under.
	About Subject
	// Why says in a sentence or two what the engine does and what MySQL does.
	Why      string
	NeededBy Need
	// By names the tool, if NeededBy is Tool.
	By string
	// Before names rules that run later, After rules that run earlier.
	Before, After []Link
	// Golden is a file below server/sqltest/testdata, without its suffix, that fails without the
	// rule: TestRulesAreNeeded of server/sqltest holds that.
	Golden string
	// Example is a statement that the engine's parser refuses, or reads otherwise, without the
	// rule: of rules of the text alone.
	Example string
}

// Link names another rule of the same stage.
type Link struct {
	Name string
	// Because is the reason; empty where the two rules' descriptions give it.
	Because string
}

// Of is a rule with its step: the function, and when there is work for it.
type Of[Step any] struct {
	Rule
	Apply Step
}

// Stage is a place in a statement's way where rules run one after the other.
type Stage struct {
	Name  string
	Rules []Rule // in their order
}

// Group is what is changed for one reason: functions of the engine, or messages of its errors.
type Group struct {
	Changes  Change
	Why      string
	NeededBy Need
	Members  []string // in the order of their names
}
