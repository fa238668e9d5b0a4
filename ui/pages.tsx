/** The pages, in the order of the menu, each with who may see it. */
import type { JSX } from 'preact';
import { isAdmin, isOperator, onlyUser } from './caller.ts';
import { Audit } from './pages/audit.tsx';
import { Erasure } from './pages/erasure.tsx';
import { Lifecycle } from './pages/lifecycle.tsx';
import { Me } from './pages/me.tsx';
import { Outbox } from './pages/outbox.tsx';
import { Overview } from './pages/overview.tsx';
import { Prompt } from './pages/prompt.tsx';
import { Recall } from './pages/recall.tsx';
import { Sessions } from './pages/sessions.tsx';
import { Settings } from './pages/settings.tsx';
import { User } from './pages/user.tsx';
import { Users } from './pages/users.tsx';
import type { TextKey } from './texts/text.ts';

export type PageRow = {
  /** The page's address under /ui/. */
  readonly name: string;
  readonly title: TextKey;
  /** The path of a drawing of 24 by 24. */
  readonly icon: string;
  readonly isFor: () => boolean;
  readonly Page: () => JSX.Element;
};

const everybody = (): boolean => true;
const admins = (): boolean => isAdmin.value;
const operators = (): boolean => isOperator.value;
const endUsers = (): boolean => onlyUser.value !== undefined;

export const PAGES: readonly PageRow[] = [
  {
    name: '',
    title: 'overview.title',
    icon: 'M4 13h6V4H4zm10 7h6v-9h-6zM4 20h6v-4H4zM14 4v4h6V4z',
    isFor: everybody,
    Page: Overview,
  },
  {
    name: 'me',
    title: 'me.title',
    icon: 'M12 20s-7-4.5-7-10a4 4 0 0 1 7-2.6A4 4 0 0 1 19 10c0 5.5-7 10-7 10z',
    isFor: endUsers,
    Page: Me,
  },
  {
    name: 'users',
    title: 'users.title',
    icon: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20a8 8 0 0 1 16 0z',
    isFor: admins,
    Page: Users,
  },
  {
    name: 'user',
    title: 'user.title',
    icon: 'M4 5h16v14H4zM8 10h.01M7 15c0-3 4-3 4 0M14 9h3M14 13h3',
    isFor: everybody,
    Page: User,
  },
  {
    name: 'recall',
    title: 'recall.title',
    icon: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
    isFor: everybody,
    Page: Recall,
  },
  {
    name: 'prompt',
    title: 'prompt.title',
    icon: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
    isFor: everybody,
    Page: Prompt,
  },
  {
    name: 'sessions',
    title: 'sessions.title',
    icon: 'M4 5h11v8H8l-4 3zM15 9h5v10l-3-3h-7v-3',
    isFor: everybody,
    Page: Sessions,
  },
  {
    name: 'lifecycle',
    title: 'lifecycle.title',
    icon: 'M4 12a8 8 0 0 1 14-5l2 2M20 12a8 8 0 0 1-14 5l-2-2M20 4v5h-5M4 20v-5h5',
    isFor: operators,
    Page: Lifecycle,
  },
  {
    name: 'erasure',
    title: 'erasure.title',
    icon: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
    isFor: admins,
    Page: Erasure,
  },
  {
    name: 'audit',
    title: 'audit.title',
    icon: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13l2 2 4-4',
    isFor: admins,
    Page: Audit,
  },
  {
    name: 'outbox',
    title: 'outbox.title',
    icon: 'M4 13l2-8h12l2 8v6H4zM4 13h5l1 2h4l1-2h5',
    isFor: operators,
    Page: Outbox,
  },
  {
    name: 'settings',
    title: 'settings.title',
    icon: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
    isFor: everybody,
    Page: Settings,
  },
];
