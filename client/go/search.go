package recorda

import (
	"context"
	"iter"
	"strings"
	"time"

	"google.golang.org/grpc"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// RetrieveOptions are those of a search.
type RetrieveOptions struct {
	// Which types, each once; none: TypeLongTerm.
	Types []MemoryType
	// How many at most of each type, 1 to 10,000; 0: TopKTotal where that is given, else 5.
	TopK int
	// How many at most in all, across types: the most similar, in the order asked for. 1 to 10,000; 0: only TopK counts. Refused on a stream.
	TopKTotal int
	// OrderGrouped (default): by type, fastest first. OrderScore: all types together by similarity, TopKTotal of all, or else TopK. Refused
	// on a stream.
	OrderBy Order
	// A CEL expression, for example `metadata.category == "sports"`. At most 4,096 bytes.
	Filter string
	// Leaves out what is less similar; 0 to 1.
	MinSimilarity float64
	// Nothing of a type where nothing of it comes near the query, by the learnt floor of prompts.
	NearOnly bool
	// Whether each hit says how its score came about.
	Explain bool
	// What "now" is for questions such as "last month"; zero: the server's time.
	Now time.Time
	// Whether to search the archive as well, which takes longer: of each type up to TopK archived memories more come after the others, each
	// with its Archive. For long_term, episodic and structured; refused where none of them is asked for.
	IncludeArchived bool
}

func (o RetrieveOptions) wire(scope Scope, query string) *recordav1.RetrieveMemoriesRequest {
	request := &recordav1.RetrieveMemoriesRequest{
		Scope:           scope.wire(),
		Query:           query,
		Types:           wires[recordav1.MemoryType](memoryTypes, o.Types),
		TopK:            optional32(o.TopK),
		TopKTotal:       optional32(o.TopKTotal),
		OrderBy:         wire[recordav1.RetrieveOrder](orders, o.OrderBy),
		Filter:          o.Filter,
		NearOnly:        o.NearOnly,
		Explain:         o.Explain,
		Now:             wireTime(o.Now),
		IncludeArchived: o.IncludeArchived,
	}
	if o.MinSimilarity != 0 {
		request.MinSimilarity = Ptr(o.MinSimilarity)
	}
	return request
}

// Hit is a memory that was found.
type Hit struct {
	// The memory's text.
	Text string
	// The memory's type.
	Type MemoryType
	// What hits are ordered by, within one query and one type.
	Score float64
	// How near in meaning, 0 to 1, as people judge two sentences; it compares across queries and types: 0.2 the same topic, 0.4 some details
	// in common, 0.6 roughly the same, 0.8 the same but for details.
	Similarity float64
	// The memory.
	Memory *Memory
	// Every signal's share of the score, where Explain was asked for.
	Signals []Signal
	// Where Explain was asked for, what the search went by although it was not sent: `speaker`, `event_time` (both read in the text),
	// `session_id` (of what was added together).
	Inferred []string
	// Set for a memory that is in the archive and no longer in the store; AdminService.RestoreArchived brings it back.
	Archive *Archival
}

// Signal is a part of a score.
type Signal struct {
	Signal string
	// Its value for this memory and query.
	Value float64
	// Value times the signal's weight.
	Share float64
}

// Archival is when and why a memory went to the archive.
type Archival struct {
	Time   time.Time
	Reason ArchiveReason
	// The id of the memory that stayed, where this one was its duplicate.
	MergedInto string
}

// TypeReport is how the search of one type went.
type TypeReport struct {
	Type MemoryType
	// The server's time for this type.
	Latency time.Duration
	// The latency it is held to.
	Target time.Duration
	Count  int
	// Whether this is about the archive's memories of the type.
	Archived bool
	// Whether the archive has more memories of the type than were searched.
	Truncated bool
	// Why it failed; nil if it did not.
	Error *Error
}

// SearchReport is how a search went.
type SearchReport struct {
	// One for each type asked for, then one for the archive of each with IncludeArchived. A type that failed has an error here and no hits.
	Types []TypeReport
	// The server's time for the call.
	Latency time.Duration
	// The latency it is held to.
	Target time.Duration
}

// Found is what a search found, best first, and how it went.
type Found struct {
	Hits []Hit
	SearchReport
}

// Retrieve finds what answers a query (English or Spanish, at most 8 KB), best first.
func (a *Agent) Retrieve(ctx context.Context, query string, options *RetrieveOptions) (*Found, error) {
	return a.retrieve(ctx, or(options).wire(a.scope, query))
}

func (h handle) retrieve(ctx context.Context, request *recordav1.RetrieveMemoriesRequest) (*Found, error) {
	answer, err := h.memory.RetrieveMemories(ctx, request)
	if err != nil {
		return nil, err
	}
	return &Found{Hits: each(answer.GetResults(), hitOf), SearchReport: reportOf(answer)}, nil
}

func reportOf(answer *recordav1.RetrieveMemoriesResponse) SearchReport {
	return SearchReport{
		Types:   each(answer.GetTypes(), typeReportOf),
		Latency: milliseconds(answer.GetLatencyMs()),
		Target:  milliseconds(answer.GetTargetMs()),
	}
}

// StreamOptions are those of [Agent.Stream].
type StreamOptions struct {
	RetrieveOptions
	// Where to say how the search went, if wanted: Types grows with each type that is done, and the rest is set with the last hit.
	Report *SearchReport
}

// Stream finds the same as [Agent.Retrieve] and gives it as it is found, each type's together. Leaving the loop cancels the rest. A failure
// is the last that it gives.
func (a *Agent) Stream(ctx context.Context, query string, options *StreamOptions) iter.Seq2[*Hit, error] {
	given := or(options)
	request := &recordav1.StreamRetrieveMemoriesRequest{Retrieve: given.wire(a.scope, query)}
	report := given.Report
	if report == nil {
		report = &SearchReport{}
	}
	return func(yield func(*Hit, error) bool) {
		events := messages(ctx, func(ctx context.Context) (grpc.ServerStreamingClient[recordav1.StreamRetrieveMemoriesResponse], error) {
			return a.memory.StreamRetrieveMemories(ctx, request)
		})
		for message, err := range events {
			if err != nil {
				yield(nil, err)
				return
			}
			switch event := message.GetEvent().(type) {
			case *recordav1.StreamRetrieveMemoriesResponse_Result:
				hit := hitOf(event.Result)
				if !yield(&hit, nil) {
					return
				}
			case *recordav1.StreamRetrieveMemoriesResponse_TypeDone:
				report.Types = append(report.Types, typeReportOf(event.TypeDone))
			case *recordav1.StreamRetrieveMemoriesResponse_Done:
				report.Latency, report.Target = milliseconds(event.Done.GetLatencyMs()), milliseconds(event.Done.GetTargetMs())
			}
		}
	}
}

func hitOf(found *recordav1.RetrievedMemory) Hit {
	memory := memoryOf(found.GetMemory())
	hit := Hit{
		Score:      found.GetScore(),
		Similarity: found.GetSimilarity(),
		Memory:     memory,
		Inferred:   found.GetInferred(),
		Signals: each(found.GetSignals(), func(one *recordav1.SignalShare) Signal {
			return Signal{Signal: one.GetSignal(), Value: one.GetValue(), Share: one.GetShare()}
		}),
	}
	if memory != nil {
		hit.Text, hit.Type = memory.Text, memory.Type
	}
	if archive := found.GetArchive(); archive != nil {
		hit.Archive = &Archival{
			Time:       timeOf(archive.GetArchiveTime()),
			Reason:     named[ArchiveReason](archiveReasons, archive.GetReason()),
			MergedInto: archive.GetMergedInto(),
		}
	}
	return hit
}

func typeReportOf(report *recordav1.TypeReport) TypeReport {
	made := TypeReport{
		Type:      named[MemoryType](memoryTypes, report.GetType()),
		Latency:   milliseconds(report.GetLatencyMs()),
		Target:    milliseconds(report.GetTargetMs()),
		Count:     int(report.GetCount()),
		Archived:  report.GetArchived(),
		Truncated: report.GetTruncated(),
	}
	if failed := report.GetError(); failed != nil {
		reason := strings.TrimPrefix(failed.GetReason().String(), errorReasons.prefix)
		made.Error = newError(Reason(reason), failed.GetMessage())
	}
	return made
}
