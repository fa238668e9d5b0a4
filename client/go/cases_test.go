package recorda_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	recorda "github.com/recorda/recorda/client/go"
)

// The cases that the clients of every language run: ../cases/README.md describes them.
const caseFile = "../cases/cases.json"

type step struct {
	Call    string            `json:"call"`
	Args    map[string]any    `json:"args"`
	Request map[string]any    `json:"request"`
	Scope   map[string]any    `json:"scope"`
	Take    int               `json:"take"`
	Expect  json.RawMessage   `json:"expect"`
	Error   map[string]any    `json:"error"`
	Keep    map[string]string `json:"keep"`
}

type oneCase struct {
	Name   string         `json:"name"`
	Server string         `json:"server"`
	Key    string         `json:"key"`
	Scope  map[string]any `json:"scope"`
	Steps  []step         `json:"steps"`
}

type matching struct {
	Pattern any  `json:"pattern"`
	Value   any  `json:"value"`
	Matches bool `json:"matches"`
}

// servers are those that RECORDA_TEST_CASES names.
type servers struct {
	Addresses map[string]string `json:"addresses"`
	Keys      map[string]string `json:"keys"`
}

func readCases(t *testing.T) ([]oneCase, []matching) {
	t.Helper()
	var file struct {
		Cases    []oneCase  `json:"cases"`
		Matching []matching `json:"matching"`
	}
	written, err := os.ReadFile(caseFile)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("The cases lie beside the client in the repository, and not in its module.")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(written, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases, file.Matching
}

func TestCasesTellWhatMatches(t *testing.T) {
	_, patterns := readCases(t)
	for _, one := range patterns {
		if got := len(mismatches(one.Pattern, one.Value, "answer")) == 0; got != one.Matches {
			t.Errorf("%s matches %s: %v", shown(one.Pattern), shown(one.Value), got)
		}
	}
}

func TestEveryVerbOfTheCasesIsOneOfOurs(t *testing.T) {
	cases, _ := readCases(t)
	called := map[string]bool{}
	for _, one := range cases {
		for _, step := range one.Steps {
			called[step.Call] = true
			if _, ours := verbs[step.Call]; !ours && isVerb(step.Call) {
				t.Errorf("there is no %s", step.Call)
			}
		}
	}
	for verb := range verbs {
		if !called[verb] {
			t.Errorf("no case calls %s", verb)
		}
	}
}

func TestCases(t *testing.T) {
	cases, _ := readCases(t)
	told, ok := os.LookupEnv("RECORDA_TEST_CASES")
	if !ok {
		t.Skip("RECORDA_TEST_CASES names no servers: `npm run test:backends` starts them.")
	}
	var at servers
	if err := json.Unmarshal([]byte(told), &at); err != nil {
		t.Fatal(err)
	}
	for _, one := range cases {
		t.Run(one.Name, func(t *testing.T) {
			t.Parallel()
			runCase(t, one, at)
		})
	}
}

func isVerb(call string) bool {
	return strings.HasPrefix(call, "agent.") || strings.HasPrefix(call, "conversation.")
}

var defaultScope = map[string]any{"userId": "${user}", "agentId": "coach", "sessionId": "monday"}

func runCase(t *testing.T, one oneCase, at servers) {
	if one.Server == "" {
		one.Server = "open"
	}
	if key, named := at.Keys[one.Key]; named {
		one.Key = key
	}
	client, err := recorda.Connect(at.Addresses[one.Server], recorda.WithAPIKey(one.Key))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	kept := keeping{"user": "u-" + rand.Text()}
	for number, step := range one.Steps {
		scope := map[string]any{}
		for _, parts := range []map[string]any{defaultScope, one.Scope, step.Scope} {
			for name, part := range parts {
				scope[name] = kept.filled(part)
			}
		}
		if wrong := stepMismatches(t.Context(), client, scope, step, kept); len(wrong) > 0 {
			t.Fatalf("step %d (%s):\n%s", number+1, step.Call, strings.Join(wrong, "\n"))
		}
	}
}

func stepMismatches(ctx context.Context, client *recorda.Client, scope map[string]any, step step, kept keeping) []string {
	given, err := called(ctx, client, scope, step, kept)
	if err != nil && step.Error == nil {
		return []string{err.Error()}
	}
	if err != nil {
		return mismatches(kept.pattern(step.Error), errorAnswer(err), "error")
	}
	answer := answerOf(given)
	if step.Error != nil {
		return []string{"an answer where an error was expected: " + shown(answer)}
	}
	var wrong []string
	if step.Expect != nil {
		wrong = mismatches(kept.pattern(read(step.Expect)), answer, "answer")
	}
	for name, path := range step.Keep {
		kept[name] = valueAt(answer, path)
	}
	return wrong
}

func called(ctx context.Context, client *recorda.Client, scope map[string]any, step step, kept keeping) (any, error) {
	if isVerb(step.Call) {
		verb, ok := verbs[step.Call]
		if !ok {
			return nil, fmt.Errorf("there is no call %s", step.Call)
		}
		args, _ := kept.filled(step.Args).(map[string]any)
		made := &call{ctx: ctx, client: client, args: args, take: step.Take}
		remarshal(scope, &made.scope)
		return verb(made)
	}
	return wholeCall(ctx, client, step, kept)
}

// wholeCall makes a call of the contract by its name.
func wholeCall(ctx context.Context, client *recorda.Client, step step, kept keeping) (any, error) {
	service, name, _ := strings.Cut(step.Call, ".")
	clients := map[string]any{"memory": client.Memory(), "context": client.Context(), "admin": client.Admin()}
	method := reflect.ValueOf(clients[service]).MethodByName(name)
	request := reflect.New(method.Type().In(1).Elem())
	written, err := json.Marshal(kept.filled(step.Request))
	if err != nil {
		return nil, err
	}
	if err := protojson.Unmarshal(written, request.Interface().(proto.Message)); err != nil {
		return nil, err
	}
	answer := method.Call([]reflect.Value{reflect.ValueOf(ctx), request})
	if err, failed := answer[1].Interface().(error); failed {
		return nil, err
	}
	if message, ok := answer[0].Interface().(proto.Message); ok {
		return whole{wholeAnswer(message)}, nil
	}
	messages := []any{}
	for {
		next := answer[0].MethodByName("Recv").Call(nil)
		if err, failed := next[1].Interface().(error); errors.Is(err, io.EOF) {
			return whole{messages}, nil
		} else if failed {
			return nil, err
		}
		messages = append(messages, wholeAnswer(next[0].Interface().(proto.Message)))
	}
}

func valueAt(answer any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		if list, ok := answer.([]any); ok {
			at, err := strconv.Atoi(name)
			if err != nil {
				panic(err)
			}
			answer = list[at]
		} else {
			answer = answer.(map[string]any)[name]
		}
	}
	return answer
}

// keeping is what was kept for later steps, by its name.
type keeping map[string]any

var (
	wholeReference = regexp.MustCompile(`^\$\{(\w+)\}$`)
	anyReference   = regexp.MustCompile(`\$\{(\w+)\}`)
)

// filled is a value whose `${name}` are replaced by what was kept; and values that JSON cannot say.
func (k keeping) filled(value any) any { return k.replaced(value, false) }

// pattern is the same of a pattern, whose operators stay.
func (k keeping) pattern(value any) any { return k.replaced(value, true) }

func (k keeping) replaced(value any, isPattern bool) any {
	switch given := value.(type) {
	case string:
		return k.text(given)
	case []any:
		list := make([]any, len(given))
		for at, part := range given {
			list[at] = k.replaced(part, isPattern)
		}
		return list
	case map[string]any:
		if operand, ok := given["$repeat"].([]any); ok {
			return strings.Repeat(operand[0].(string), int(operand[1].(float64)))
		}
		if operand, ok := given["$time"]; ok && !isPattern {
			return operand
		}
		if operand, ok := given["$number"]; ok && !isPattern {
			return numberOf(operand)
		}
		fields := map[string]any{}
		for key, part := range given {
			fields[fmt.Sprint(k.text(key))] = k.replaced(part, isPattern)
		}
		return fields
	}
	return value
}

func (k keeping) text(text string) any {
	if whole := wholeReference.FindStringSubmatch(text); whole != nil {
		return k.value(whole[1])
	}
	return anyReference.ReplaceAllStringFunc(text, func(reference string) string {
		return fmt.Sprint(k.value(anyReference.FindStringSubmatch(reference)[1]))
	})
}

func (k keeping) value(name string) any {
	value, ok := k[name]
	if !ok {
		panic("Nothing was kept as " + name + ".")
	}
	return value
}
