/** English ways to say that something is made up. */
import { rawLines } from '../../text/raw-lines.ts';
import type { FictionPack } from '../fiction-pack.ts';

export const FICTION: FictionPack = {
  parts: {
    the: '(?:a|an|the|this|that|my|our|your|his|her|another|one of my)',
    kind: String.raw`(?:(?!(?:a|an|the|this|my|your|of|and|or|favou?rite|true)\b)\p{L}[\p{L}-]* ){0,3}?`,
    roles: String.raw`(?:role ?-?play(?:ing)?(?: game)?|rpg|larp|(?:d&d|dnd|d and d|pathfinder|fantasy) campaign)`,
    written: String.raw`(?:story|novel|novella|fairy ?tale|tale|fan ?fic(?:tion)?|fiction|screenplay|(?:movie|film|tv) script|comic|thriller|musical|sitcom|saga|sequel)`,
    work: rawLines`
      (?:{written}|{roles}|book|movie|film|manga|game|videogame|dreams?|nightmare|fantasy|daydream|simulation|sketch|skit|joke|
      (?:alternate|alternative|parallel|fictional|imaginary|made-up) (?:universe|world|reality|life|timeline))
    `,
    follows: rawLines`
      (?=\s*(?:[,:;.!\u2014]|$)| (?:that|which|where|i|i'm|im|i've|i'd|we|we're|my|our|you|you're|your|he|she|it|there|called|titled|about|
      of mine)(?![\p{L}']))
    `,
    supposing: String.raw`(?:(?:let's|let us|now|please|just|can you|could you|i want you to) )*`,
    writing: String.raw`(?:i'm|im|i am|we're|we are|i've been|i have been) (?:\p{L}+ ){0,2}(?:writing|drafting|plotting|outlining|making up|working on)`,
  },
  rows: [
    {
      id: 'en.fiction-in',
      when: rawLines`
        (?:(?:in|inside|within|throughout) (?:{the} {kind}{work}|this (?:scenario|example|exercise|hypothetical))|(?:for|during) (?:this|
        the purposes? of {the}|the sake of {the}) {kind}(?:story|tale|role ?-?play|scene|scenario|exercise|joke|sketch|skit)){follows}
      `,
      unless: String.raw`\b(?:i|we) (?:use|used|chose|picked|code|coded|write (?:in|with))\b`,
      isMadeUp: true,
      after: 'MADE_UP',
      yes: [
        'In this story, I keep bees on the moon',
        "In the short novel I'm writing, we rule Atlantis",
        'In my dream I was a baker',
        'For this role-play I own a tavern',
      ],
      no: [
        'In my book club we vote on Mondays',
        'In the film industry I edit sound',
        'In my game I use Godot',
        'In the story of my life',
      ],
    },
    {
      id: 'en.fiction-at-end',
      when: rawLines`
        (?:i'm|im|i am|i live|i work|i have|i own|i was born|we live|we're|we are|call me|they call me|my (?:\p{L}+ ){1,3}(?:is|are|has|
        lives|works))\b[^,;]{0,80}? (?:in|inside|within) (?:my|this|our|the|that) {kind}(?:{written}|{roles}|game|dream)(?=\s*$|
        \s*[,.;:!]|\s+(?:and|but) (?:i|my|we|in)\b)
      `,
      isMadeUp: true,
      after: 'MADE_UP',
      yes: ['My name is Quill in this story and I sell maps', "I'm a smuggler in our role-play"],
      no: ['I sell maps', 'I have a part in a film', 'My shop is in the game district'],
    },
    {
      id: 'en.fiction-but-in',
      when: String.raw`[^,;]{1,120}? (?:but|and|while|whereas|though) (?:in|inside) {the} {kind}{work}{follows}`,
      isMadeUp: true,
      after: 'MADE_UP',
      yes: ['I live in Leeds but in my novel I live on a comet'],
      no: ['I live in Leeds and in my book club we vote'],
    },
    {
      id: 'en.fiction-written-where',
      when: String.raw`{writing} {the} {kind}(?:{written}|{roles})\b.{0,60}?\b(?:where|in which|about me|starring me)\b`,
      isMadeUp: false,
      after: 'MADE_UP',
      yes: ["I'm writing a story in which I am a spy"],
      no: ["I'm writing a story"],
    },
    {
      id: 'en.fiction-written',
      when: String.raw`{writing} (?:{the} )?{kind}(?:{written}|{roles})(?!\p{L})`,
      isMadeUp: false,
      after: 'DOUBTFUL',
      yes: ["I'm writing a novel", 'We are plotting our fantasy campaign'],
      no: ["I'm writing a report", 'I write novels', "I'm working on the film set"],
    },
    {
      id: 'en.fiction-played',
      when: rawLines`
        (?:let's|let us|shall we|can we|could we|i want to|i'd like to|we're|we are|i'm|im|i am|this is) (?:(?:all|both|now|do|play|start|begin|try|doing|
        playing|in|a|an|some|this|the|out) )*{kind}(?:role ?-?play\w*|rpg|larp(?:ing)?|d&d|dnd|dungeons and dragons|make-believe|(?<=play(?:ing)? )pretend)(?!\p{L})|
        (?:role ?-?play(?: time| game)?|in character)(?=\s*(?:[,:;.!\u2014]|$)| (?:with|as|that|a|an|where|mode)\b)
      `,
      isMadeUp: true,
      after: 'DOUBTFUL',
      yes: ["Let's role-play", "We're playing D&D, I am the rogue", 'Role-play: you guard the gate'],
      no: ['I play D&D on Fridays', 'Role-play is my hobby'],
    },
    {
      id: 'en.fiction-supposed-self',
      when: String.raw`{supposing}(?:imagine|pretend|picture|make believe)(?: for a (?:moment|second|minute))?(?: that)?:? (?:i|i'm|im|i've|my|we|we're|our)(?![\p{L}'])`,
      isMadeUp: true,
      after: 'DOUBTFUL',
      yes: ['Imagine that my house is a lighthouse', "Let's pretend I'm left-handed"],
      no: ['I imagine my house would sell', 'Imagine you are a judge'],
    },
    {
      id: 'en.fiction-supposed',
      when: String.raw`{supposing}(?:(?:imagine|pretend|picture|suppose|make believe)(?=:? (?:that|this|a|an|i|i'm|my|we|you|you're|to|there|for|the)(?![\p{L}']))|hypothetically|(?:let's|let us) say|say (?=(?:that )?(?:i|i'm|my|we)(?![\p{L}'])))`,
      isMadeUp: true,
      after: 'REAL',
      yes: ['Imagine you are a judge', "Let's say I own a boat", 'Say my name is Quill'],
      no: ['I suppose I own a boat', 'Imagine! I won'],
    },
    {
      id: 'en.fiction-dreamt',
      when: String.raw`(?:last night |once )?i(?:'ve)? (?:once |also |just )?(?:dreamed|dreamt|had (?:a|this|the) (?:\p{L}+ ){0,2}?(?:dream|nightmare))(?!\p{L})(?! of)`,
      isMadeUp: true,
      after: 'DOUBTFUL',
      yes: ['I dreamt that I owned a zoo', 'I had a strange dream last night'],
      no: ['I dreamed of owning a zoo', 'I have a dream'],
    },
    {
      id: 'en.fiction-character',
      when: String.raw`(?:(?:speaking|talking|as|playing) )*(?:my|our|the) {kind}(?:character|protagonist|narrator|villain|antagonist|alter ego)(?=\s*(?:[,:;.!\u2014]|$)|'s| (?:is|was|has|had|lives|works|loves|hates|who|named|called|in)(?!\p{L}))`,
      isMadeUp: true,
      after: 'REAL',
      yes: ["My character's name is Quill", 'As the narrator, I see it all'],
      no: ['My favourite character is Frodo', 'The character development moves me'],
    },
    {
      id: 'en.fiction-begun',
      when: String.raw`once upon a time|(?:chapter (?:one|1|i)|prologue)(?=\s*(?:[,:;.!\u2014]|$))|(?:{written}|{roles}|scene) ?:`,
      isMadeUp: true,
      after: 'MADE_UP',
      yes: ['Once upon a time I had a dragon', 'story: I have a dragon'],
      no: ['True story: I have a parrot', 'Long story short, I have a parrot'],
    },
    {
      id: 'en.fiction-asked',
      when: rawLines`
        (?:(?:please|can you|could you|would you|will you) )*(?:write|tell|invent|make up|create|continue|draft)(?: me| us)? (?:{the} )?{kind}{written}\b.{0,80}?
        (?:where|in which) (?:i|i'm|im|my|we|we're)(?![\p{L}'])
      `,
      isMadeUp: true,
      after: 'DOUBTFUL',
      yes: ["Write me a story where I'm an astronaut"],
      no: ['Write me a story for my daughter'],
    },
  ],
  back: rawLines`
    (?:(?:but|and|while|whereas|though|although|now|so|ok|okay),? )*(?:in (?:(?:my )?real life|reality|the real world|actual fact|all seriousness)|irl|for real|
    seriously|(?:back|returning) (?:to|in) (?:reality|real life|the real world)|jok(?:es|ing) aside|out of character|ooc|outside (?:of )?(?:the|this|that|
    my) (?:\p{L}+ )?(?:story|novel|book|game|film|movie|role ?-?play|fiction|dream)|by the way|btw|anyways?|on another note|unrelated|as for me|the real me|
    my real (?:name|job|home|life)|(?:end of|enough of) (?:the |this |that )?(?:story|role ?-?play|game|scene))
  `,
};
