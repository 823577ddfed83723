package operator

import (
	"reflect"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	tablefunction "github.com/dolthub/go-mysql-server/sql/expression/tablefunction"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/snowset"
)

// operatorGroup is the plan nodes that count as one operator.
type operatorGroup struct {
	operator snowset.Operator
	// why is what the nodes have in common.
	why   string
	nodes []sql.Node
}

// operatorGroups is every node type of the engine, under the operator that it
// counts as. Joins are told apart further, see joinOperator. A node that is not
// here is a table function, if it is made as one, or else OperatorOther.
var operatorGroups = []operatorGroup{
	{snowset.OperatorScan, "read the rows of a table, all of them or by an index", []sql.Node{
		(*plan.ResolvedTable)(nil), (*plan.IndexedTableAccess)(nil), (*plan.TableAlias)(nil), (*plan.TableCountLookup)(nil),
		(*plan.ProcedureResolvedTable)(nil), (*plan.DeferredAsOfTable)(nil), (*plan.DeferredFilteredTable)(nil), (*plan.UnresolvedTable)(nil),
	}},
	{snowset.OperatorExternalScan, "reads a file", []sql.Node{(*plan.LoadData)(nil)}},
	{snowset.OperatorProjection, "compute columns", []sql.Node{(*plan.Project)(nil), (*plan.PrependNode)(nil)}},
	{snowset.OperatorSort, "sort", []sql.Node{(*plan.Sort)(nil), (*plan.TopN)(nil)}},
	{snowset.OperatorFilter, "drop rows", []sql.Node{
		(*plan.Filter)(nil), (*plan.Having)(nil), (*plan.Limit)(nil), (*plan.Offset)(nil),
	}},
	{snowset.OperatorResult, "writes the result elsewhere than to the client", []sql.Node{(*plan.Into)(nil)}},
	{snowset.OperatorDML, "change rows, with what triggers and foreign keys do about it", []sql.Node{
		(*plan.InsertInto)(nil), (*plan.InsertDestination)(nil), (*plan.Update)(nil), (*plan.UpdateJoin)(nil), (*plan.UpdateSource)(nil),
		(*plan.DeleteFrom)(nil), (*plan.Truncate)(nil), (*plan.TriggerExecutor)(nil), (*plan.TriggerBeginEndBlock)(nil),
		(*plan.ForeignKeyHandler)(nil), (*plan.TableCopier)(nil),
	}},
	{snowset.OperatorHashJoin, "join, or keep and look up one side of a join", []sql.Node{(*plan.JoinNode)(nil), (*plan.HashLookup)(nil)}},
	{snowset.OperatorBuffer, "keep rows for later", []sql.Node{
		(*plan.CachedResults)(nil), (*plan.Max1Row)(nil), (*plan.RecursiveTable)(nil),
	}},
	{snowset.OperatorFlatten, "make rows of what a row holds", []sql.Node{(*plan.JSONTable)(nil)}},
	{snowset.OperatorAggregate, "group rows, or compare each with others", []sql.Node{
		(*plan.GroupBy)(nil), (*plan.Distinct)(nil), (*plan.OrderedDistinct)(nil), (*plan.Window)(nil), (*plan.NamedWindows)(nil),
	}},
	{snowset.OperatorBandJoin, "keeps the ranges of a join by range", []sql.Node{(*plan.RangeHeap)(nil)}},
	{snowset.OperatorTableFunction, "are functions that give rows, the storage's own included", []sql.Node{
		(*tablefunction.TableFunctionWrapper)(nil), (*expression.UnresolvedTableFunction)(nil),
	}},
	{snowset.OperatorOther, "put rows of several inputs together, or give rows that stand in the statement", []sql.Node{
		(*plan.SetOp)(nil), (*plan.Concat)(nil), (*plan.RecursiveCte)(nil), (*plan.With)(nil), (*plan.SubqueryAlias)(nil),
		(*plan.Values)(nil), (*plan.ValueDerivedTable)(nil), (*plan.EmptyTable)(nil), (*plan.TransformedNamedNode)(nil), (*plan.Releaser)(nil),
	}},
	{snowset.OperatorOther, "run stored programs and cursors", []sql.Node{
		(*plan.Call)(nil), (*plan.Procedure)(nil), (*plan.ExternalProcedure)(nil), (*plan.Block)(nil), (*plan.BeginEndBlock)(nil),
		(*plan.IfConditional)(nil), (*plan.IfElseBlock)(nil), (*plan.CaseStatement)(nil), plan.ElseCaseError{}, (*plan.Loop)(nil), (*plan.While)(nil), (*plan.Repeat)(nil),
		(*plan.Leave)(nil), (*plan.Iterate)(nil), (*plan.Signal)(nil), (*plan.SignalName)(nil), (*plan.DeclareCondition)(nil), (*plan.DeclareCursor)(nil),
		(*plan.DeclareHandler)(nil), (*plan.DeclareVariables)(nil), (*plan.Open)(nil), (*plan.Fetch)(nil), (*plan.Close)(nil),
	}},
	{snowset.OperatorOther, "define things", []sql.Node{
		(*plan.CreateDB)(nil), (*plan.CreateSchema)(nil), (*plan.AlterDB)(nil), (*plan.DropDB)(nil), (*plan.DropSchema)(nil),
		(*plan.CreateTable)(nil), (*plan.RenameTable)(nil), (*plan.DropTable)(nil), (*plan.AddColumn)(nil), (*plan.ModifyColumn)(nil),
		(*plan.RenameColumn)(nil), (*plan.DropColumn)(nil), (*plan.AlterAutoIncrement)(nil), (*plan.AlterTableCollation)(nil), (*plan.AlterTableComment)(nil),
		(*plan.AlterDefaultSet)(nil), (*plan.AlterDefaultDrop)(nil), (*plan.AlterPK)(nil), (*plan.AlterIndex)(nil), (*plan.CreateIndex)(nil), (*plan.DropIndex)(nil),
		(*plan.CreateCheck)(nil), (*plan.DropCheck)(nil), (*plan.DropConstraint)(nil), (*plan.CreateForeignKey)(nil), (*plan.RenameForeignKey)(nil), (*plan.DropForeignKey)(nil),
		(*plan.CreateView)(nil), (*plan.DropView)(nil), (*plan.SingleDropView)(nil), (*plan.CreateTrigger)(nil), (*plan.DropTrigger)(nil),
		(*plan.CreateProcedure)(nil), (*plan.DropProcedure)(nil), (*plan.CreateEvent)(nil), (*plan.AlterEvent)(nil), (*plan.DropEvent)(nil), (*plan.CreateSpatialRefSys)(nil),
		(*plan.AnalyzeTable)(nil), (*plan.UpdateHistogram)(nil), (*plan.DropHistogram)(nil),
	}},
	{snowset.OperatorOther, "manage accounts", []sql.Node{
		(*plan.CreateUser)(nil), (*plan.AlterUser)(nil), (*plan.RenameUser)(nil), (*plan.DropUser)(nil), (*plan.CreateRole)(nil), (*plan.DropRole)(nil),
		(*plan.Grant)(nil), (*plan.GrantRole)(nil), (*plan.GrantProxy)(nil), (*plan.Revoke)(nil), (*plan.RevokeRole)(nil), (*plan.RevokeProxy)(nil), (*plan.FlushPrivileges)(nil),
	}},
	{snowset.OperatorOther, "steer sessions, transactions and replication", []sql.Node{
		(*plan.Set)(nil), (*plan.Use)(nil), (*plan.Kill)(nil), (*plan.LockTables)(nil), (*plan.UnlockTables)(nil), plan.Nothing{}, (*plan.StrExpr)(nil),
		(*plan.StartTransaction)(nil), (*plan.Commit)(nil), (*plan.Rollback)(nil), (*plan.CreateSavepoint)(nil), (*plan.RollbackSavepoint)(nil), (*plan.ReleaseSavepoint)(nil),
		(*plan.PrepareQuery)(nil), (*plan.ExecuteQuery)(nil), (*plan.DeallocateQuery)(nil),
		(*plan.StartReplica)(nil), (*plan.StopReplica)(nil), (*plan.ResetReplica)(nil), (*plan.ChangeReplicationSource)(nil), (*plan.ChangeReplicationFilter)(nil), (*plan.Binlog)(nil),
		(*node.Command)(nil),
	}},
	{snowset.OperatorOther, "show what the server is or has", []sql.Node{
		(*plan.Describe)(nil), (*plan.DescribeQuery)(nil), (*plan.ShowBinlogs)(nil), (*plan.ShowBinlogStatus)(nil), (*plan.ShowReplicaStatus)(nil), (*plan.ShowCharset)(nil),
		(*plan.ShowColumns)(nil), (*plan.ShowCreateDatabase)(nil), (*plan.ShowCreateEvent)(nil), (*plan.ShowCreateProcedure)(nil), (*plan.ShowCreateTable)(nil),
		(*plan.ShowCreateTrigger)(nil), (*plan.ShowDatabases)(nil), (*plan.ShowEvents)(nil), (*plan.ShowGrants)(nil), (*plan.ShowIndexes)(nil), (*plan.ShowPrivileges)(nil),
		(*plan.ShowProcessList)(nil), (*plan.ShowStatus)(nil), (*plan.ShowTableStatus)(nil), (*plan.ShowTables)(nil), (*plan.ShowTriggers)(nil), (*plan.ShowVariables)(nil),
		plan.ShowWarnings(nil),
	}},
}

// Kind is what is known of a node's type.
type Kind struct {
	Operator snowset.Operator
	Name     string
}

var nodeKinds = func() map[reflect.Type]Kind {
	kinds := make(map[reflect.Type]Kind)
	for _, g := range operatorGroups {
		for _, n := range g.nodes {
			t := node.StructOf(n)
			kinds[t] = Kind{g.operator, t.Name()}
		}
	}
	// As the engine's EXPLAIN has it.
	kinds[node.StructOf((*plan.ResolvedTable)(nil))] = Kind{snowset.OperatorScan, "Table"}
	kinds[node.StructOf((*node.Command)(nil))] = Kind{snowset.OperatorOther, "Command"}
	return kinds
}()

// The kinds of the nodes that most statements have.
var (
	kindTable         = nodeKinds[node.StructOf((*plan.ResolvedTable)(nil))]
	kindIndexedAccess = nodeKinds[node.StructOf((*plan.IndexedTableAccess)(nil))]
	kindProject       = nodeKinds[node.StructOf((*plan.Project)(nil))]
	kindFilter        = nodeKinds[node.StructOf((*plan.Filter)(nil))]
	kindInsert        = nodeKinds[node.StructOf((*plan.InsertInto)(nil))]
	kindUpdate        = nodeKinds[node.StructOf((*plan.Update)(nil))]
)

// KindOf says which operator a node is, and what it is called. It formats and
// allocates nothing.
func KindOf(n sql.Node) Kind {
	switch n := n.(type) { // before the map, which takes as long as all else here
	case *plan.Project:
		return kindProject
	case *plan.IndexedTableAccess:
		return kindIndexedAccess
	case *plan.Filter:
		return kindFilter
	case *plan.ResolvedTable:
		return kindTable
	case *plan.InsertInto:
		return kindInsert
	case *plan.Update:
		return kindUpdate
	case *plan.JoinNode:
		return Kind{joinOperator(n), n.Op.String()}
	}
	t := node.StructOf(n)
	k, ok := nodeKinds[t]
	if !ok {
		k = Kind{snowset.OperatorOther, t.Name()}
		if _, is := n.(sql.TableFunction); is {
			k.Operator = snowset.OperatorTableFunction
		}
	}
	if _, is := n.(*plan.SetOp); is {
		k.Name = node.NameOf(n)
	}
	return k
}

// Of says which of the 16 operators a node of a plan counts as.
func Of(n sql.Node) snowset.Operator { return KindOf(n).Operator }

// joinOperator tells joins apart: those that compare for equality, by whatever
// method, by a hash table, by an index or by merging; those by range; and those
// that compare nothing. A join without a method of its own is told by its
// condition.
func joinOperator(n *plan.JoinNode) snowset.Operator {
	switch op := n.Op; {
	case op.IsRange():
		return snowset.OperatorBandJoin
	case op.IsCross() && !op.IsHash():
		return snowset.OperatorOther
	case op.IsHash(), op.IsMerge(), op.IsLookup():
		return snowset.OperatorHashJoin
	}
	return conditionOperator(n.Filter)
}

// conditionOperator tells a join by what must be true of its rows.
func conditionOperator(e sql.Expression) snowset.Operator {
	switch e := e.(type) {
	case nil:
		return snowset.OperatorOther
	case *expression.And:
		found := []snowset.Operator{conditionOperator(e.LeftChild), conditionOperator(e.RightChild)}
		for _, o := range [...]snowset.Operator{snowset.OperatorHashJoin, snowset.OperatorBandJoin} {
			if slices.Contains(found, o) {
				return o
			}
		}
		return snowset.OperatorOther
	case *expression.Equals, *expression.NullSafeEquals:
		return snowset.OperatorHashJoin
	case *expression.LessThan, *expression.LessThanOrEqual, *expression.GreaterThan, *expression.GreaterThanOrEqual, *expression.Between:
		return snowset.OperatorBandJoin
	}
	return snowset.OperatorOther
}
