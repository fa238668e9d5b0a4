/** The addresses of the dashboard's pages. */
import { AGENT, RICH, RICH_SESSION } from '../../ui/seed.ts';

/** Every page that an operator sees. */
export const PAGES = [
  '',
  'users',
  'users?tab=limits',
  `user?id=${RICH}`,
  `user?id=${RICH}&tab=memories`,
  `user?id=${RICH}&tab=entities`,
  `user?id=${RICH}&tab=limits`,
  `recall?user=${RICH}&q=what+can+she+not+eat`,
  `prompt?user=${RICH}&session=${RICH_SESSION}&agent=${AGENT}&q=where+shall+we+eat`,
  `sessions?id=${RICH}`,
  `sessions?id=${RICH}&session=${RICH_SESSION}`,
  'lifecycle',
  'lifecycle?tab=sleep',
  `lifecycle?tab=archive&id=${RICH}`,
  'lifecycle?tab=backups',
  'lifecycle?tab=runs',
  'erasure',
  'audit',
  'outbox',
  'settings',
];
