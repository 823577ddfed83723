package query

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// collationsShown are what SHOW COLLATION gives, by MySQL's names for the columns.
const collationsShown = "SELECT COLLATION_NAME AS Collation, CHARACTER_SET_NAME AS Charset, ID AS Id, IS_DEFAULT AS `Default`, IS_COMPILED AS Compiled, SORTLEN AS Sortlen, PAD_ATTRIBUTE AS Pad_attribute FROM information_schema.COLLATIONS HAVING 1 ORDER BY COLLATION_NAME"

// ShowCollations is SHOW COLLATION as a query, nil for another statement. The engine has one of
// its own, with other names for the columns.
func ShowCollations(stmt sqlparser.Statement) sqlparser.Statement {
	show, ok := stmt.(*sqlparser.Show)
	if !ok || !strings.EqualFold(show.Type, "collation") {
		return nil
	}
	query, err := sqlparser.Parse(collationsShown)
	s, ok := query.(*sqlparser.Select)
	if err != nil || !ok {
		return nil
	}
	switch {
	case show.ShowCollationFilterOpt != nil:
		s.Having.Expr = show.ShowCollationFilterOpt
	case show.Filter != nil && show.Filter.Filter != nil:
		s.Having.Expr = show.Filter.Filter
	default:
		s.Having = nil
	}
	return s
}
