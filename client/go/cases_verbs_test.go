package recorda_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"strings"
	"time"
	"unicode"

	recorda "github.com/recorda/recorda/client/go"
	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// call is one verb of a case, with what it was given by name. What is taken is no option.
type call struct {
	ctx    context.Context
	client *recorda.Client
	scope  recorda.Scope
	args   map[string]any
	take   int
}

func (c *call) agent() *recorda.Agent       { return c.client.Agent(c.scope) }
func (c *call) chat() *recorda.Conversation { return c.client.Conversation(c.scope) }

func (c *call) value(name string) any {
	value := c.args[name]
	delete(c.args, name)
	return value
}

func (c *call) text(name string) string {
	text, _ := c.value(name).(string)
	return text
}

// options are those that are left of the arguments, as O has them.
func options[O any](c *call) *O {
	made := new(O)
	remarshal(c.args, made)
	return made
}

// remarshal puts JSON values into a struct, and panics if it has no such field.
func remarshal(value, into any) {
	written, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	reader := json.NewDecoder(bytes.NewReader(written))
	reader.DisallowUnknownFields()
	if err := reader.Decode(into); err != nil {
		panic(err)
	}
}

// target is a memory by its id, or as it was read.
func (c *call) target(name string) recorda.Target {
	switch given := c.value(name).(type) {
	case string:
		return recorda.ID(given)
	case map[string]any:
		return &recorda.Memory{ID: given["id"].(string), Etag: given["etag"].(string)}
	}
	panic("no target")
}

func (c *call) document() recorda.DocumentTarget {
	if _, given := c.args["target"]; given {
		return c.target("target").(recorda.DocumentTarget)
	}
	return recorda.DocumentKey{Collection: c.text("collection"), Key: c.text("key")}
}

func entityTarget(given any) recorda.EntityTarget {
	if id, ok := given.(string); ok {
		return recorda.ID(id)
	}
	var name recorda.EntityName
	remarshal(given, &name)
	return name
}

// listOf is what was given, one or several, as a list.
func listOf(given any) []any {
	if list, ok := given.([]any); ok {
		return list
	}
	return []any{given}
}

func (c *call) step() recorda.EpisodeStep {
	return stepOf(c.value("step"))
}

func stepOf(given any) recorda.EpisodeStep {
	if action, ok := given.(string); ok {
		return recorda.EpisodeStep{Action: action}
	}
	fields := given.(map[string]any)
	tookMs, _ := fields["durationMs"].(float64)
	delete(fields, "durationMs")
	var step recorda.EpisodeStep
	remarshal(fields, &step)
	step.Duration = time.Duration(tookMs * float64(time.Millisecond))
	return step
}

// patch is one whose nulls are names to clear.
func (c *call) patch() recorda.Patch {
	fields := c.value("patch").(map[string]any)
	var clear []string
	for name, value := range maps.Clone(fields) {
		if value == nil {
			clear = append(clear, snake(name))
			delete(fields, name)
		}
	}
	var patch recorda.Patch
	remarshal(fields, &patch)
	patch.Clear = clear
	return patch
}

func snake(name string) string {
	var made strings.Builder
	for _, letter := range name {
		if unicode.IsUpper(letter) {
			made.WriteByte('_')
		}
		made.WriteRune(unicode.ToLower(letter))
	}
	return made.String()
}

// taken is a list of what is listed or streamed, which is left where the case leaves it.
func taken[T any](c *call, elements iter.Seq2[T, error]) ([]T, error) {
	list := []T{}
	for element, err := range elements {
		if err != nil {
			return nil, err
		}
		if list = append(list, element); len(list) == c.take {
			break
		}
	}
	return list, nil
}

// orNone returns what other clients return if no memory has the name.
func orNone(memory *recorda.Memory, err error) (any, error) {
	if errors.Is(err, recorda.ErrMemoryNotFound) {
		return nil, nil
	}
	return memory, err
}

// the forgets the type of a verb's answer, so that verbs of every type fit into one table.
func the[T any](answer T, err error) (any, error) { return answer, err }

type verb func(*call) (any, error)

var verbs = merged(agentVerbs, episodeVerbs, entityVerbs, documentVerbs, factVerbs, conversationVerbs)

func merged(tables ...map[string]verb) map[string]verb {
	all := map[string]verb{}
	for _, table := range tables {
		maps.Copy(all, table)
	}
	return all
}

var agentVerbs = map[string]verb{
	"agent.add": (*call).add,
	"agent.set": func(c *call) (any, error) {
		key, value := c.text("key"), c.value("value")
		return the(c.agent().Set(c.ctx, key, value, options[recorda.AddOptions](c)))
	},
	"agent.retrieve": func(c *call) (any, error) {
		query := c.text("query")
		return the(c.agent().Retrieve(c.ctx, query, options[recorda.RetrieveOptions](c)))
	},
	"agent.stream": func(c *call) (any, error) {
		query := c.text("query")
		report := recorda.SearchReport{}
		hits, err := taken(c, c.agent().Stream(c.ctx, query, &recorda.StreamOptions{
			RetrieveOptions: *options[recorda.RetrieveOptions](c), Report: &report,
		}))
		return struct {
			Hits []*recorda.Hit
			recorda.SearchReport
		}{hits, report}, err
	},
	"agent.list": func(c *call) (any, error) {
		return the(taken(c, c.agent().List(c.ctx, options[recorda.ListOptions](c))))
	},
	"agent.get": func(c *call) (any, error) { return the(c.agent().Get(c.ctx, c.text("id"))) },
	"agent.update": func(c *call) (any, error) {
		target, patch := c.target("target"), c.patch()
		return the(c.agent().Update(c.ctx, target, patch, options[recorda.WriteOptions](c)))
	},
	"agent.pin": func(c *call) (any, error) {
		target := c.target("target")
		return the(c.agent().Pin(c.ctx, target, options[recorda.WriteOptions](c)))
	},
	"agent.unpin": func(c *call) (any, error) {
		target := c.target("target")
		return the(c.agent().Unpin(c.ctx, target, options[recorda.WriteOptions](c)))
	},
	"agent.delete": func(c *call) (any, error) {
		target := c.target("target")
		return nil, c.agent().Delete(c.ctx, target, options[recorda.WriteOptions](c))
	},
	"agent.deleteMatching": func(c *call) (any, error) {
		filter := c.text("filter")
		return the(c.agent().DeleteMatching(c.ctx, filter, options[recorda.DeleteMatchingOptions](c)))
	},
	"agent.watch": func(c *call) (any, error) {
		return the(taken(c, c.agent().Watch(c.ctx, options[recorda.WatchOptions](c))))
	},
	"agent.sessions": func(c *call) (any, error) { return the(taken(c, c.agent().Sessions(c.ctx))) },
	"agent.endTask":  func(c *call) (any, error) { return the(c.agent().EndTask(c.ctx)) },
	"agent.persona.set": func(c *call) (any, error) {
		key, value := c.text("key"), c.value("value")
		return the(c.agent().Persona.Set(c.ctx, key, value, options[recorda.AddOptions](c)))
	},
	"agent.persona.get": func(c *call) (any, error) { return orNone(c.agent().Persona.Get(c.ctx, c.text("key"))) },
	"agent.persona.all": func(c *call) (any, error) { return the(taken(c, c.agent().Persona.All(c.ctx))) },
}

// add is three methods here, by the type.
func (c *call) add() (any, error) {
	kind, content := c.text("type"), c.value("content")
	switch recorda.MemoryType(kind) {
	case recorda.TypeWorking:
		key := c.text("key")
		for name, value := range only(content, key) {
			key, content = name, value
		}
		return the(c.agent().Set(c.ctx, key, content, options[recorda.AddOptions](c)))
	case recorda.TypeShortTerm:
		return the(c.agent().AddMessage(c.ctx, content.(string), options[recorda.MessageOptions](c)))
	}
	return the(c.agent().Add(c.ctx, content.(string), options[recorda.LongTermOptions](c)))
}

// only is an object of one entry, if no key names the entry.
func only(content any, key string) map[string]any {
	entry, _ := content.(map[string]any)
	if key != "" {
		return nil
	}
	return entry
}

var episodeVerbs = map[string]verb{
	"agent.episodes.start": func(c *call) (any, error) {
		task, steps := c.text("task"), c.value("steps")
		given := options[recorda.EpisodeOptions](c)
		if steps != nil {
			for _, step := range listOf(steps) {
				given.Steps = append(given.Steps, stepOf(step))
			}
		}
		return the(c.agent().Episodes.Start(c.ctx, task, given))
	},
	"agent.episodes.step": func(c *call) (any, error) {
		target, step := c.target("target"), c.step()
		return the(c.agent().Episodes.Step(c.ctx, target, step, options[recorda.WriteOptions](c)))
	},
	"agent.episodes.end": func(c *call) (any, error) {
		target, outcome := c.target("target"), recorda.Outcome(c.text("outcome"))
		return the(c.agent().Episodes.End(c.ctx, target, outcome, options[recorda.EndOptions](c)))
	},
	"agent.episodes.find": func(c *call) (any, error) {
		query := c.text("query")
		return the(c.agent().Episodes.Find(c.ctx, query, options[recorda.FindEpisodesOptions](c)))
	},
}

var entityVerbs = map[string]verb{
	"agent.entities.upsert": func(c *call) (any, error) {
		name, kind := c.text("name"), c.text("type")
		return the(c.agent().Entities.Upsert(c.ctx, name, kind, options[recorda.UpsertOptions](c)))
	},
	"agent.entities.relate": func(c *call) (any, error) {
		from, kind, to := entityTarget(c.value("from")), c.text("type"), entityTarget(c.value("to"))
		return the(c.agent().Entities.Relate(c.ctx, from, kind, to, options[recorda.StatedOptions](c)))
	},
	"agent.entities.get": func(c *call) (any, error) {
		return orNone(c.agent().Entities.Get(c.ctx, c.text("name"), c.text("type")))
	},
	"agent.entities.traverse": func(c *call) (any, error) {
		var from []recorda.EntityTarget
		for _, start := range listOf(c.value("from")) {
			from = append(from, entityTarget(start))
		}
		return the(c.agent().Entities.Traverse(c.ctx, from, options[recorda.TraverseOptions](c)))
	},
	"agent.entities.find": func(c *call) (any, error) {
		query := c.text("query")
		return the(c.agent().Entities.Find(c.ctx, query, options[recorda.FindEntitiesOptions](c)))
	},
	"agent.entities.delete": func(c *call) (any, error) {
		target := c.target("target")
		return the(c.agent().Entities.Delete(c.ctx, target, options[recorda.WriteOptions](c)))
	},
}

var documentVerbs = map[string]verb{
	"agent.documents.put": func(c *call) (any, error) {
		key, data := recorda.DocumentKey{Collection: c.text("collection"), Key: c.text("key")}, c.value("data")
		return the(c.agent().Documents.Put(c.ctx, key, data, options[recorda.AddOptions](c)))
	},
	"agent.documents.get": func(c *call) (any, error) { return orNone(c.agent().Documents.Get(c.ctx, c.document())) },
	"agent.documents.find": func(c *call) (any, error) {
		collection := c.text("collection")
		return the(taken(c, c.agent().Documents.Find(c.ctx, collection, options[recorda.FindDocumentsOptions](c))))
	},
	"agent.documents.patch": func(c *call) (any, error) {
		document, patch := c.document(), c.value("patch")
		return the(c.agent().Documents.Patch(c.ctx, document, patch, options[recorda.WriteOptions](c)))
	},
	"agent.documents.delete": func(c *call) (any, error) {
		document := c.document()
		return nil, c.agent().Documents.Delete(c.ctx, document, options[recorda.WriteOptions](c))
	},
	"agent.documents.collections.put": func(c *call) (any, error) {
		name := c.text("name")
		collection, unfit, err := c.agent().Documents.Collections.Put(c.ctx, name, options[recorda.PutCollectionOptions](c))
		return map[string]any{"collection": collection, "unfitCount": unfit}, err
	},
	"agent.documents.collections.get": func(c *call) (any, error) {
		return the(c.agent().Documents.Collections.Get(c.ctx, c.text("name")))
	},
	"agent.documents.collections.list": func(c *call) (any, error) {
		return the(taken(c, c.agent().Documents.Collections.List(c.ctx)))
	},
	"agent.documents.collections.delete": func(c *call) (any, error) {
		force, _ := c.value("force").(bool)
		return the(c.agent().Documents.Collections.Delete(c.ctx, c.text("name"), force))
	},
	"agent.documents.ordered.append": func(c *call) (any, error) {
		ordered, documents := c.agent().Documents.Ordered(c.text("collection")), listOf(c.value("documents"))
		return the(ordered.Append(c.ctx, documents, options[recorda.WriteOptions](c)))
	},
	"agent.documents.ordered.write": func(c *call) (any, error) {
		ordered := c.agent().Documents.Ordered(c.text("collection"))
		var writes []recorda.OrderedWrite
		for _, given := range listOf(c.value("writes")) {
			fields := given.(map[string]any)
			if data, ok := fields["append"]; ok {
				fields = map[string]any{"data": data}
			}
			var write recorda.OrderedWrite
			remarshal(fields, &write)
			writes = append(writes, write)
		}
		return the(ordered.Write(c.ctx, writes, options[recorda.WriteOptions](c)))
	},
	"agent.documents.ordered.pop": func(c *call) (any, error) {
		ordered := c.agent().Documents.Ordered(c.text("collection"))
		return the(ordered.Pop(c.ctx, options[recorda.WriteOptions](c)))
	},
	"agent.documents.ordered.list": func(c *call) (any, error) {
		ordered := c.agent().Documents.Ordered(c.text("collection"))
		return the(taken(c, ordered.List(c.ctx, options[recorda.ListOrderedOptions](c))))
	},
}

var factVerbs = map[string]verb{
	"agent.facts.extract": func(c *call) (any, error) { return the(c.agent().Facts.Extract(c.ctx, c.text("text"))) },
	"agent.facts.add": func(c *call) (any, error) {
		text := c.text("text")
		return the(c.agent().Facts.Add(c.ctx, text, options[recorda.AddFactOptions](c)))
	},
	"agent.facts.list": func(c *call) (any, error) {
		return the(taken(c, c.agent().Facts.List(c.ctx, options[recorda.ListFactsOptions](c))))
	},
	"agent.facts.get": func(c *call) (any, error) { return the(c.agent().Facts.Get(c.ctx, c.text("id"))) },
	"agent.facts.retrieve": func(c *call) (any, error) {
		query := c.text("query")
		return the(c.agent().Facts.Retrieve(c.ctx, query, options[recorda.RetrieveFactsOptions](c)))
	},
	"agent.facts.pin":     func(c *call) (any, error) { return the(c.agent().Facts.Pin(c.ctx, c.text("id"), nil)) },
	"agent.facts.unpin":   func(c *call) (any, error) { return the(c.agent().Facts.Unpin(c.ctx, c.text("id"), nil)) },
	"agent.facts.confirm": func(c *call) (any, error) { return the(c.agent().Facts.Confirm(c.ctx, c.text("id"))) },
	"agent.facts.contradict": func(c *call) (any, error) {
		id, text := c.text("id"), c.text("text")
		return the(c.agent().Facts.Contradict(c.ctx, id, text, options[recorda.ContradictOptions](c)))
	},
	"agent.facts.restore": func(c *call) (any, error) { return the(c.agent().Facts.Restore(c.ctx, c.text("id"), nil)) },
	"agent.facts.forget":  func(c *call) (any, error) { return nil, c.agent().Facts.Forget(c.ctx, c.text("id"), nil) },
}

var conversationVerbs = map[string]verb{
	"conversation.append": func(c *call) (any, error) {
		var turns []recorda.Turn
		remarshal(listOf(c.value("turns")), &turns)
		return the(c.chat().Append(c.ctx, turns, options[recorda.AppendOptions](c)))
	},
	"conversation.prompt": func(c *call) (any, error) {
		newTurn := c.text("newTurn")
		return the(c.chat().Prompt(c.ctx, newTurn, options[recorda.PromptOptions](c)))
	},
	"conversation.tail": func(c *call) (any, error) {
		newTurn := c.text("newTurn")
		return the(c.chat().Tail(c.ctx, newTurn, options[recorda.TailOptions](c)))
	},
	"conversation.instruct": func(c *call) (any, error) {
		blocks := &recordav1.SystemPrompt{Identity: c.text("identity"), Rules: c.text("rules")}
		return the(c.chat().Instruct(c.ctx, blocks))
	},
	"conversation.reportOutput": func(c *call) (any, error) {
		return nil, c.chat().ReportOutput(c.ctx, *options[recorda.Output](c))
	},
	"conversation.flush": func(c *call) (any, error) { return the(c.chat().Flush(c.ctx)) },
	"conversation.end":   func(c *call) (any, error) { return the(c.chat().End(c.ctx)) },
	"conversation.turns": func(c *call) (any, error) {
		newestFirst, _ := c.value("newestFirst").(bool)
		kept, err := taken(c, c.chat().Turns(c.ctx, newestFirst))
		list := make([]any, len(kept))
		for at, turn := range kept {
			fields := answerOf(turn).(map[string]any)
			fields["turn"] = fields["number"]
			list[at] = fields
		}
		return whole{list}, err
	},
	"conversation.usage": func(c *call) (any, error) { return the(c.chat().Usage(c.ctx)) },
}
