package recorda

import (
	"strings"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// MemoryType is the type of a memory. Each type has its own lifetime, quota and latency target: see recordav1.MemoryType.
type MemoryType string

// The types of memory.
const (
	TypeWorking    MemoryType = "working"
	TypeShortTerm  MemoryType = "short_term"
	TypeLongTerm   MemoryType = "long_term"
	TypePersona    MemoryType = "persona"
	TypeEpisodic   MemoryType = "episodic"
	TypeEntity     MemoryType = "entity"
	TypeStructured MemoryType = "structured"
)

// Role is the role of a speaker.
type Role string

// The roles: the person, the agent, the instructions of the application, a tool with its result.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleSystem    Role = "system"
	RoleTool      Role = "tool"
)

// Source is the origin of a memory. Readers decide how far to trust it.
type Source string

// The origins of memories.
const (
	SourceUser      Source = "user"
	SourceAssistant Source = "assistant"
	SourceTool      Source = "tool"
	SourceWeb       Source = "web"
	SourceImport    Source = "import"
)

// AutoPrune says what to do when there is no room for a long-term memory or an episode.
type AutoPrune string

// What to do: fail with ErrQuotaExceeded; delete the oldest that are not pinned, as many as necessary; delete the oldest tenth.
const (
	PruneOff      AutoPrune = "off"
	PruneToFit    AutoPrune = "to_fit"
	PruneFraction AutoPrune = "fraction"
)

// AddOperation is what happened to an added memory.
type AddOperation string

// What happened: it was added; it was added after AutoPrune deleted others; it was added while others were evicted; it was merged into the
// one with its key.
const (
	OperationAdd             AddOperation = "ADD"
	OperationAddWithPrune    AddOperation = "ADD_WITH_PRUNE"
	OperationAddWithEviction AddOperation = "ADD_WITH_EVICTION"
	OperationMerged          AddOperation = "MERGED"
)

// Outcome is the outcome of a task.
type Outcome string

// The outcomes of tasks; OutcomeNone means that the task is running, or that none was given.
const (
	OutcomeNone      Outcome = ""
	OutcomeSuccess   Outcome = "success"
	OutcomePartial   Outcome = "partial"
	OutcomeFailure   Outcome = "failure"
	OutcomeCancelled Outcome = "cancelled"
)

// StepStatus is the status of an episode's step.
type StepStatus string

// The statuses of steps.
const (
	StepOK      StepStatus = "ok"
	StepError   StepStatus = "error"
	StepSkipped StepStatus = "skipped"
)

// Direction is the direction in which to walk along relationships.
type Direction string

// From the start of a relationship to its end, the reverse, or either way.
const (
	DirectionOut  Direction = "out"
	DirectionIn   Direction = "in"
	DirectionBoth Direction = "both"
)

// ArchiveReason is the reason for which a memory was archived.
type ArchiveReason string

// Its age; its importance; the cap of its agent; another memory that says the same.
const (
	ArchivedByRetention ArchiveReason = "retention"
	ArchivedByThreshold ArchiveReason = "threshold"
	ArchivedByCapacity  ArchiveReason = "capacity"
	ArchivedAsDuplicate ArchiveReason = "duplicate"
)

// ChangeOperation is what happened to a memory.
type ChangeOperation string

// What happens to memories.
const (
	ChangeAdd    ChangeOperation = "add"
	ChangeUpdate ChangeOperation = "update"
	ChangeRemove ChangeOperation = "remove"
)

// Order is the order of hits of several types.
type Order string

// By type, the fastest first; or all types together by similarity.
const (
	OrderGrouped Order = "grouped"
	OrderScore   Order = "score"
)

// FactDomain is the domain that a fact is about.
type FactDomain string

// The domains of facts.
const (
	DomainWork        FactDomain = "work"
	DomainPreferences FactDomain = "preferences"
	DomainDecisions   FactDomain = "decisions"
	DomainPersonal    FactDomain = "personal"
	DomainProjects    FactDomain = "projects"
)

// FactConfidence is how certain a fact is.
type FactConfidence string

// The levels of confidence.
const (
	ConfidenceLow    FactConfidence = "low"
	ConfidenceMedium FactConfidence = "medium"
	ConfidenceHigh   FactConfidence = "high"
)

// FactSource is the origin of a fact: the user said it, or it follows from what the user said.
type FactSource string

// The origins of facts.
const (
	FactExplicit FactSource = "explicit"
	FactInferred FactSource = "inferred"
)

// FactState is the state of a fact, computed when it is read: prompts include only active ones.
type FactState string

// The states of facts.
const (
	FactActive         FactState = "active"
	FactAged           FactState = "aged"
	FactStale          FactState = "stale"
	FactLowUnconfirmed FactState = "low_unconfirmed"
	FactSuperseded     FactState = "superseded"
	FactForgotten      FactState = "forgotten"
)

// FactOperation is what a statement changed in the facts that are known.
type FactOperation string

// What statements change.
const (
	FactWasAdded      FactOperation = "added"
	FactWasConfirmed  FactOperation = "confirmed"
	FactHasSuperseded FactOperation = "superseded"
)

// Provider is the provider API that a prompt is for.
type Provider string

// The formats of prompts: see recordav1.PromptFormat.
const (
	ProviderOpenAIChat      Provider = "openai-chat"
	ProviderOpenAIResponses Provider = "openai-responses"
	ProviderAnthropic       Provider = "anthropic"
	ProviderGemini          Provider = "gemini"
	ProviderPlain           Provider = "plain"
)

// WindowPolicy is the policy by which a session's window is cut.
type WindowPolicy string

// It only grows and is cut rarely, so that the provider caches it; or it keeps six turns.
const (
	WindowCached  WindowPolicy = "cached"
	WindowSliding WindowPolicy = "sliding"
)

// names maps constants of this package to an enum of the contract, whose names differ by a prefix.
type names struct {
	prefix string
	values map[string]int32
	names  map[int32]string
}

var (
	memoryTypes    = names{"MEMORY_TYPE_", recordav1.MemoryType_value, recordav1.MemoryType_name}
	roles          = names{"ROLE_", recordav1.Role_value, recordav1.Role_name}
	sources        = names{"SOURCE_", recordav1.Source_value, recordav1.Source_name}
	prunes         = names{"AUTO_PRUNE_", recordav1.AutoPrune_value, recordav1.AutoPrune_name}
	addOperations  = names{"ADD_OPERATION_", recordav1.AddOperation_value, recordav1.AddOperation_name}
	outcomes       = names{"EPISODE_OUTCOME_", recordav1.EpisodeOutcome_value, recordav1.EpisodeOutcome_name}
	stepStatuses   = names{"STEP_STATUS_", recordav1.StepStatus_value, recordav1.StepStatus_name}
	directions     = names{"TRAVERSE_DIRECTION_", recordav1.TraverseDirection_value, recordav1.TraverseDirection_name}
	archiveReasons = names{"ARCHIVE_REASON_", recordav1.ArchiveReason_value, recordav1.ArchiveReason_name}
	changes        = names{"CHANGE_OPERATION_", recordav1.ChangeOperation_value, recordav1.ChangeOperation_name}
	orders         = names{"RETRIEVE_ORDER_", recordav1.RetrieveOrder_value, recordav1.RetrieveOrder_name}
	errorReasons   = names{"ERROR_REASON_", recordav1.ErrorReason_value, recordav1.ErrorReason_name}
	domains        = names{"FACT_DOMAIN_", recordav1.FactDomain_value, recordav1.FactDomain_name}
	confidences    = names{"FACT_CONFIDENCE_", recordav1.FactConfidence_value, recordav1.FactConfidence_name}
	factSources    = names{"FACT_SOURCE_", recordav1.FactSource_value, recordav1.FactSource_name}
	factStates     = names{"FACT_STATE_", recordav1.FactState_value, recordav1.FactState_name}
	factOperations = names{"FACT_OPERATION_", recordav1.FactOperation_value, recordav1.FactOperation_name}
	factEventKinds = names{"KIND_", recordav1.FactEvent_Kind_value, recordav1.FactEvent_Kind_name}
	formats        = names{"PROMPT_FORMAT_", recordav1.PromptFormat_value, recordav1.PromptFormat_name}
	windowPolicies = names{"WINDOW_POLICY_", recordav1.WindowPolicy_value, recordav1.WindowPolicy_name}
)

// unrecognized is a number that no enum of the contract has: the server refuses it and names the field.
const unrecognized = -1

// wire returns the contract's value of a name; for an empty one 0, unspecified.
func wire[E ~int32, N ~string](of names, name N) E {
	if name == "" {
		return 0
	}
	value, ok := of.values[of.prefix+strings.ToUpper(strings.ReplaceAll(string(name), "-", "_"))]
	if !ok {
		return unrecognized
	}
	return E(value)
}

// named returns the name of a value; empty for 0 and for values that this client does not know.
func named[N ~string, E ~int32](of names, value E) N {
	if value == 0 {
		return ""
	}
	return N(strings.ToLower(strings.TrimPrefix(of.names[int32(value)], of.prefix)))
}

func wires[E ~int32, N ~string](of names, given []N) []E {
	return each(given, func(name N) E { return wire[E](of, name) })
}
