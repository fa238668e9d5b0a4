"""What the handles take and give. Sizes are bytes of uncompressed UTF-8; times are aware, in UTC.

What comes back is frozen; `raw` is the message of the contract that it was made of.
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
#: Who or what a memory came from; how far to trust it is the reader's to decide.
Source = Literal["user", "assistant", "tool", "web", "import"]
Outcome = Literal["success", "partial", "failure", "cancelled"]
StepStatus = Literal["ok", "error", "skipped"]
AutoPrune = Literal["off", "to_fit", "fraction"]
Direction = Literal["out", "in", "both"]
#: Whose API a prompt is for.
Provider = Literal["openai-chat", "openai-responses", "anthropic", "gemini", "plain"]
WindowPolicy = Literal["cached", "sliding"]

FactDomain = Literal["work", "preferences", "decisions", "personal", "projects"]
FactConfidence = Literal["low", "medium", "high"]
#: Whether the user said so, or it follows from what was said.
FactSource = Literal["explicit", "inferred"]
#: How a fact stands, computed when it is read: only active ones go into prompts.
FactState = Literal["active", "aged", "stale", "low_unconfirmed", "superseded", "forgotten"]
FactOperation = Literal["added", "confirmed", "superseded"]


class Unset:
    """The type of `UNSET`: what an update does not name stays as it is, while None clears it."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


@dataclass(frozen=True)
class Scope:
    """Whose memories: identifiers of at most 256 bytes each, without control characters, compared byte for byte."""

    #: The user that the memories are about.
    user_id: str
    #: The agent that writes and reads. Working, persona and episodic memory need it; elsewhere it records who wrote.
    agent_id: Optional[str] = None
    #: The session. Short-term memory needs it; elsewhere it records where a memory came from.
    session_id: Optional[str] = None
    #: Divides a user's memories, for example by project. Reads without one see all of the user's.
    namespace: Optional[str] = None
    #: The task of working memory.
    task_id: Optional[str] = None


@dataclass(frozen=True)
class Memory:
    """What every memory has."""

    #: For example `lt_019ab3f2c0de7000a1b2c3d4e5f60718`.
    id: str
    type: MemoryType
    scope: Scope
    #: The content as text; of an entry or a trait its value, of an episode its task, of a document its data, as JSON.
    text: str
    metadata: Optional[Dict[str, Any]]
    source: Optional[Source]
    create_time: datetime
    update_time: datetime
    #: When it goes by itself; None if never.
    expire_time: Optional[datetime]
    #: Changes with every update.
    etag: str
    #: Content and metadata, uncompressed: what quotas count.
    size_bytes: int
    #: The content as stored.
    stored_bytes: int
    is_compressed: bool
    #: How much it matters, 0 to 1.
    importance: float
    #: Never archived, pruned nor merged away until it is unpinned.
    pinned: bool
    #: How often it was read by id or found, some seconds late.
    access_count: int
    last_access_time: Optional[datetime]
    raw: resources_pb2.Memory = field(repr=False, compare=False)


@dataclass(frozen=True)
class WorkingMemory(Memory):
    """An entry of the task in hand."""

    key: str
    value: Any


@dataclass(frozen=True)
class ShortTermMemory(Memory):
    """A message of a session."""

    role: Role
    #: When it was said.
    time: datetime


@dataclass(frozen=True)
class LongTermMemory(Memory):
    """A text that is kept until deleted."""

    #: Who said it.
    speaker: Optional[str]
    #: When it happened or was said.
    event_time: Optional[datetime]
    #: Its place in its session.
    turn: Optional[int]


@dataclass(frozen=True)
class TraitVersion:
    """What a trait was before."""

    value: Any
    from_time: datetime
    to_time: datetime


@dataclass(frozen=True)
class PersonaMemory(Memory):
    """A lasting trait of the user, as one agent knows it."""

    key: str
    value: Any
    #: Earlier values, newest first.
    versions: Tuple[TraitVersion, ...]


@dataclass(frozen=True)
class NewStep:
    """A step of an episode, as it is sent: texts of at most 4 KB."""

    #: What was done, in words.
    action: str
    #: The tool that was used.
    tool: str = ""
    #: What went in and came out, shortened or hashed.
    input_digest: str = ""
    output_digest: str = ""
    status: StepStatus = "ok"
    #: What failed.
    error: str = ""
    duration_ms: Optional[float] = None
    #: None: now.
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
    """A task, its steps and what came of it."""

    task: str
    steps: Tuple[EpisodeStep, ...]
    #: None while it runs.
    outcome: Optional[Outcome]
    outcome_note: str
    start_time: Optional[datetime]
    end_time: Optional[datetime]


@dataclass(frozen=True)
class EntityVersion:
    """What an entity or a relationship was said to be before."""

    attributes: Dict[str, Any]
    valid_from: Optional[datetime]
    valid_to: Optional[datetime]
    #: From when the store said so, and when it was told otherwise.
    from_time: Optional[datetime]
    to_time: Optional[datetime]


@dataclass(frozen=True)
class StatedMemory(Memory):
    """What an entity and a relationship have."""

    node: Literal["entity", "relationship"]
    attributes: Dict[str, Any]
    #: From when it is so in the world; None: always was.
    valid_from: Optional[datetime]
    #: Until when; None: still is.
    valid_to: Optional[datetime]
    #: Ids of the memories that say so.
    evidence: Tuple[str, ...]
    #: Newest first.
    versions: Tuple[EntityVersion, ...]


@dataclass(frozen=True)
class EntityMemory(StatedMemory):
    """Somebody or something."""

    name: str
    entity_type: str
    aliases: Tuple[str, ...]


@dataclass(frozen=True)
class RelationshipMemory(StatedMemory):
    """How one entity stands to another."""

    from_id: str
    to_id: str
    relationship_type: str


@dataclass(frozen=True)
class StructuredMemory(Memory):
    """A JSON document of a collection."""

    collection: str
    #: Empty where it has none.
    key: str
    data: Dict[str, Any]


class Versioned(Protocol):
    """What has an id and an etag, as a memory that was read."""

    @property
    def id(self) -> str: ...
    @property
    def etag(self) -> str: ...


#: A memory's id, or the memory as it was read: then the call fails with ETAG_MISMATCH if it has changed since.
MemoryTarget = Union[str, Versioned]
#: An end of a relationship: an id, an entity as it was read, or a name and a type, added if there is none.
EntityTarget = Union[str, EntityMemory, Tuple[str, str]]

M_co = TypeVar("M_co", bound=Memory, covariant=True)


@dataclass(frozen=True)
class Remaining:
    """Room left under a quota."""

    count: int
    bytes: int


@dataclass(frozen=True)
class Added(Generic[M_co]):
    """What became of an added memory."""

    #: As stored.
    memory: M_co
    #: MERGED: it took the place of the entry with the same key.
    operation: Literal["ADD", "ADD_WITH_PRUNE", "ADD_WITH_EVICTION", "MERGED"]
    #: The server's time for the call.
    latency_ms: float
    remaining: Remaining
    #: How many memories auto_prune deleted.
    pruned_count: int
    #: How many entries or messages made room.
    evicted_count: int
    #: The ids of those pruned or evicted, the first 1,000.
    removed_ids: Tuple[str, ...]


@dataclass(frozen=True)
class Signal:
    """A signal's share of a score."""

    signal: str
    value: float
    share: float


@dataclass(frozen=True)
class Archival:
    """When and why a memory went to the archive."""

    time: datetime
    reason: Literal["retention", "threshold", "capacity", "duplicate"]
    #: The id of the memory that stayed, where this one was its duplicate.
    merged_into: Optional[str]


@dataclass(frozen=True)
class Hit:
    """A memory that was found."""

    text: str
    type: MemoryType
    #: What hits are ordered by, within one query and one type.
    score: float
    #: How near in meaning, 0 to 1; compares across queries and types.
    similarity: float
    memory: Memory
    #: Where `explain` was asked for.
    signals: Tuple[Signal, ...]
    #: Set for a memory that is in the archive and no longer in the store.
    archive: Optional[Archival]
    raw: memory_pb2.RetrievedMemory = field(repr=False, compare=False)


@dataclass(frozen=True)
class ReachedEntity:
    """An entity that a walk reached."""

    entity: EntityMemory
    #: Relationships between it and the nearest start; 0: it is a start.
    distance: int


@dataclass(frozen=True)
class EntityHit(Hit):
    """An entity that was found."""

    memory: EntityMemory
    #: What is around it, nearest first, where that was asked for.
    neighbors: Tuple[ReachedEntity, ...]
    #: The relationships that lead there.
    relationships: Tuple[RelationshipMemory, ...]
    #: Whether there is more around it.
    truncated: bool


@dataclass(frozen=True)
class Neighbors:
    """What to bring from around each entity that is found."""

    #: How far, 1 to 5; None: 1.
    max_hops: Optional[int] = None
    #: At most so many entities, 1 to 100; None: 10.
    limit: Optional[int] = None
    direction: Direction = "both"
    #: Only along relationships of these types; empty: of any.
    relationship_types: Sequence[str] = ()


@dataclass(frozen=True)
class Traversal:
    """What a walk found, nearest first, without earlier versions."""

    entities: Tuple[ReachedEntity, ...]
    relationships: Tuple[RelationshipMemory, ...]
    #: Whether there is more within reach.
    truncated: bool
    latency_ms: float


@dataclass(frozen=True)
class PartialError:
    """Why one part of a call failed, where the rest did not."""

    reason: str
    message: str


@dataclass(frozen=True)
class TypeReport:
    """How the search of one type went."""

    type: MemoryType
    latency_ms: float
    #: The latency it is held to.
    target_ms: float
    count: int
    #: Whether this is about the archive's memories of the type.
    archived: bool
    #: Whether the archive has more of the type than were searched.
    truncated: bool
    error: Optional[PartialError]


H_co = TypeVar("H_co", bound=Hit, covariant=True)


@dataclass(frozen=True)
class Hits(Sequence[H_co]):
    """What a search found, best first, and how it went."""

    hits: Tuple[H_co, ...]
    #: One for each type asked for, then one for the archive of each with include_archived.
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
    """What a filter matched."""

    matched_count: int
    #: 0 in a dry run.
    deleted_count: int
    #: Relationships that went with their entities, beside those that matched.
    deleted_relationship_count: int
    #: The oldest that matched, at most 100.
    sample_ids: Tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """What happened to a memory."""

    operation: Literal["add", "update", "remove"]
    id: str
    type: MemoryType
    scope: Scope
    time: datetime
    #: As it is now, which later changes may already have touched; None once it is gone.
    memory: Optional[Memory]
    #: Keep it with what the change led to: after a restart, `watch` goes on after it.
    resume_token: str


@dataclass(frozen=True)
class Session:
    """One of the user's conversations, without what was said in it."""

    session_id: str
    #: The turns that it had, from its beginning.
    turn_count: int
    #: Those that stand in its window, word for word in the next prompt.
    window_turn_count: int
    #: Its summaries.
    segment_count: int
    #: The tokens of all its turns, of o200k_base.
    token_count: int
    #: When it was last used.
    update_time: datetime
    #: None while it is open.
    end_time: Optional[datetime]
    #: Whether its turns are found from nowhere, and gone once they leave the window.
    recall_off: bool


@dataclass(frozen=True)
class DocumentCollection:
    """A collection of documents."""

    name: str
    #: The JSON Schema that its documents must fit.
    schema: Optional[Dict[str, Any]]
    document_count: int
    #: Whether its documents stay in their order.
    ordered: bool
    #: None if it was never put.
    create_time: Optional[datetime]
    update_time: Optional[datetime]
    etag: str


@dataclass(frozen=True)
class PutCollection:
    """A collection that was put."""

    collection: DocumentCollection
    #: How many documents do not fit its schema.
    unfit_count: int


@dataclass(frozen=True)
class DeletedCollection:
    """What was in a collection."""

    document_count: int
    #: 0 without `force`.
    deleted_count: int


@dataclass(frozen=True)
class OrderedDocument:
    """A document of an ordered collection."""

    #: Where it stands: later ones have larger numbers, with gaps.
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
    """Replaces one; with an etag only as it was when it was read."""

    sequence: int
    data: JsonObject
    etag: str = ""


@dataclass(frozen=True)
class Remove:
    """Removes one; with an etag only as it was when it was read."""

    sequence: int
    etag: str = ""


OrderedWrite = Union[Append, Replace, Remove]


@dataclass(frozen=True)
class OrderedWriteResult:
    """What became of a write."""

    sequence: int
    #: Empty of what was removed.
    etag: str


@dataclass(frozen=True)
class Fact:
    """One thing that is known of a user."""

    id: str
    domain: FactDomain
    #: A second thing that it is about. Filters by domain take either.
    also_domain: Optional[FactDomain]
    #: Whom it is about, where that is not the user: `aunt`, `sister Ana`; empty for the user.
    subject: str
    #: The user's own words without the signal; empty once it is forgotten.
    text: str
    confidence: FactConfidence
    source: FactSource
    state: FactState
    create_time: datetime
    #: When it was last said or confirmed.
    last_confirmed_time: datetime
    confirmation_count: int
    #: Whether the user should be asked if it still holds.
    needs_confirmation: bool
    #: The fact that took its place; empty if none did.
    superseded_by: str
    #: What found it: a rule, or the identity of the trained reader; empty where an agent wrote it.
    rule: str
    agent_id: str
    session_id: str
    #: The turn of the session that it was said in; 0 if not said.
    turn: int
    #: Whether it is pinned: it does not age, and only `contradict` or `restore` takes its place.
    pinned: bool
    #: When it goes stale unless it is confirmed; None where it is pinned, or stands no more.
    stale_time: Optional[datetime]


@dataclass(frozen=True)
class AddedFact:
    """What became of a fact."""

    #: The one that says so now.
    fact: Fact
    operation: FactOperation
    #: Those whose place it took.
    superseded_ids: Tuple[str, ...]


@dataclass(frozen=True)
class RestoredFact:
    """A fact that was brought back."""

    fact: Fact
    #: Those that gave way to it.
    superseded_ids: Tuple[str, ...]


@dataclass(frozen=True)
class FactHit:
    """A fact that was found."""

    fact: Fact
    #: What hits are ordered by, within one query; 0 without a query.
    score: float
    #: How near in meaning, calibrated, 0 to 1.
    similarity: float


@dataclass(frozen=True)
class FactEvent:
    """Something that happened to a fact."""

    kind: Literal["created", "confirmed", "superseded", "forgotten", "restored"]
    time: datetime
    #: The fact that took its place; empty if none did.
    other_id: str
    #: How many confirmations were written together.
    count: int


@dataclass(frozen=True)
class FactHistory:
    """A fact and what happened to it, oldest first."""

    fact: Fact
    history: Tuple[FactEvent, ...]
    #: Those whose place it took.
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
    #: Where the statement stands, in UTF-16 units of the text in Unicode form NFC.
    start: int
    end: int
    #: What it would do.
    operation: FactOperation
    #: The facts that it would confirm or take the place of.
    fact_ids: Tuple[str, ...]


@dataclass(frozen=True)
class ForgetWish:
    """Where a text asks to forget; `start` and `end` as in ExtractedFact."""

    rule: str
    start: int
    end: int
    #: In the user's words; empty: what was said last.
    target: str
    #: The facts that it means.
    fact_ids: Tuple[str, ...]


@dataclass(frozen=True)
class Extraction:
    """What a text says of its user."""

    facts: Tuple[ExtractedFact, ...]
    forget: Optional[ForgetWish]
    #: Facts that it mentions, which confirms them.
    mentioned_ids: Tuple[str, ...]


@dataclass(frozen=True)
class ToolCall:
    """A tool that an assistant calls."""

    id: str
    name: str
    arguments_json: str = ""


@dataclass(frozen=True)
class ToolResult:
    """What a tool answered."""

    call: ToolCall
    content: str


@dataclass(frozen=True)
class Turn:
    """One message of a conversation."""

    content: str
    role: Literal["user", "assistant", "tool"] = "user"
    #: The speaker's name, at most 256 bytes; makes the turn easier to find.
    speaker: str = ""
    #: When it was said; None: now.
    time: Optional[datetime] = None
    tool_calls: Sequence[ToolCall] = ()
    #: The call that a tool's turn answers.
    tool_call_id: str = ""


@dataclass(frozen=True)
class KeptTurn:
    """A turn as the server keeps it."""

    #: Its number in the session, from 1.
    turn: int
    role: Literal["user", "assistant", "tool"]
    content: str
    speaker: str
    time: datetime
    #: Of those that left the window the calls of tools are not kept.
    tool_calls: Tuple[ToolCall, ...]
    tool_call_id: str
    #: Whether the next prompt has it word for word.
    in_window: bool
    agent_id: str
    create_time: datetime


@dataclass(frozen=True)
class Prompt:
    """A prompt: `body` is to be spread into the request to the provider; of `plain` it is the text."""

    body: Any
    raw: context_pb2.AssembleContextResponse = field(repr=False)

    @property
    def blocks(self) -> Sequence[context_pb2.ContextBlock]:
        """What each part is, its tokens and its sources."""
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
        """In dollars, beside the whole history: read from the provider's cache, and without one."""
        return self.raw.cost

    @property
    def confirm_fact_id(self) -> str:
        """The fact that the model may ask about, where `asks_to_confirm` was said; empty for none."""
        return self.raw.confirm_fact_id


@dataclass(frozen=True)
class Tail:
    """What a host that keeps its own history is to send with this request. Usually empty."""

    #: To stand right before the last user message, in the provider's form: one message, or none. Of `plain` none.
    messages: Tuple[Any, ...]
    #: The same as text; empty for none.
    text: str
    #: What it is made of: `fact:ID`, `recall:SESSION/TURN`.
    sources: Tuple[str, ...]
    #: Where the provider's mark belongs: on the last message before the block, on the last message of all, nowhere.
    mark: Literal["before-block", "last-message", "none"]
    token_count: int
    raw: context_pb2.AssembleContextResponse = field(repr=False)
