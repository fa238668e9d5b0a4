/**
 * Derives the domain of a fact from its words, if the way it was said does not show it. All patterns match folded text, in both
 * languages.
 */
import { rawLines } from '../text/raw-lines.ts';
import type { FactDomain } from './fact.ts';

const BY_WORDS: readonly (readonly [domain: FactDomain, pattern: RegExp])[] = [
  ['DECISIONS', /\b(?:decid\w+|decision(?:es)?|elegi(?:mos)?|acordamos|optamos|chose|agreed|settled on|quedamos en)\b/],
  [
    'PERSONAL',
    /\b(?:allergic|allerg(?:y|ies)|alergic[oa]s?|alergias?|celiac[oa]?|coeliac|intoleran\w+|diabet\w+|asthma\w*|asma\w*|vegan[oa]?s?|vegetarian[oa]?s?|no com(?:o|emos)|(?:don't|do not|dont|no longer|can't|cannot) eat)\b/,
  ],
  [
    'PREFERENCES',
    new RegExp(rawLines`
        \b(?:prefier\w+|prefer\w*|gusta\w*|encanta\w*|odio|detesto|amo|adoro|favorit\w+|like|love|hate|dislike|enjoy|favou?rite|
        respond\w*|contest\w+|respuestas?|answers?|repl(?:y|ies)|emojis?|tono|tone|formato|format|tute\w+|vose\w+|tratame|
        llamame|call me|spanish|english|ingles|espanol|castellano|siempre|nunca|always|never|bullet|tabs?|spaces|dark mode|
        modo oscuro)\b
      `),
  ],
  [
    'PROJECTS',
    new RegExp(rawLines`
        \b(?:proyectos?|projects?|app|apps|aplicacion|producto|product|mvp|repo\w*|deploy\w*|despliegue|release|lanzamiento|
        launch\w*|sprint|roadmap|backend|frontend|base de datos|database|servidor|server|tesis|thesis|novela|novel|libro|book|
        podcast|blog|sitio|website|web|juego|game|bot|deadline|fecha limite|startup idea|prototipo|prototype|milestone|
        plataforma|platform|side project|codebase)\b
      `),
  ],
  [
    'WORK',
    new RegExp(rawLines`
        \b(?:trabaj\w+|labur\w+|empleo|empresa|oficina|jef[ea]s?|cliente?s?|equipo|reunion(?:es)?|puesto|cargo|rol|sueldo|
        salario|carrera laboral|fintech|startup|work\w*|job|company|office|boss|clients?|team|meetings?|role|salary|career|
        manager|colleague|coworker|standup|reports?|informes?|program\w*|develop\w*|desarroll\w+|engineer|ingenier\w+|
        disenador\w*|designer|docente|teacher|profesor\w*|maestr[oa]|medic[oa]|doctor\w*|nurse|enfermer\w+|abogad\w+|lawyer|
        contador\w*|accountant|arquitect\w+|architect|analista|analyst|consultor\w*|consultant|freelance\w*|autonom[oa]|founder|
        fundador\w*|ceo|cto|gerente|director\w*|lider|lead|psicolog\w+|psychologist|periodista|journalist|chef|cocinero|
        vendedor\w*|sales|marketing|recursos humanos|hr|electricista|plumber|plomero|carpinter\w+|mecanic[oa]|barista|student|
        estudiante|researcher|investigador\w*|scientist|cientific[oa]|scrum|devops|qa|sre|product owner|data)\b
      `),
  ],
];

/** Returns PERSONAL if no pattern matches. */
export function factDomainOf(folded: string): FactDomain {
  return BY_WORDS.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'PERSONAL';
}
