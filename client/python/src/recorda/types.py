"""The arguments and results of the handles. Sizes are bytes of uncompressed UTF-8; times are aware, in UTC.

Results are frozen; `raw` is the message of the contract that a result was made from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Dict, Generic, Literal, Optional, Protocol, Sequence, Tuple, TypeVar, Union, overload

from ._values import JsonObject as JsonObject
from ._values import JsonValue as JsonValue
from .v1 import context_pb2, memory_pb2, resources_pb2

MemoryType = Literal["working", "short_term", "persona", "structured", "long_term", "episodic", "entity"]
Role = Literal["user", "assistant", "system", "tool"]
#: The origin of a memory. Readers decide how far to trust it.
Source = Literal["user", "assistant", "tool", "web", "import"]
Outcome = Literal["success", "partial", "failure", "cancelled"]
StepStatus = Literal["ok", "error", "skipped"]
AutoPrune = Literal["off", "to_fit", "fraction"]
Direction = Literal["out", "in", "both"]
#: The provider API that a prompt is for.
Provider = Literal["openai-chat", "openai-responses", "anthropic", "gemini", "plain"]
WindowPolicy = Literal["cached", "sliding"]

FactDomain = Literal["work", "preferences", "decisions", "personal", "projects"]
FactConfidence = Literal["low", "medium", "high"]
#: The origin of a fact: the user said it, or it follows from what the user said.
FactSource = Literal["explicit", "inferred"]
#: The state of a fact, computed when it is read: prompts include only active ones.
FactState = Literal["active", "aged", "stale", "low_unconfirmed", "superseded", "forgotten"]
FactOperation = Literal["added", "confirmed", "superseded"]


class Unset:
    """The type of `UNSET`: fields that an update does not name stay unchanged, while None clears a field."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


@dataclass(frozen=True)
class Scope:
    """The owner of memories: identifiers of at most 256 bytes each without control characters, compared byte for byte."""

    #: The user to whom the memories belong.
    user_id: str
    #: The agent that writes and reads. Required for working, persona and episodic memory; for other types it records which agent wrote.
    agent_id: Optional[str] = None
    #: The session. Required for short-term memory; for other types it records the session that a memory came from.
    session_id: Optional[str] = None
    #: Divides a user's memories, for example by project. Reads without a namespace see all of the user's memories.
    namespace: Optional[str] = None
    #: The task of working memory.
    task_id: Optional[str] = None


@dataclass(frozen=True)
class Memory:
    """The fields that every memory has."""

    #: For example `lt_019ab3f2c0de7000a1b2c3d4e5f60718`.
    id: str
    type: MemoryType
    scope: Scope
    #: The content as text; for an entry or a trait its value, for an episode its task, for a document its data, as JSON.
    text: str
    metadata: Optional[Dict[str, Any]]
    source: Optional[Source]
    create_time: datetime
    update_time: datetime
    #: The time at which it expires; None if it never does.
    expire_time: Optional[datetime]
    #: A tag that changes with every update.
    etag: str
    #: The bytes of content and metadata, uncompressed, which quotas count.
    size_bytes: int
    #: The bytes of the content as stored.
    stored_bytes: int
    is_compressed: bool
    #: The importance, 0 to 1.
    importance: float
    #: Whether it is pinned: never archived, pruned or merged as a duplicate until it is unpinned.
    pinned: bool
    #: The number of times that it was read by id or found, counted with a delay of some seconds.
    access_count: int
    last_access_time: Optional[datetime]
    raw: resources_pb2.Memory = field(repr=False, compare=False)


@dataclass(frozen=True)
class WorkingMemory(Memory):
    """An entry of the current task."""

    key: str
    value: Any


@dataclass(frozen=True)
class ShortTermMemory(Memory):
    """A message of a session."""

    role: Role
    #: The time at which it was said.
    time: datetime


@dataclass(frozen=True)
class LongTermMemory(Memory):
    """A text that is kept until it is deleted."""

    #: The person who said it.
    speaker: Optional[str]
    #: The time at which it happened or was said.
    event_time: Optional[datetime]
    #: The position in its session.
    turn: Optional[int]


@dataclass(frozen=True)
class TraitVersion:
    """An earlier value of a trait."""

    value: Any
    from_time: datetime
    to_time: datetime


@dataclass(frozen=True)
class PersonaMemory(Memory):
    """A lasting trait of the user, as one agent knows it."""

    key: str
    value: Any
    #: The earlier values, newest first.
    versions: Tuple[TraitVersion, ...]


@dataclass(frozen=True)
class NewStep:
    """A step of an episode to be sent; its texts have at most 4 KB each."""

    #: A description of what was done.
    action: str
    #: The tool that was used.
    tool: str = ""
    #: The input and the output, shortened or hashed.
    input_digest: str = ""
    output_digest: str = ""
    status: StepStatus = "ok"
    #: The error of a step that failed.
    error: str = ""
    duration_ms: Optional[float] = None
    #: The time of the step; None: now.
    time: Optional[datetime] = None


@dataclass(frozen=True)
class EpisodeStep:
    """A step of an episode."""

    action: str
    tool: str
    input_digest: str
    output_digest: str
    status: StepStatus
    error: str
    duration_ms: Optional[float]
    time: Optional[datetime]


@dataclass(frozen=True)
class EpisodicMemory(Memory):
    """A task with its steps and its outcome."""

    task: str
    steps: Tuple[EpisodeStep, ...]
    #: None while it is running.
    outcome: Optional[Outcome]
    outcome_note: str
    start_time: Optional[datetime]
    end_time: Optional[datetime]


@dataclass(frozen=True)
class EntityVersion:
    """An earlier state of an entity or a relationship."""

    attributes: Dict[str, Any]
    valid_from: Optional[datetime]
    valid_to: Optional[datetime]
    #: The time from which the store recorded it, and the time at which it was replaced.
    from_time: Optional[datetime]
    to_time: Optional[datetime]


@dataclass(frozen=True)
class StatedMemory(Memory):
    """The fields that entities and relationships share."""

    node: Literal["entity", "relationship"]
    attributes: Dict[str, Any]
    #: The time from which it is valid in the world; None: it always was.
    valid_from: Optional[datetime]
    #: The time until which it is valid, exclusive; None: it still is.
    valid_to: Optional[datetime]
    #: The ids of the memories that support it.
    evidence: Tuple[str, ...]
    #: The earlier states, newest first.
    versions: Tuple[EntityVersion, ...]


@dataclass(frozen=True)
class EntityMemory(StatedMemory):
    """A person, place or thing."""

    name: str
    entity_type: str
    aliases: Tuple[str, ...]


@dataclass(frozen=True)
class RelationshipMemory(StatedMemory):
    """A relationship between two entities."""

    from_id: str
    to_id: str
    relationship_type: str


@dataclass(frozen=True)
class StructuredMemory(Memory):
    """A JSON document of a collection."""

    collection: str
    #: The document's key; empty if it has none.
    key: str
    data: Dict[str, Any]


class Versioned(Protocol):
    """Anything with an id and an etag, such as a memory that was read."""

    @property
    def id(self) -> str: ...
    @property
    def etag(self) -> str: ...


#: A memory's id, or the memory as it was read: then the call fails with ETAG_MISMATCH if it has changed since.
MemoryTarget = Union[str, Versioned]
#: An end of a relationship: an id, an entity as it was read, or a name and type, which is added if it does not exist.
EntityTarget = Union[str, EntityMemory, Tuple[str, str]]

M_co = TypeVar("M_co", bound=Memory, covariant=True)


@dataclass(frozen=True)
class Remaining:
    """The room that is left under a quota."""

    count: int
    bytes: int


@dataclass(frozen=True)
class Added(Generic[M_co]):
    """The result of adding a memory."""

    #: The memory as stored.
    memory: M_co
    #: MERGED means that it replaced the memory with the same key or was merged into it.
    operation: Literal["ADD", "ADD_WITH_PRUNE", "ADD_WITH_EVICTION", "MERGED"]
    #: The time that the server spent on the call.
    latency_ms: float
    remaining: Remaining
    #: The number of memories that auto_prune deleted.
    pruned_count: int
    #: The number of entries or messages that were evicted to make room.
    evicted_count: int
    #: The ids of the memories that were pruned or evicted, at most 1,000.
    removed_ids: Tuple[str, ...]


@dataclass(frozen=True)
class Signal:
    """A signal's share of a score."""

    signal: str
    value: float
    share: float


@dataclass(frozen=True)
class Archival:
    """When and why a memory was archived."""

    time: datetime
    reason: Literal["retention", "threshold", "capacity", "duplicate"]
    #: The id of the memory that stayed, if this one was its duplicate.
    merged_into: Optional[str]


@dataclass(frozen=True)
class Hit:
    """A memory that was found."""

    text: str
    type: MemoryType
    #: The number that hits are ordered by within one query and one type.
    score: float
    #: The similarity in meaning, 0 to 1; comparable across queries and types.
    similarity: float
    memory: Memory
    #: Set with `explain`.
    signals: Tuple[Signal, ...]
    #: Set for a memory that is in the archive and no longer in the store.
    archive: Optional[Archival]
    raw: memory_pb2.RetrievedMemory = field(repr=False, compare=False)


@dataclass(frozen=True)
class ReachedEntity:
    """An entity that a walk reached."""

    entity: EntityMemory
    #: The number of relationships between it and the nearest start; 0 for a start.
    distance: int


@dataclass(frozen=True)
class EntityHit(Hit):
    """An entity that was found."""

    memory: EntityMemory
    #: The entities around it, nearest first, if requested.
    neighbors: Tuple[ReachedEntity, ...]
    #: The relationships that lead to these.
    relationships: Tuple[RelationshipMemory, ...]
    #: Whether there are more around it.
    truncated: bool


@dataclass(frozen=True)
class Neighbors:
    """Selects the surroundings of each entity that is found."""

    #: The most relationships to walk, 1 to 5; None: 1.
    max_hops: Optional[int] = None
    #: The most entities, 1 to 100; None: 10.
    limit: Optional[int] = None
    direction: Direction = "both"
    #: The types of relationships to walk along; empty: any type.
    relationship_types: Sequence[str] = ()


@dataclass(frozen=True)
class Traversal:
    """The result of a walk, nearest first, without earlier versions."""

    entities: Tuple[ReachedEntity, ...]
    relationships: Tuple[RelationshipMemory, ...]
    #: Whether there is more within reach.
    truncated: bool
    latency_ms: float


@dataclass(frozen=True)
class PartialError:
    """The error of one part of a call whose other parts succeeded."""

    reason: str
    message: str


@dataclass(frozen=True)
class TypeReport:
    """The report on the search of one type."""

    type: MemoryType
    latency_ms: float
    #: The latency target.
    target_ms: float
    count: int
    #: Whether this is about the archive's memories of the type.
    archived: bool
    #: Whether the archive has more memories of the type than were searched.
    truncated: bool
    #: Whether more memories are likely to belong to the answer, so that twice the top_k is worth asking for. Only for long_term.
    more_likely: bool
    error: Optional[PartialError]


H_co = TypeVar("H_co", bound=Hit, covariant=True)


@dataclass(frozen=True)
class Hits(Sequence[H_co]):
    """The hits of a search, best first, with its report."""

    hits: Tuple[H_co, ...]
    #: One report for each type searched, then one for the archive of each with include_archived.
    types: Tuple[TypeReport, ...]
    latency_ms: float
    target_ms: float

    @overload
    def __getitem__(self, index: int) -> H_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[H_co]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[H_co, Sequence[H_co]]:
        return self.hits[index]

    def __len__(self) -> int:
        return len(self.hits)


@dataclass(frozen=True)
class DeletedMatching:
    """The memories that a filter matched."""

    matched_count: int
    #: The number of memories that were deleted; 0 in a dry run.
    deleted_count: int
    #: The number of relationships that were deleted with their entities, without those that matched themselves.
    deleted_relationship_count: int
    #: The ids of the oldest matching memories, at most 100.
    sample_ids: Tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """A change of a memory."""

    operation: Literal["add", "update", "remove"]
    id: str
    type: MemoryType
    scope: Scope
    time: datetime
    #: The memory as it is now, which may include later changes; None if it is gone by now.
    memory: Optional[Memory]
    #: Keep it together with what you derived from the change: after a restart, `watch` continues after it.
    resume_token: str


@dataclass(frozen=True)
class Session:
    """One of the user's conversations, without what was said in it."""

    session_id: str
    #: The number of turns that it has had since its beginning.
    turn_count: int
    #: The number of turns in its window, which the next prompt has word for word.
    window_turn_count: int
    #: The number of its summaries.
    segment_count: int
    #: The tokens of all its turns, of o200k_base.
    token_count: int
    #: The time at which it was last used.
    update_time: datetime
    #: The time at which it ended; None while it is open.
    end_time: Optional[datetime]
    #: Whether its turns are kept out of recall and are gone once they leave the window.
    recall_off: bool


@dataclass(frozen=True)
class DocumentCollection:
    """A collection of documents."""

    name: str
    #: The JSON Schema that its documents must fit.
    schema: Optional[Dict[str, Any]]
    document_count: int
    #: Whether its documents are kept in order.
    ordered: bool
    #: The time at which it was first put; None if it never was.
    create_time: Optional[datetime]
    update_time: Optional[datetime]
    etag: str


@dataclass(frozen=True)
class PutCollection:
    """The result of putting a collection."""

    collection: DocumentCollection
    #: The number of documents that do not fit its schema.
    unfit_count: int


@dataclass(frozen=True)
class DeletedCollection:
    """The result of deleting a collection."""

    document_count: int
    #: The number of documents that were deleted; 0 without `force`.
    deleted_count: int


@dataclass(frozen=True)
class OrderedDocument:
    """A document of an ordered collection."""

    #: The position: later documents have larger numbers, with gaps.
    sequence: int
    data: Dict[str, Any]
    etag: str
    create_time: datetime
    update_time: datetime


@dataclass(frozen=True)
class Append:
    """Adds a document at the end."""

    data: JsonObject


@dataclass(frozen=True)
class Replace:
    """Replaces a document; with an etag, only if it is unchanged since it was read."""

    sequence: int
    data: JsonObject
    etag: str = ""


@dataclass(frozen=True)
class Remove:
    """Removes a document; with an etag, only if it is unchanged since it was read."""

    sequence: int
    etag: str = ""


OrderedWrite = Union[Append, Replace, Remove]


@dataclass(frozen=True)
class OrderedWriteResult:
    """The result of a write."""

    sequence: int
    #: The document's new etag; empty if it was removed.
    etag: str


@dataclass(frozen=True)
class Fact:
    """A fact about a user."""

    id: str
    domain: FactDomain
    #: A second domain that it is about. Filters by domain match either.
    also_domain: Optional[FactDomain]
    #: The person that it is about, if not the user: `aunt`, `sister Ana`; empty for the user.
    subject: str
    #: The user's own words without the signal phrase; empty once it is forgotten.
    text: str
    confidence: FactConfidence
    source: FactSource
    state: FactState
    create_time: datetime
    #: The time at which it was last said or confirmed.
    last_confirmed_time: datetime
    confirmation_count: int
    #: Whether the user should be asked if it still holds.
    needs_confirmation: bool
    #: The id of the fact that replaced it; empty if none did.
    superseded_by: str
    #: The extraction rule that found it, or the identity of the trained reader that did; empty if an agent recorded it.
    rule: str
    agent_id: str
    session_id: str
    #: The turn of the session in which it was said; 0 if not specified.
    turn: int
    #: Whether it is pinned: it does not age, and only `contradict` or `restore` supersedes it.
    pinned: bool
    #: The time at which it becomes stale unless it is confirmed; None if it is pinned, superseded or forgotten.
    stale_time: Optional[datetime]


@dataclass(frozen=True)
class AddedFact:
    """The result of adding a fact."""

    #: The fact that now states it.
    fact: Fact
    operation: FactOperation
    #: The ids of the facts that it superseded.
    superseded_ids: Tuple[str, ...]


@dataclass(frozen=True)
class RestoredFact:
    """The result of restoring a fact."""

    fact: Fact
    #: The ids of the facts that it superseded.
    superseded_ids: Tuple[str, ...]


@dataclass(frozen=True)
class FactHit:
    """A fact that was found."""

    fact: Fact
    #: The number that hits are ordered by within one query; 0 without a query.
    score: float
    #: The calibrated similarity in meaning, 0 to 1.
    similarity: float


@dataclass(frozen=True)
class FactEvent:
    """An event in the history of a fact."""

    kind: Literal["created", "confirmed", "superseded", "forgotten", "restored"]
    time: datetime
    #: The id of the fact that replaced it; empty if none did.
    other_id: str
    #: The number of confirmations that were recorded together.
    count: int


@dataclass(frozen=True)
class FactHistory:
    """A fact with its history, oldest first."""

    fact: Fact
    history: Tuple[FactEvent, ...]
    #: The facts that it superseded.
    predecessors: Tuple[Fact, ...]


@dataclass(frozen=True)
class ExtractedFact:
    """A fact that a text states."""

    domain: FactDomain
    also_domain: Optional[FactDomain]
    subject: str
    text: str
    confidence: FactConfidence
    source: FactSource
    rule: str
    #: The span of the statement, in UTF-16 units of the text in Unicode form NFC.
    start: int
    end: int
    #: What it would change in the facts that are known.
    operation: FactOperation
    #: The ids of the facts that it would confirm or supersede.
    fact_ids: Tuple[str, ...]


@dataclass(frozen=True)
class ForgetWish:
    """The wish to have something forgotten; `start` and `end` are as in ExtractedFact."""

    rule: str
    start: int
    end: int
    #: What to forget, in the user's words; empty: what was said last.
    target: str
    #: The ids of the facts that it refers to.
    fact_ids: Tuple[str, ...]


@dataclass(frozen=True)
class Extraction:
    """The result of extracting facts from a text."""

    facts: Tuple[ExtractedFact, ...]
    forget: Optional[ForgetWish]
    #: The ids of the facts that the text mentions and thereby confirms.
    mentioned_ids: Tuple[str, ...]


@dataclass(frozen=True)
class ToolCall:
    """A call of a tool by the assistant."""

    id: str
    name: str
    arguments_json: str = ""


@dataclass(frozen=True)
class ToolResult:
    """The result of a tool."""

    call: ToolCall
    content: str


@dataclass(frozen=True)
class Turn:
    """One message of a conversation."""

    content: str
    role: Literal["user", "assistant", "tool"] = "user"
    #: The speaker's name, at most 256 bytes; makes the turn easier to find.
    speaker: str = ""
    #: The time at which it was said; None: now.
    time: Optional[datetime] = None
    tool_calls: Sequence[ToolCall] = ()
    #: The id of the call whose result a tool's turn is.
    tool_call_id: str = ""


@dataclass(frozen=True)
class KeptTurn:
    """A turn as the server keeps it: the appended turn, its number and its place."""

    #: The turn's number in the session, counted from 1.
    turn: int
    role: Literal["user", "assistant", "tool"]
    content: str
    speaker: str
    time: datetime
    #: The tool calls, which are not kept for turns that left the window.
    tool_calls: Tuple[ToolCall, ...]
    tool_call_id: str
    #: Whether the next prompt has it word for word.
    in_window: bool
    agent_id: str
    create_time: datetime


@dataclass(frozen=True)
class Prompt:
    """A prompt: spread `body` into the request to the provider; for `plain` it is the text."""

    body: Any
    raw: context_pb2.AssembleContextResponse = field(repr=False)

    @property
    def blocks(self) -> Sequence[context_pb2.ContextBlock]:
        """The blocks, each with its kind, its tokens and its sources."""
        return self.raw.blocks

    @property
    def omitted(self) -> Sequence[context_pb2.OmittedBlock]:
        """What was left out, and why."""
        return self.raw.omitted

    @property
    def token_count(self) -> int:
        return self.raw.token_count

    @property
    def max_tokens(self) -> int:
        return self.raw.max_tokens

    @property
    def cost(self) -> context_pb2.PromptCost:
        """The cost in dollars, compared with the whole history: read from the provider's cache, and without a cache."""
        return self.raw.cost

    @property
    def confirm_fact_id(self) -> str:
        """The fact that the model may ask about, if `asks_to_confirm` was set; empty for none."""
        return self.raw.confirm_fact_id


@dataclass(frozen=True)
class Tail:
    """The block that a host with its own history sends with this request. It is usually empty."""

    #: At most one message in the provider's format, to be placed right before the last user message. Always empty for `plain`.
    messages: Tuple[Any, ...]
    #: The block as text; empty if there is none.
    text: str
    #: The sources that it was made of: `fact:ID`, `recall:SESSION/TURN`.
    sources: Tuple[str, ...]
    #: The position of the provider's cache mark: on the last message before the block, on the last message of all, or nowhere.
    mark: Literal["before-block", "last-message", "none"]
    token_count: int
    raw: context_pb2.AssembleContextResponse = field(repr=False)
