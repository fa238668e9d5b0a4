package recorda

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// TestHandlesHaveEveryFieldOfTheContract fails if the contract has a field that a handle neither takes nor gives: add it, or name it
// here with those that have another place or name.
func TestHandlesHaveEveryFieldOfTheContract(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		message   proto.Message
		handles   []any
		elsewhere string
	}{
		{&recordav1.Scope{}, []any{Scope{}}, ""},
		{&recordav1.Memory{}, []any{Memory{}}, "text trait"},
		{&recordav1.TextMemory{}, []any{LongTermText{}, LongTermOptions{}}, "content"},
		{&recordav1.SessionMessage{}, []any{SessionMessage{}, MessageOptions{}}, "content"},
		{&recordav1.PersonaTrait{}, []any{Trait{}}, ""},
		{&recordav1.TraitVersion{}, []any{TraitVersion{}}, ""},
		{&recordav1.Episode{}, []any{Episode{}}, ""},
		{&recordav1.EpisodeStep{}, []any{EpisodeStep{}}, ""},
		{&recordav1.Entity{}, []any{Entity{}}, ""},
		{&recordav1.Relationship{}, []any{Relationship{}}, ""},
		{&recordav1.EntityVersion{}, []any{EntityVersion{}}, ""},
		{&recordav1.StructuredDocument{}, []any{Document{}}, ""},
		{&recordav1.Collection{}, []any{Collection{}}, "json_schema"},
		{&recordav1.OrderedDocument{}, []any{OrderedDocument{}}, ""},
		{&recordav1.AddMemoryRequest{}, []any{LongTermOptions{}, EpisodeOptions{}}, "memory"},
		{&recordav1.AddMemoryResponse{}, []any{Added{}}, "latency_ms quota_remaining index_state"},
		{&recordav1.DeleteMemoriesResponse{}, []any{DeletedMatching{}}, "latency_ms"},
		{&recordav1.ListMemoriesRequest{}, []any{ListOptions{}}, "scope page_token view collection"},
		{&recordav1.RetrieveMemoriesRequest{}, []any{FindEntitiesOptions{}}, "scope query entity_neighbors"},
		{&recordav1.EntityNeighbors{}, []any{NeighborOptions{}}, ""},
		{&recordav1.RetrievedMemory{}, []any{EntityHit{}}, "neighbor_relationships neighbors_truncated"},
		{&recordav1.Archival{}, []any{Archival{}}, "archive_time"},
		{&recordav1.SignalShare{}, []any{Signal{}}, ""},
		{&recordav1.TypeReport{}, []any{TypeReport{}}, "latency_ms target_ms"},
		{&recordav1.RetrieveMemoriesResponse{}, []any{SearchReport{}}, "results latency_ms target_ms"},
		{&recordav1.TraverseEntitiesRequest{}, []any{TraverseOptions{}}, "scope starts"},
		{&recordav1.TraverseEntitiesResponse{}, []any{Traversal{}}, "latency_ms"},
		{&recordav1.ReachedEntity{}, []any{ReachedEntity{}}, ""},
		{&recordav1.WatchMemoriesRequest{}, []any{WatchOptions{}}, "scope"},
		{&recordav1.MemoryChange{}, []any{Change{}}, "change_time"},
		{&recordav1.Session{}, []any{Session{}}, ""},
		{&recordav1.Fact{}, []any{Fact{}}, ""},
		{&recordav1.ExtractedFact{}, []any{ExtractedFact{}}, "span_start span_end"},
		{&recordav1.ForgetWish{}, []any{ForgetWish{}}, "span_start span_end"},
		{&recordav1.ExtractFactsResponse{}, []any{Extraction{}}, "latency_ms"},
		{&recordav1.FactEvent{}, []any{FactEvent{}}, ""},
		{&recordav1.FactHit{}, []any{FactHit{}}, ""},
		{&recordav1.AddFactRequest{}, []any{AddFactOptions{}}, "scope text"},
		{&recordav1.ListFactsRequest{}, []any{ListFactsOptions{}}, "scope page_token"},
		{&recordav1.RetrieveFactsRequest{}, []any{RetrieveFactsOptions{}}, "scope query"},
		{&recordav1.ContradictFactRequest{}, []any{ContradictOptions{}}, "scope id text"},
		{&recordav1.Turn{}, []any{Turn{}}, ""},
		{&recordav1.ToolCall{}, []any{ToolCall{}}, ""},
		{&recordav1.SessionTurn{}, []any{KeptTurn{}}, "said namespace"},
		{&recordav1.AppendTurnsRequest{}, []any{AppendOptions{}}, "scope turns"},
		{&recordav1.AssembleContextRequest{}, []any{PromptOptions{}}, "scope new_turn format system_prompt_version extras order mode tail"},
		{&recordav1.TailOptions{}, []any{TailOptions{}}, "keeps_blocks kept_sources"},
	} {
		fields := one.message.ProtoReflect().Descriptor().Fields()
		for at := range fields.Len() {
			name := string(fields.Get(at).Name())
			if slices.Contains(strings.Fields(one.elsewhere), name) {
				continue
			}
			for _, handle := range one.handles {
				if !hasField(handle, name) {
					t.Errorf("%T has no %s of %s", handle, name, one.message.ProtoReflect().Descriptor().Name())
				}
			}
		}
	}
}

func hasField(of any, name string) bool {
	_, ok := reflect.TypeOf(of).FieldByNameFunc(func(field string) bool {
		return strings.EqualFold(field, strings.ReplaceAll(name, "_", ""))
	})
	return ok
}
