/** English words by which the trained reader recognises persons, times and references. */
import type { ReaderPack } from '../reader-pack.ts';

const words = (list: string): readonly string[] => list.split(' ');

export const READER: ReaderPack = {
  self: words("i i'm i've i'd i'll im ive my me mine we we're we've our us"),
  addressee: words("you your you're yours"),
  others: words("he she they his her their him them he's she's they're"),
  pointing: words('it this that these those them there here one ones'),
  pointingAtEnd: words('it this that these those them there one too'),
  now: words('today tonight now yesterday tomorrow just currently'),
  recent: words(
    'recently lately tonight yesterday morning afternoon evening night weekend week last ago soon already finally',
  ),
  lasting: words('always usually often never ever since years favorite favourite love mostly normally generally every'),
  past: words('went got had was were did made took came saw found bought ate tried said told ended put left gave felt'),
  pastEndings: words('ed'),
  definite: words('the'),
  unsure: words('if maybe might could would perhaps suppose imagine'),
  openers: words('so and but well ok okay oh yes no yeah hi hey ah'),
};
