package recorda

import (
	"context"
	"iter"
	"time"

	"google.golang.org/protobuf/types/known/fieldmaskpb"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Facts are what is known of one user.
type Facts struct{ handle }

// Fact is one thing that is known of a user.
type Fact struct {
	ID     string
	Domain FactDomain
	// A second thing that it is about; empty where there is none. Filters by domain take either.
	AlsoDomain FactDomain
	// Whom it is about, where that is not the user: `aunt`, `sister Ana`; empty for the user.
	Subject string
	// The user's own words without the signal; empty once it is forgotten.
	Text       string
	Confidence FactConfidence
	Source     FactSource
	State      FactState
	CreateTime time.Time
	// When it was last said or confirmed.
	LastConfirmedTime time.Time
	ConfirmationCount int
	// Whether the user should be asked if it still holds.
	NeedsConfirmation bool
	// The fact that took its place; empty if none did.
	SupersededBy string
	// The rule of extraction that found it, or the identity of the trained reader that did; empty where an agent wrote it.
	Rule      string
	AgentID   string
	SessionID string
	// The turn of the session that it was said in; 0 if not said.
	Turn int
	// Whether it is pinned: it does not age, and only Contradict or Restore takes its place.
	Pinned bool
	// When it goes stale unless it is confirmed; zero where it is pinned, or stands no more.
	StaleTime time.Time
}

// ExtractedFact is a fact that a text states.
type ExtractedFact struct {
	Domain     FactDomain
	AlsoDomain FactDomain
	Subject    string
	Text       string
	Confidence FactConfidence
	Source     FactSource
	Rule       string
	// Where the statement stands, in UTF-16 units of the text in Unicode form NFC.
	From int
	To   int
	// What it would do.
	Operation FactOperation
	// The facts that it would confirm or take the place of.
	FactIDs []string
}

// ForgetWish is a wish to have something forgotten.
type ForgetWish struct {
	Rule string
	// Where it stands, as in ExtractedFact.
	From int
	To   int
	// In the user's words; empty: what was said last.
	Target string
	// The facts that it means.
	FactIDs []string
}

// Extraction is what a text says of its user.
type Extraction struct {
	Facts []ExtractedFact
	// Where it asks to forget; nil where it does not.
	Forget *ForgetWish
	// Facts that it mentions, which confirms them.
	MentionedIDs []string
}

// AddFactOptions are those of [Facts.Add].
type AddFactOptions struct {
	// As in WriteOptions.
	RequestID string
	// Empty: by its words.
	Domain FactDomain
	// A second thing that it is about, beside Domain; empty: none.
	AlsoDomain FactDomain
	// Empty: ConfidenceHigh.
	Confidence FactConfidence
	// Empty: FactExplicit.
	Source FactSource
	// Pins it; a fact that says so already, too.
	Pinned bool
	// The turn of the session that it was said in, from 1; 0: not said.
	Turn int
}

// AddedFact is what became of a fact.
type AddedFact struct {
	// The one that says so now.
	Fact      *Fact
	Operation FactOperation
	// Those whose place it took.
	SupersededIDs []string
}

// Extract tells what a text of the user states and what that would do; it writes nothing.
func (f *Facts) Extract(ctx context.Context, text string) (*Extraction, error) {
	answer, err := f.context.ExtractFacts(ctx, &recordav1.ExtractFactsRequest{Text: text, Scope: f.scope.wire()})
	if err != nil {
		return nil, err
	}
	extraction := &Extraction{Facts: each(answer.GetFacts(), extractedOf), MentionedIDs: answer.GetMentionedIds()}
	if wish := answer.GetForget(); wish != nil {
		extraction.Forget = &ForgetWish{
			Rule: wish.GetRule(), From: int(wish.GetSpanStart()), To: int(wish.GetSpanEnd()),
			Target: wish.GetTarget(), FactIDs: wish.GetFactIds(),
		}
	}
	return extraction, nil
}

// Add adds what is so, at most 4 KB: known already it is confirmed, and what it contradicts makes place. ErrQuotaExceeded.
func (f *Facts) Add(ctx context.Context, text string, options *AddFactOptions) (*AddedFact, error) {
	given := or(options)
	answer, err := f.context.AddFact(ctx, &recordav1.AddFactRequest{
		Scope:      f.scope.wire(),
		Text:       text,
		Domain:     wire[recordav1.FactDomain](domains, given.Domain),
		AlsoDomain: wire[recordav1.FactDomain](domains, given.AlsoDomain),
		Confidence: wire[recordav1.FactConfidence](confidences, given.Confidence),
		Source:     wire[recordav1.FactSource](factSources, given.Source),
		Turn:       int32(given.Turn),
		Pinned:     given.Pinned,
		RequestId:  given.RequestID,
	})
	if err != nil {
		return nil, err
	}
	operation := named[FactOperation](factOperations, answer.GetOperation())
	return &AddedFact{Fact: factOf(answer.GetFact()), Operation: operation, SupersededIDs: answer.GetSupersededIds()}, nil
}

// ListFactsOptions are those of [Facts.List].
type ListFactsOptions struct {
	// None: all.
	Domains []FactDomain
	// None: active, aged and stale.
	States []FactState
	// Only pinned ones.
	PinnedOnly bool
	// Only those that go stale within 14 days unless they are confirmed.
	Due bool
	// How many are fetched at a time, 1 to 1,000; 0: 50.
	PageSize int
}

// List gives every fact, by create time; pages are fetched as they are needed.
func (f *Facts) List(ctx context.Context, options *ListFactsOptions) iter.Seq2[*Fact, error] {
	given := or(options)
	return pages(func(pageToken string) ([]*Fact, string, error) {
		answer, err := f.context.ListFacts(ctx, &recordav1.ListFactsRequest{
			Scope:      f.scope.wire(),
			Domains:    wires[recordav1.FactDomain](domains, given.Domains),
			States:     wires[recordav1.FactState](factStates, given.States),
			PinnedOnly: given.PinnedOnly,
			Due:        given.Due,
			PageSize:   int32(given.PageSize),
			PageToken:  pageToken,
		})
		return each(answer.GetFacts(), factOf), answer.GetNextPageToken(), err
	})
}

// FactEvent is something that happened to a fact.
type FactEvent struct {
	// created, confirmed, superseded, forgotten or restored.
	Kind string
	Time time.Time
	// The fact that took its place; empty if none did.
	OtherID string
	// How many confirmations were written together.
	Count int
}

// FactHistory is a fact and what happened to it.
type FactHistory struct {
	Fact *Fact
	// Oldest first.
	History []FactEvent
	// Those whose place it took.
	Predecessors []*Fact
}

// Get reads one fact with its history, whatever its state. ErrFactNotFound.
func (f *Facts) Get(ctx context.Context, id string) (*FactHistory, error) {
	answer, err := f.context.GetFact(ctx, &recordav1.GetFactRequest{Scope: f.scope.wire(), Id: id})
	if err != nil {
		return nil, err
	}
	return &FactHistory{
		Fact: factOf(answer.GetFact()),
		History: each(answer.GetHistory(), func(event *recordav1.FactEvent) FactEvent {
			kind := named[string](factEventKinds, event.GetKind())
			return FactEvent{Kind: kind, Time: timeOf(event.GetTime()), OtherID: event.GetOtherId(), Count: int(event.GetCount())}
		}),
		Predecessors: each(answer.GetPredecessors(), factOf),
	}, nil
}

// RetrieveFactsOptions are those of [Facts.Retrieve].
type RetrieveFactsOptions struct {
	// None: all.
	Domains []FactDomain
	// 1 to 1,000; 0: 10.
	TopK int
	// Only what may go into prompts; otherwise aged and stale ones, too.
	ActiveOnly bool
}

// FactHit is a fact that was found.
type FactHit struct {
	Fact *Fact
	// What hits are ordered by, within one query; 0 without a query.
	Score float64
	// How near in meaning, calibrated, 0 to 1.
	Similarity float64
}

// Retrieve gives the facts that a question is about, best first; of an empty one those that were confirmed last.
func (f *Facts) Retrieve(ctx context.Context, query string, options *RetrieveFactsOptions) ([]FactHit, error) {
	given := or(options)
	answer, err := f.context.RetrieveFacts(ctx, &recordav1.RetrieveFactsRequest{
		Scope: f.scope.wire(), Query: query, TopK: int32(given.TopK), ActiveOnly: given.ActiveOnly,
		Domains: wires[recordav1.FactDomain](domains, given.Domains),
	})
	return each(answer.GetHits(), func(hit *recordav1.FactHit) FactHit {
		return FactHit{Fact: factOf(hit.GetFact()), Score: hit.GetScore(), Similarity: hit.GetSimilarity()}
	}), err
}

// Pin keeps a fact from ageing; nothing that is said takes its place, until [Facts.Unpin]. ErrFactNotFound where it stands no more.
func (f *Facts) Pin(ctx context.Context, id string, options *WriteOptions) (*Fact, error) {
	return f.setPin(ctx, id, true, options)
}

// Unpin lets it age again, from when it was last confirmed. ErrFactNotFound.
func (f *Facts) Unpin(ctx context.Context, id string, options *WriteOptions) (*Fact, error) {
	return f.setPin(ctx, id, false, options)
}

func (f *Facts) setPin(ctx context.Context, id string, pinned bool, options *WriteOptions) (*Fact, error) {
	answer, err := f.context.UpdateFact(ctx, &recordav1.UpdateFactRequest{
		Scope:      f.scope.wire(),
		Fact:       &recordav1.Fact{Id: id, Pinned: pinned},
		UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"pinned"}},
		RequestId:  or(options).RequestID,
	})
	return factOf(answer.GetFact()), err
}

// Confirm says that it still holds. ErrFactNotFound where it stands no more.
func (f *Facts) Confirm(ctx context.Context, id string) (*Fact, error) {
	answer, err := f.context.ConfirmFact(ctx, &recordav1.ConfirmFactRequest{Scope: f.scope.wire(), Id: id})
	return factOf(answer.GetFact()), err
}

// ContradictOptions are those of [Facts.Contradict].
type ContradictOptions struct {
	// As in WriteOptions.
	RequestID string
	// How sure what holds instead is; empty: ConfidenceHigh.
	Confidence FactConfidence
	// Where it comes from; empty: FactExplicit.
	Source FactSource
}

// Contradict says that it no longer holds, and that text does. ErrFactNotFound where it stands no more.
func (f *Facts) Contradict(ctx context.Context, id, text string, options *ContradictOptions) (*AddedFact, error) {
	given := or(options)
	answer, err := f.context.ContradictFact(ctx, &recordav1.ContradictFactRequest{
		Scope:      f.scope.wire(),
		Id:         id,
		Text:       text,
		Confidence: wire[recordav1.FactConfidence](confidences, given.Confidence),
		Source:     wire[recordav1.FactSource](factSources, given.Source),
		RequestId:  given.RequestID,
	})
	if err != nil {
		return nil, err
	}
	return &AddedFact{Fact: factOf(answer.GetFact()), Operation: FactHasSuperseded, SupersededIDs: answer.GetSupersededIds()}, nil
}

// RestoredFact is a fact that was brought back.
type RestoredFact struct {
	// As it stands now.
	Fact *Fact
	// Those that gave way to it.
	SupersededIDs []string
}

// Restore says that it holds after all: what took its place gives way to it. ErrFactNotFound where it is forgotten, ErrQuotaExceeded.
func (f *Facts) Restore(ctx context.Context, id string, options *WriteOptions) (*RestoredFact, error) {
	answer, err := f.context.RestoreFact(ctx, &recordav1.RestoreFactRequest{
		Scope: f.scope.wire(), Id: id, RequestId: or(options).RequestID,
	})
	if err != nil {
		return nil, err
	}
	return &RestoredFact{Fact: factOf(answer.GetFact()), SupersededIDs: answer.GetSupersededIds()}, nil
}

// Forget erases a fact. ErrFactNotFound.
func (f *Facts) Forget(ctx context.Context, id string, options *WriteOptions) error {
	_, err := f.context.ForgetFact(ctx, &recordav1.ForgetFactRequest{
		Scope: f.scope.wire(), Id: id, RequestId: or(options).RequestID,
	})
	return err
}

// factOf is nil where there is none.
func factOf(sent *recordav1.Fact) *Fact {
	if sent == nil {
		return nil
	}
	return &Fact{
		ID:                sent.GetId(),
		Domain:            named[FactDomain](domains, sent.GetDomain()),
		AlsoDomain:        named[FactDomain](domains, sent.GetAlsoDomain()),
		Subject:           sent.GetSubject(),
		Text:              sent.GetText(),
		Confidence:        named[FactConfidence](confidences, sent.GetConfidence()),
		Source:            named[FactSource](factSources, sent.GetSource()),
		State:             named[FactState](factStates, sent.GetState()),
		CreateTime:        timeOf(sent.GetCreateTime()),
		LastConfirmedTime: timeOf(sent.GetLastConfirmedTime()),
		ConfirmationCount: int(sent.GetConfirmationCount()),
		NeedsConfirmation: sent.GetNeedsConfirmation(),
		SupersededBy:      sent.GetSupersededBy(),
		Rule:              sent.GetRule(),
		AgentID:           sent.GetAgentId(),
		SessionID:         sent.GetSessionId(),
		Turn:              int(sent.GetTurn()),
		Pinned:            sent.GetPinned(),
		StaleTime:         timeOf(sent.GetStaleTime()),
	}
}

func extractedOf(sent *recordav1.ExtractedFact) ExtractedFact {
	return ExtractedFact{
		Domain:     named[FactDomain](domains, sent.GetDomain()),
		AlsoDomain: named[FactDomain](domains, sent.GetAlsoDomain()),
		Subject:    sent.GetSubject(),
		Text:       sent.GetText(),
		Confidence: named[FactConfidence](confidences, sent.GetConfidence()),
		Source:     named[FactSource](factSources, sent.GetSource()),
		Rule:       sent.GetRule(),
		From:       int(sent.GetSpanStart()),
		To:         int(sent.GetSpanEnd()),
		Operation:  named[FactOperation](factOperations, sent.GetOperation()),
		FactIDs:    sent.GetFactIds(),
	}
}
