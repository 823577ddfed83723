package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

// RespellStep is what a rule of the text does. Any of its functions may be nil.
type RespellStep struct {
	// begin looks at the whole text first.
	begin func(r *respelling)
	// before writes what comes to stand before token i.
	before func(r *respelling, i int)
	// at respells what begins at token i, a word unless any is set, and returns how many tokens
	// that are; 0 where there is nothing to do.
	at  func(r *respelling, i int) int
	any bool
	// back and backText are the way back, for texts that are shown, by tokens and as a whole.
	back     func(r *respelling, i int) int
	backText func(text string) string
}

// respellings are in the order in which a token is offered to them.
var respellings = rule.Must(
	assignmentsRule,
	comparisonChainsRule,
	bracketedQueriesRule,
	triggerBodiesRule,
	alterViewsRule,
	partitionsRule,
	programsOnceRule,
	quotedEnginesRule,
	indexParsersRule,
	tableOptionsRule,
	dottedNamesRule,
	odbcLiteralsRule,
	addedColumnsRule,
	dollarNamesRule,
	quantifiedRule,
	rowsRule,
	defaultCallsRule,
	nationalTextsRule,
	typedLiteralsRule,
	forShareRule,
	indexHintsRule,
	rollupRule,
	referencesRule,
	defaultOptionsRule,
	selectedTablesRule,
	primaryHintsRule,
	memberOfRule,
	intervalCallsRule,
	jsonReturningRule,
	setWordsRule,
	synonymsRule,
	modifiersRule,
	deleteAliasesRule,
	functionNamesRule,
	intervalUnitsRule,
	accountWordsRule,
)

// respellSteps are those of respellings in their order.
var respellSteps = respellings.Steps()

// Rules returns the descriptions of the rules by which [Respell] writes a text, in their order.
func Rules() []rule.Rule { return respellings.Rules() }
