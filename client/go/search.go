package recorda

import (
	"context"
	"iter"
	"strings"
	"time"

	"google.golang.org/grpc"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// RetrieveOptions are the options of a search.
type RetrieveOptions struct {
	// The types to search, each once; none: TypeLongTerm.
	Types []MemoryType
	// The most hits of each type, 1 to 10,000; 0: TopKTotal if that is given, otherwise 5.
	TopK int
	// The most hits in all, across types: the most similar, in the order requested. 1 to 10,000; 0: only TopK applies. Refused for a
	// stream.
	TopKTotal int
	// OrderGrouped (default): by type, the fastest first. OrderScore: all types together by similarity, at most TopKTotal or else TopK in
	// all. Refused for a stream.
	OrderBy Order
	// A CEL expression, for example `metadata.category == "sports"`. At most 4,096 bytes.
	Filter string
	// The least similarity of a hit, 0 to 1.
	MinSimilarity float64
	// Whether to leave out all hits of a type if none is close to the query, by the learned threshold of prompts.
	NearOnly bool
	// Whether each hit explains its score.
	Explain bool
	// The time that questions such as "last month" refer to; zero: the server's time.
	Now time.Time
	// Whether to search the archive as well, which takes longer: up to TopK archived memories of each type follow the other hits, each with
	// its Archive. For long_term, episodic and structured; refused if none of these is searched.
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
	// The number that hits are ordered by within one query and one type.
	Score float64
	// The similarity in meaning, 0 to 1, as people judge two sentences. It is comparable across queries and types: 0.2 means the same
	// topic, 0.4 some details in common, 0.6 roughly the same, 0.8 the same except for details.
	Similarity float64
	// The memory.
	Memory *Memory
	// Each signal's share of the score; set with Explain.
	Signals []Signal
	// The fields that the search inferred because they were not sent; set with Explain: `speaker` and `event_time` (both read from the
	// text), `session_id` (of memories that were added together).
	Inferred []string
	// Set if the memory is in the archive and no longer in the store; AdminService.RestoreArchived brings it back.
	Archive *Archival
}

// Signal is a part of a score.
type Signal struct {
	Signal string
	// Its value for this memory and query.
	Value float64
	// The value times the signal's weight.
	Share float64
}

// Archival says when and why a memory was archived.
type Archival struct {
	Time   time.Time
	Reason ArchiveReason
	// The id of the memory that stayed, if this one was its duplicate.
	MergedInto string
}

// TypeReport is the report on the search of one type.
type TypeReport struct {
	Type MemoryType
	// The time that the server spent on this type.
	Latency time.Duration
	// The latency target.
	Target time.Duration
	Count  int
	// Whether this is about the archive's memories of the type.
	Archived bool
	// Whether the archive has more memories of the type than were searched.
	Truncated bool
	// Whether more memories are likely to belong to the answer, so that twice the results are worth asking for. Only
	// for long-term memories.
	MoreLikely bool
	// The error that it failed with; nil if it did not fail.
	Error *Error
}

// SearchReport is the report on a search.
type SearchReport struct {
	// One report for each type searched, then one for the archive of each with IncludeArchived. A type that failed has an error here and no
	// hits.
	Types []TypeReport
	// The time that the server spent on the call.
	Latency time.Duration
	// The latency target.
	Target time.Duration
}

// Found has the hits of a search, best first, with its report.
type Found struct {
	Hits []Hit
	SearchReport
}

// Retrieve finds memories that answer a query (English or Spanish, at most 8 KB), best first.
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

// StreamOptions are the options of [Agent.Stream].
type StreamOptions struct {
	RetrieveOptions
	// Where to put the report, if wanted: Types grows with each type that is done, and the rest is set with the last hit.
	Report *SearchReport
}

// Stream finds the same memories as [Agent.Retrieve] and yields each as it is found, grouped by type. Leaving the loop cancels the rest. If
// it fails, the error is the last that it yields.
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
		Type:       named[MemoryType](memoryTypes, report.GetType()),
		Latency:    milliseconds(report.GetLatencyMs()),
		Target:     milliseconds(report.GetTargetMs()),
		Count:      int(report.GetCount()),
		Archived:   report.GetArchived(),
		Truncated:  report.GetTruncated(),
		MoreLikely: report.GetMoreLikely(),
	}
	if failed := report.GetError(); failed != nil {
		reason := strings.TrimPrefix(failed.GetReason().String(), errorReasons.prefix)
		made.Error = newError(Reason(reason), failed.GetMessage())
	}
	return made
}
