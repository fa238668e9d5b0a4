/** Advises what to do about an alert. The server words it in English; the other languages have their own words for each quota. */
import type { QuotaName } from '../../proto/gen/recorda/v1/limits.ts';
import { language } from '../preferences.ts';

type Name = Exclude<QuotaName, 'UNRECOGNIZED' | `${string}UNSPECIFIED`>;
type Advised = {
  /** Absent if prompts are too expensive. */
  readonly name?: string | undefined;
  readonly measure?: string | undefined;
  readonly advice?: string | undefined;
};

const BY_QUOTA = 'o sube la cuota.';
const BY_TIER = 'o sube el plan o la cuota.';
const ES: Readonly<Record<Name, string>> = {
  QUOTA_NAME_WORKING: `Cuando se llene no se aceptarán claves nuevas. Termina las tareas acabadas o reutiliza claves, ${BY_QUOTA}`,
  QUOTA_NAME_SHORT_TERM: `Cuando se llene se borrarán los mensajes más antiguos de la sesión. Guarda como memoria a largo plazo lo que deba durar, ${BY_QUOTA}`,
  QUOTA_NAME_LONG_TERM: `Cuando se llene no se aceptarán altas. Borra lo que ya no haga falta o añade con auto_prune, ${BY_TIER}`,
  QUOTA_NAME_PERSONA: `Cuando se llene no se aceptarán altas. Borra los rasgos que ya no sean ciertos, ${BY_QUOTA}`,
  QUOTA_NAME_EPISODIC: `Cuando se llene no se aceptarán altas. Borra episodios antiguos o añade con auto_prune, ${BY_QUOTA}`,
  QUOTA_NAME_ENTITY: `Cuando se llene no se aceptarán altas. Une o borra las entidades que ya no hagan falta, ${BY_TIER}`,
  QUOTA_NAME_STRUCTURED: `Cuando se llene no se aceptarán altas. Borra los documentos que ya no hagan falta, ${BY_QUOTA}`,
  QUOTA_NAME_RELATIONSHIP: `Cuando se llene no se aceptarán altas. Borra las relaciones que ya no sean ciertas, ${BY_TIER}`,
  QUOTA_NAME_RECALL: `Cuando se llene se borrarán los turnos más antiguos. Guarda como memoria a largo plazo lo que deba durar, ${BY_TIER}`,
  QUOTA_NAME_FACT: `Cuando se llene no se aceptarán hechos nuevos. Olvida los que ya no sean ciertos, ${BY_TIER}`,
  QUOTA_NAME_SESSION: `Cuando se llene se borrarán las sesiones terminadas o inactivas; si no hay, no se aceptarán sesiones nuevas. Termina las que hayan acabado, ${BY_TIER}`,
  QUOTA_NAME_REQUEST_ID: `Cuando se llene se olvidarán los ids de petición más antiguos; una llamada que repita uno se aplicará otra vez. Puedes subir la cuota.`,
  QUOTA_NAME_ORDERED_DOCUMENT: `Cuando se llene no se aceptarán documentos ordenados. Borra los que ya no hagan falta, ${BY_TIER}`,
};
/** The working memory of a user that is full by its size makes room by itself. */
const ES_WORKING_BYTES = `Cuando se llene se borrarán las claves usadas hace más tiempo. Termina las tareas acabadas o guarda menos en cada clave, ${BY_QUOTA}`;
const ES_DEAR =
  'Los prompts de la sesión cuestan más que su historial completo leído de la caché. No fijes max_tokens o súbelo, no cambies el prompt del sistema durante la sesión, pon las marcas de caché donde lo indica la respuesta y no envíes memorias que no hagan falta.';

export function adviceOf({ name, measure, advice = '' }: Advised): string {
  if (language.value !== 'es') return advice;
  if (name === undefined) return ES_DEAR;
  if (name === 'QUOTA_NAME_WORKING' && measure === 'QUOTA_MEASURE_BYTES') return ES_WORKING_BYTES;
  return new Map<string, string>(Object.entries(ES)).get(name) ?? advice;
}
