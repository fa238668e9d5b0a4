package recorda

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

func TestTheHashOfAUserIsThatOfTheOtherClients(t *testing.T) {
	t.Parallel()
	for user, want := range map[string]string{"ana": "c52", "José 🎿": "4c7", strings.Repeat("x", 200): "3f1"} {
		if got := userHash(user); got != want {
			t.Errorf("%s: %s, not %s", user, got, want)
		}
	}
}

func TestTheUserOfARequestIsFoundWhereverItIs(t *testing.T) {
	t.Parallel()
	scope := &recordav1.Scope{UserId: "ana"}
	add := &recordav1.AddMemoryRequest{Memory: &recordav1.Memory{Scope: scope}}
	for _, request := range []proto.Message{
		&recordav1.GetMemoryRequest{Scope: scope},
		add,
		&recordav1.BatchAddMemoriesRequest{Requests: []*recordav1.AddMemoryRequest{add}},
		&recordav1.StreamRetrieveMemoriesRequest{Retrieve: &recordav1.RetrieveMemoriesRequest{Scope: scope}},
		&recordav1.GetQuotaRequest{UserId: "ana"},
	} {
		if got := userOf(request.ProtoReflect()); got != "ana" {
			t.Errorf("%T: %q", request, got)
		}
	}
	for _, request := range []proto.Message{&recordav1.BatchAddMemoriesRequest{}, &recordav1.GetMemoryRequest{}, &recordav1.WhoAmIRequest{}} {
		if got := userOf(request.ProtoReflect()); got != "" {
			t.Errorf("%T: %q", request, got)
		}
	}
}
