package recorda

import (
	"container/list"
	"context"
	"regexp"
	"sync"

	"google.golang.org/grpc/metadata"
)

// userRevisionHeader is a trailer of each answer about a user, if several servers share the data: a number that only rises. Sent back with
// the user's next call, it keeps that call's answer from being older, although the servers may read from a standby.
const userRevisionHeader = "recorda-user-revision"

var revisionForm = regexp.MustCompile(`^[0-9]{1,16}$`)

// userRevisions has the revisions of the users who called last.
type userRevisions struct {
	mutex sync.Mutex
	seen  map[string]*list.Element
	// The user who called last is at the back.
	order list.List
}

type userRevision struct{ user, revision string }

// with adds the revision that was seen of a user to the context of a call. Without one, the call is answered from the primary.
func (u *userRevisions) with(ctx context.Context, user string) context.Context {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if known, ok := u.seen[user]; ok {
		return metadata.AppendToOutgoingContext(ctx, userRevisionHeader, known.Value.(*userRevision).revision)
	}
	return ctx
}

// see remembers what the trailer of a call says of its user.
func (u *userRevisions) see(user string, trailer metadata.MD) {
	told := trailer.Get(userRevisionHeader)
	if user == "" || len(told) == 0 || !revisionForm.MatchString(told[0]) {
		return
	}
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if known, ok := u.seen[user]; ok {
		// Answers may arrive in another order than they were given.
		if before := known.Value.(*userRevision); isNewer(told[0], before.revision) {
			before.revision = told[0]
		}
		u.order.MoveToBack(known)
		return
	}
	if u.seen == nil {
		u.seen = make(map[string]*list.Element)
	}
	u.seen[user] = u.order.PushBack(&userRevision{user, told[0]})
	if u.order.Len() > seenUsers {
		oldest := u.order.Remove(u.order.Front()).(*userRevision)
		delete(u.seen, oldest.user)
	}
}

func isNewer(one, other string) bool {
	if len(one) != len(other) {
		return len(one) > len(other)
	}
	return one > other
}
