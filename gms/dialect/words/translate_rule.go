package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

// translations describe what [Translate] writes otherwise, each with the mode in which its example
// is read. One walk over the text does them all.
var translations = rule.Must(
	rule.Of[Mode]{Rule: rule.Rule{
		Name: "versions-of-comments", Changes: rule.Text, About: rule.Queries,
		Why:      "The parser runs what stands in a comment of a later version than the server's, and leaves comments of six digits, or with quotes in them, out.",
		NeededBy: rule.Tool, By: "mysqldump", Golden: "written_texts",
		Example: "SELECT 1 /*!99999 + 1 */",
	}},
	rule.Of[Mode]{Rule: rule.Rule{
		Name: "comments-of-mariadb", Changes: rule.Text, About: rule.Queries,
		Why:      "The parser runs /*M! ... */, which is a comment to MySQL.",
		NeededBy: rule.Tool, By: "mariadb-dump", Golden: "written_texts",
		Example: "SELECT 1 /*M! + 2 */",
	}},
	rule.Of[Mode]{Rule: rule.Rule{
		Name: "dashes-and-slashes", Changes: rule.Text, About: rule.Queries,
		Why:      "To the parser -- and // begin comments whatever follows: 1--1 is 1. In MySQL it is 2, as -- is none without a blank, and // none at all.",
		NeededBy: rule.Data, Golden: "written_texts",
		Example: "SELECT 1--1",
	}},
	rule.Of[Mode]{Rule: rule.Rule{
		Name: "backslashes-of-patterns", Changes: rule.Text, About: rule.Comparisons,
		Why:      `The parser drops the backslash before % and _ in a text; in MySQL it stays, for LIKE.`,
		NeededBy: rule.Data, Golden: "written_texts",
		Example: `SELECT 'a\_b'`,
	}},
	rule.Of[Mode]{Rule: rule.Rule{
		Name: "no-backslash-escapes", Changes: rule.Text, About: rule.Comparisons,
		Why:      "The parser does not know the SQL mode NO_BACKSLASH_ESCAPES: texts end elsewhere.",
		NeededBy: rule.Data, Golden: "written_texts",
		Example: `SELECT 'a\'`,
	}, Apply: Mode{NoBackslashEscapes: true}},
)

// Translations returns the descriptions of what [Translate] writes otherwise.
func Translations() []rule.Rule { return translations.Rules() }
