package recorda

import (
	"context"
	"iter"
	"time"

	"google.golang.org/protobuf/types/known/fieldmaskpb"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Facts are the facts about one user.
type Facts struct{ handle }

// Fact is a fact about a user.
type Fact struct {
	ID     string
	Domain FactDomain
	// A second domain that it is about; empty if there is none. Filters by domain match either.
	AlsoDomain FactDomain
	// The person that it is about, if not the user: `aunt`, `sister Ana`; empty for the user.
	Subject string
	// The user's own words without the signal phrase; empty once it is forgotten.
	Text       string
	Confidence FactConfidence
	Source     FactSource
	State      FactState
	CreateTime time.Time
	// The time at which it was last said or confirmed.
	LastConfirmedTime time.Time
	ConfirmationCount int
	// Whether the user should be asked if it still holds.
	NeedsConfirmation bool
	// The id of the fact that replaced it; empty if none did.
	SupersededBy string
	// The extraction rule that found it, or the identity of the trained reader that did; empty if an agent recorded it.
	Rule      string
	AgentID   string
	SessionID string
	// The turn of the session in which it was said; 0 if not specified.
	Turn int
	// Whether it is pinned: it does not age, and only Contradict or Restore supersedes it.
	Pinned bool
	// The time at which it becomes stale unless it is confirmed; zero if it is pinned, superseded or forgotten.
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
	// The span of the statement, in UTF-16 units of the text in Unicode form NFC.
	From int
	To   int
	// What it would change in the facts that are known.
	Operation FactOperation
	// The ids of the facts that it would confirm or supersede.
	FactIDs []string
}

// ForgetWish is a wish to have something forgotten.
type ForgetWish struct {
	Rule string
	// Its span, as in ExtractedFact.
	From int
	To   int
	// What to forget, in the user's words; empty: what was said last.
	Target string
	// The ids of the facts that it refers to.
	FactIDs []string
}

// Extraction is the result of extracting facts from a text.
type Extraction struct {
	Facts []ExtractedFact
	// The wish to have something forgotten; nil if the text has none.
	Forget *ForgetWish
	// The ids of the facts that the text mentions and thereby confirms.
	MentionedIDs []string
}

// AddFactOptions are the options of [Facts.Add].
type AddFactOptions struct {
	// As in WriteOptions.
	RequestID string
	// The domain; empty: determined from the words.
	Domain FactDomain
	// A second domain, other than Domain; empty: none.
	AlsoDomain FactDomain
	// How certain it is; empty: ConfidenceHigh.
	Confidence FactConfidence
	// The origin; empty: FactExplicit.
	Source FactSource
	// Whether to pin it; a fact that says the same already is pinned, too.
	Pinned bool
	// The turn of the session in which it was said, counted from 1; 0: not specified.
	Turn int
}

// AddedFact is the result of adding a fact.
type AddedFact struct {
	// The fact that now states it.
	Fact      *Fact
	Operation FactOperation
	// The ids of the facts that it superseded.
	SupersededIDs []string
}

// Extract returns the facts that a text of the user states and what each would change; it writes nothing.
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

// Add adds a fact, at most 4 KB. If it is known already, it is confirmed; facts that it contradicts are superseded. ErrQuotaExceeded.
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

// ListFactsOptions are the options of [Facts.List].
type ListFactsOptions struct {
	// The domains; none: all.
	Domains []FactDomain
	// The states; none: active, aged and stale.
	States []FactState
	// Whether to list only pinned facts.
	PinnedOnly bool
	// Whether to list only facts that become stale within 14 days unless they are confirmed.
	Due bool
	// The number of facts that are fetched at a time, 1 to 1,000; 0: 50.
	PageSize int
}

// List yields facts by create time; pages are fetched as they are needed.
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

// FactEvent is an event in the history of a fact.
type FactEvent struct {
	// created, confirmed, superseded, forgotten or restored.
	Kind string
	Time time.Time
	// The id of the fact that replaced it; empty if none did.
	OtherID string
	// The number of confirmations that were recorded together.
	Count int
}

// FactHistory is a fact with its history.
type FactHistory struct {
	Fact *Fact
	// The events, oldest first.
	History []FactEvent
	// The facts that it superseded.
	Predecessors []*Fact
}

// Get returns one fact with its history, whatever its state. ErrFactNotFound.
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

// RetrieveFactsOptions are the options of [Facts.Retrieve].
type RetrieveFactsOptions struct {
	// The domains; none: all.
	Domains []FactDomain
	// The most facts, 1 to 1,000; 0: 10.
	TopK int
	// Whether to return only facts that prompts may include; otherwise aged and stale ones, too.
	ActiveOnly bool
}

// FactHit is a fact that was found.
type FactHit struct {
	Fact *Fact
	// The number that hits are ordered by within one query; 0 without a query.
	Score float64
	// The calibrated similarity in meaning, 0 to 1.
	Similarity float64
}

// Retrieve returns the facts that a question is about, best first; for an empty question, those that were confirmed last.
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

// Pin pins a fact: it does not age, and no statement supersedes it, until [Facts.Unpin]. ErrFactNotFound if it was superseded or forgotten.
func (f *Facts) Pin(ctx context.Context, id string, options *WriteOptions) (*Fact, error) {
	return f.setPin(ctx, id, true, options)
}

// Unpin unpins a fact: it ages again, counted from when it was last confirmed. ErrFactNotFound.
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

// Confirm confirms that a fact still holds. ErrFactNotFound if it was superseded or forgotten.
func (f *Facts) Confirm(ctx context.Context, id string) (*Fact, error) {
	answer, err := f.context.ConfirmFact(ctx, &recordav1.ConfirmFactRequest{Scope: f.scope.wire(), Id: id})
	return factOf(answer.GetFact()), err
}

// ContradictOptions are the options of [Facts.Contradict].
type ContradictOptions struct {
	// As in WriteOptions.
	RequestID string
	// How certain the replacement is; empty: ConfidenceHigh.
	Confidence FactConfidence
	// The origin of the replacement; empty: FactExplicit.
	Source FactSource
}

// Contradict replaces a fact that no longer holds by text. ErrFactNotFound if it was superseded or forgotten.
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

// RestoredFact is the result of restoring a fact.
type RestoredFact struct {
	// The fact as it is now.
	Fact *Fact
	// The ids of the facts that it superseded.
	SupersededIDs []string
}

// Restore restores a superseded fact, which supersedes what had replaced it. ErrFactNotFound if it was forgotten, and ErrQuotaExceeded.
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

// factOf returns nil if there is none.
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
