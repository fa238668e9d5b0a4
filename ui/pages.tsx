/** The pages, in the order of the menu, each with who may see it. */
import type { JSX } from 'preact';
import { isAdmin } from './caller.ts';
import { Overview } from './pages/overview.tsx';
import { Recall } from './pages/recall.tsx';
import { User } from './pages/user.tsx';
import { Users } from './pages/users.tsx';
import type { TextKey } from './texts/text.ts';

export type PageRow = {
  /** Its address under /ui/. */
  readonly name: string;
  readonly title: TextKey;
  readonly icon: string;
  readonly isFor: () => boolean;
  readonly Page: () => JSX.Element;
};

const everybody = (): boolean => true;
const admins = (): boolean => isAdmin.value;

export const PAGES: readonly PageRow[] = [
  {
    name: '',
    title: 'overview.title',
    icon: 'M4 13h6V4H4zm10 7h6v-9h-6zM4 20h6v-4H4zM14 4v4h6V4z',
    isFor: everybody,
    Page: Overview,
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
];
