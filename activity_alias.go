package perfschema

import "github.com/perfschema/perfschema/activity"

// The names of package activity, until all have been renamed.
type Plan = activity.Plan
type PlanNode = activity.PlanNode
var NewPlan = activity.NewPlan
const MaxPlanNodes = activity.MaxPlanNodes
type Observed = activity.Observed
type Change = activity.Change
type Sample = activity.Sample
const RunQueue = activity.RunQueue
type Phase = activity.Phase
type State = activity.State
type OperatorMark = activity.OperatorMark
type ResourceMark = activity.ResourceMark
const StateOperator = activity.StateOperator
const PhaseExecution = activity.PhaseExecution
const PhaseSetup = activity.PhaseSetup
const PhaseTeardown = activity.PhaseTeardown
