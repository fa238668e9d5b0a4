/** The words that begin questions and orders in Spanish. */
import { rawLines } from '../../text/raw-lines.ts';
import type { RequestWords } from '../question-pack.ts';

export const REQUESTS: RequestWords = {
  opens: 'y|e|pero|entonces|oye|oiga|che|bueno|mira|mire|ahora|a ver|vale|dale|por favor|porfa',
  // "En cuanto" is also "as soon as", with a subjunctive.
  asks: rawLines`
    quien(?:es)?|que|cual(?:es)?|donde|adonde|cuando|como|cuant[oa]s?|por que|
    (?:a|de|con|por|para|pa|desde|hasta) (?:quien(?:es)?|cual(?:es)?|donde|cuant[oa]s?|cuando)|
    (?:a|de|en|desde|hasta) (?:que|q)|a como|en cuanto (?!a\b|(?:llegu|pued|termin|sep|teng|salg|vuelv|haya)\w*)
  `,
  // Orders with a pronoun (hágame, mandame, escríbale) are told by their end; English words with that end are left out.
  orders: rawLines`
    escrib\w+|traduc\w+|explic\w+|resum\w+|convert\w+|conviert\w+|crea|genera|arregl\w+|defin\w+|compar\w+|calcul\w+|
    haz(?:me|nos|le)?|hace(?:me|nos|le)?|arma(?:me|nos|le)?|redact\w+|correg\w+|corrig\w+|pone|pon(?:me|nos|le)?|prepar\w+|disen\w+|cuenta\w*|conta\w*|
    recom\w+|propon\w*|sug\w+|planific\w+|planea\w*|d[ai](?:me|nos|le)|enumer\w+|organiza\w*|
    (?!(?:became|shame|theme|scheme|extreme|supreme)\b)[a-z]{2,}[ae]me(?:l[aeo]s?)?|(?!(?:female|whale|stale|finale)\b)[a-z]{3,}[ae]le|
    lista(?= (?:a|de|con)\b|:)|(?:resumen|ficha|receta|ideas|borrador) (?:de|para|con)
  `,
  begs: 'por favor|porfa|porfavor',
};
